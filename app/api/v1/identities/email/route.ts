/** POST {email} → 202: sends a link that links the address to the signed-in account. */
import { localeOf } from "#app/api/auth/email/locale.ts";
import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { askLinkMail } from "#lib/identity/ask-link-mail.ts";
import { EmailRequest } from "#lib/identity/email-request.ts";
import { MailSent } from "#lib/identity/email-tokens.ts";

export const POST = route(
  { credential: "session", body: EmailRequest, response: MailSent },
  async (call) => respond(202, await askLinkMail(call, localeOf(call.input.request.headers))),
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
