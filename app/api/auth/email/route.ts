/** POST {email} → 202 {expiresAt}: sends a link that signs in. The answer is the same for an address that has no account. */
import { methodNotAllowed, respond, route } from "#lib/http/route.ts";
import { askSignInMail } from "#lib/identity/ask-sign-in-mail.ts";
import { EmailRequest } from "#lib/identity/email-request.ts";
import { MailSent } from "#lib/identity/email-tokens.ts";
import { referralCodeOf } from "#lib/partner/referrals/referral-cookie.ts";
import { localeOf } from "./locale.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: EmailRequest, response: MailSent },
  async (call) => {
    const { headers } = call.input.request;
    const asked = { locale: localeOf(headers), referredBy: referralCodeOf(headers) };
    return respond(202, await askSignInMail(call, asked));
  },
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
