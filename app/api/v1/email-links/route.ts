/** POST {token} → {purpose, freshUntil}: uses a link that the signed-in session requested. */

import { EmailToken } from "#lib/identity/proofs/email-tokens.ts";
import { EmailLinkUsed, useEmailLink } from "#lib/identity/proofs/use-email-link.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "session", body: EmailToken, response: EmailLinkUsed },
  useEmailLink,
);
