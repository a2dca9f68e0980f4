import { route } from "#lib/http/route.ts";
import { metrics } from "#lib/metrics.ts";

/** What the process measures about itself, for Prometheus. */
export const GET = route({ credential: "public" }, async () => {
  const { registry } = metrics();
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
  return new Response(await registry.metrics(), { headers });
});
