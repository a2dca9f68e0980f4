/** POST {email} → 202 {expiresAt}: sends a link that signs in. The answer is the same for an address that has no account. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { askSignInMail, EmailRequest } from "#lib/identity/ask-email-link.ts";
import { MailSent } from "#lib/identity/email-tokens.ts";
import { withinMailQuota } from "#lib/mail/mail-quota.ts";
import { localeOf } from "./locale.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: EmailRequest, response: MailSent },
  (call) =>
    withinMailQuota(call.input.body.email, call.ctx, () =>
      askSignInMail(call, localeOf(call.input.request.headers)),
    ),
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
