/** POST {token} → {email, purpose, expiresAt, referredBy}: what a link of a mail would do; it is not used up. */

import { EmailToken } from "#lib/identity/proofs/email-tokens.ts";
import { EmailLinkLook, lookAtEmailLink } from "#lib/identity/proofs/look-at-email-link.ts";
import { findPartnerCode } from "#lib/partner/referrals/find-code.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: EmailToken, response: EmailLinkLook },
  async (call) => {
    const { referredBy, ...link } = await lookAtEmailLink(call);
    const partner = referredBy === null ? undefined : await findPartnerCode(referredBy);
    return { ...link, referredBy: partner?.code ?? null };
  },
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
