/** POST {address} → {message, expiresAt}: the text to sign in with. */

import { Challenge, ChallengeRequest, createChallenge } from "#lib/identity/proofs/challenge.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: ChallengeRequest, response: Challenge },
  createChallenge,
);
