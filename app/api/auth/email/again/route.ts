/** POST {token} → 202 {expiresAt}: sends another sign-in link to the mailbox of a link that was used or has expired. */

import { localeOf } from "#app/api/auth/email/locale.ts";
import { EmailToken, MailSent } from "#lib/identity/proofs/email-links.ts";
import { requestMailAgain } from "#lib/identity/proofs/request-mail-again.ts";
import { hasSignedInWith } from "#lib/identity/sessions/mail-cookie.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: EmailToken, response: MailSent },
  async (call) => {
    const { headers } = call.input.request;
    const browser = {
      locale: localeOf(headers),
      hasSignedInWith: (email: string) => hasSignedInWith(headers, email),
    };
    return respond(202, await requestMailAgain(call, browser));
  },
);
