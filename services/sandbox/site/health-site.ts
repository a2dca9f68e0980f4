/** Health and metrics of the sandbox's process. */
import { collectDefaultMetrics, Registry } from "prom-client";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import { send } from "#lib/kernel/http/http-server.ts";
import { requireMetricsReader } from "#lib/kernel/http/metrics-addresses.ts";
import { jsonSite } from "./json-site.ts";
import type { Site } from "./site.ts";

type HealthParts = {
  isReady: () => boolean;
  isDraining: () => boolean;
  metricsAddresses: readonly string[];
};

export function healthSite({ isReady, isDraining, metricsAddresses }: HealthParts): Site {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const readers = new AddressList(metricsAddresses);
  return jsonSite({
    "/healthz": { GET: () => ({ status: "ok" }) },
    "/readyz": {
      GET: () => {
        if (isDraining()) throw new ServiceError("DRAINING");
        if (!isReady()) throw new ServiceError("NOT_READY");
        return { status: "ok" };
      },
    },
    "/metrics": {
      GET: async ({ request, response }) => {
        requireMetricsReader(request, readers);
        const text = await metrics.metrics();
        send(response, 200, text, { "content-type": metrics.contentType });
      },
    },
  });
}
