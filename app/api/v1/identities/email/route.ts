/** POST {email} → 202: sends a link that links the address to the signed-in account. */
import { localeOf } from "#app/api/auth/email/locale.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { askLinkMail, EmailRequest } from "#lib/identity/ask-email-link.ts";
import { MailSent } from "#lib/identity/email-tokens.ts";
import { withinMailQuota } from "#lib/mail/mail-quota.ts";

export const POST = route(
  { credential: "session", body: EmailRequest, response: MailSent },
  (call) =>
    withinMailQuota(call.input.body.email, call.ctx, () =>
      askLinkMail(call, localeOf(call.input.request.headers)),
    ),
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
