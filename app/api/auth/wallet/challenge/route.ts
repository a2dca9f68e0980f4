/** POST {address} → {message, expiresAt}: the text to sign in with. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { Challenge, ChallengeRequest, createChallenge } from "#lib/wallet-session/challenge.ts";

export const POST = route(
  { credential: "public", sameOrigin: true, body: ChallengeRequest, response: Challenge },
  createChallenge,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
