/** Settings of what the process tells who operates it. */
import { z } from "zod";
import { metricsAddresses } from "./metrics-addresses.ts";

export const watchSettings = {
  METRICS_ADDRESSES: metricsAddresses,
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
    .optional()
    .describe(
      "Collector of traces, OTLP over HTTP, such as `http://127.0.0.1:4318`: spans go to `/v1/traces` there. Without it nothing is traced, and OpenTelemetry is not loaded. Its packages also read `OTEL_EXPORTER_OTLP_HEADERS`",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Least level of the JSON log lines"),
};
