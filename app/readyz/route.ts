import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { route } from "#lib/server/route.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";

/** Readiness: database and venue respond, and the first history is complete. */
export const GET = route({ credential: "public" }, async () => {
  const waitingFor = await marketData().obstacles();
  if (waitingFor.length > 0) {
    throw new ServiceError("NOT_READY").withData({ waiting_for: waitingFor });
  }
  return respond(200, { status: "ok" }, { "cache-control": "no-store" });
});
