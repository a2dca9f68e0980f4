import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";

/** The process is up; it says nothing about what it depends on. */
export const GET = route({ credential: "public" }, () =>
  respond(200, { status: "ok" }, { "cache-control": "no-store" }),
);
