/** POST {email} → 202: sends a link that links the address to the signed-in account. */
import { localeOf } from "#app/api/auth/email/locale.ts";
import { MailSent } from "#lib/identity/proofs/email-links.ts";
import { EmailRequest } from "#lib/identity/proofs/email-request.ts";
import { requestLinkMail } from "#lib/identity/proofs/request-link-mail.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "session", body: EmailRequest, response: MailSent },
  async (call) => respond(202, await requestLinkMail(call, localeOf(call.input.request.headers))),
);
