/** POST {email} → 202: sends a link by which an address of the signed-in account proves again who is here. */
import { localeOf } from "#app/api/auth/email/locale.ts";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { askProveMail, EmailRequest } from "#lib/identity/ask-email-link.ts";
import { MailSent } from "#lib/identity/email-tokens.ts";
import { withinMailQuota } from "#lib/mail/mail-quota.ts";

export const POST = route(
  { credential: "session", body: EmailRequest, response: MailSent },
  (call) =>
    withinMailQuota(call.input.body.email, call.ctx, () =>
      askProveMail(call, localeOf(call.input.request.headers)),
    ),
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
