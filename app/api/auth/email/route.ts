/** POST {email} → 202 {expiresAt}: sends a link that signs in. The answer is the same for an address that has no account. */

import { MailSent } from "#lib/identity/proofs/email-links.ts";
import { EmailRequest } from "#lib/identity/proofs/email-request.ts";
import { requestSignInMail } from "#lib/identity/proofs/request-sign-in-mail.ts";
import { hasSignedInWith } from "#lib/identity/sessions/mail-cookie.ts";
import { followedTextOf } from "#lib/partner/referrals/referral-cookie.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";
import { localeOf } from "./locale.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: EmailRequest, response: MailSent },
  async (call) => {
    const { request, body } = call.input;
    const { headers } = request;
    const mail = {
      locale: localeOf(headers),
      referredBy: followedTextOf(headers),
      isKnownBrowser: hasSignedInWith(headers, body.email),
    };
    return respond(202, await requestSignInMail(call, mail));
  },
);
