/** GET → the JWK Set that verifies wallet-session tokens. */

import { KeySet, walletTokenKeys } from "#lib/identity/sessions/wallet-token.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Public keys of wallet-session tokens, as a JWK Set",
    response: KeySet,
  },
  async () => respond(200, await walletTokenKeys(), { "cache-control": "public, max-age=300" }),
);
