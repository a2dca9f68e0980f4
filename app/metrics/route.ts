import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { config } from "#lib/platform/config/config.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { route } from "#lib/server/route.ts";

/** The process's metrics, for Prometheus at an address of `METRICS_ADDRESSES`. */
export const GET = route({ credential: "public" }, async ({ ctx }) => {
  if (!new AddressList(config().metricsAddresses).has(ctx.client.address)) {
    throw new ServiceError("IP_NOT_ALLOWED");
  }
  const { registry } = metrics();
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
  return new Response(await registry.metrics(), { headers });
});
