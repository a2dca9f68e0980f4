import { metrics } from "#lib/platform/metrics.ts";
import { route } from "#lib/server/route.ts";

/** The process's metrics, for Prometheus. */
export const GET = route({ credential: "public" }, async () => {
  const { registry } = metrics();
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
  return new Response(await registry.metrics(), { headers });
});
