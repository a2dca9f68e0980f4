import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

/** Liveness: the process runs. Does not check its dependencies. */
export const GET = route({ credential: "public" }, () =>
  respond(200, { status: "ok" }, { "cache-control": "no-store" }),
);
