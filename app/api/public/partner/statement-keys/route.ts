/** GET → the JWK Set that verifies signatures of statements: see docs/api/partner.md. */

import { StatementKeySet, statementKeys } from "#lib/partner/files/statement-keys.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Public keys of partner statements, as a JWK Set",
    response: StatementKeySet,
  },
  async () => respond(200, await statementKeys(), { "cache-control": "public, max-age=300" }),
);
