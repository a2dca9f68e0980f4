/** POST {token} → {email, purpose, expiresAt, referredBy}: what an emailed link would do, without using it up. */

import { EmailToken } from "#lib/identity/proofs/email-links.ts";
import { previewEmailLink } from "#lib/identity/proofs/preview-email-link.ts";
import { findPartnerCode } from "#lib/partner/referrals/find-code.ts";
import { parseFollowed } from "#lib/partner/referrals/followed-link.ts";
import { EmailLinkPreview } from "#lib/protocol/wire/identity.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: EmailToken, response: EmailLinkPreview },
  async (call) => {
    const { referredBy, ...link } = await previewEmailLink(call);
    const followed = referredBy === null ? undefined : parseFollowed(referredBy);
    const partner = followed && (await findPartnerCode(followed.code));
    return { ...link, referredBy: partner?.code ?? null };
  },
);
