/** POST {token} → {purpose, freshUntil}: uses a link that the signed-in session requested. */

import { EmailToken } from "#lib/identity/proofs/email-links.ts";
import { EmailLinkUsed, redeemLinkEmail } from "#lib/identity/proofs/redeem-link-email.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "session", body: EmailToken, response: EmailLinkUsed },
  redeemLinkEmail,
);
