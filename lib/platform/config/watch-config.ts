/** Settings of the metrics, logs and traces for the operator. */
import { z } from "zod";
import { Secret } from "#lib/kernel/env.ts";
import { metricsAddresses } from "#lib/kernel/http/metrics-addresses.ts";

/** A name of RFC 9110, and a value without a percent sign that encodes nothing. */
function isHeader(pair: string): boolean {
  const value = /^\s*[\w!#$%&'*+.^`|~-]+=([\x21-\x7e]+)\s*$/.exec(pair)?.[1];
  return value !== undefined && !/%(?![0-9a-f]{2})/i.test(value);
}

export const watchSettings = {
  METRICS_ADDRESSES: metricsAddresses,
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
    .optional()
    .describe(
      "Collector of traces, OTLP over HTTP, such as `http://127.0.0.1:4318`: spans go to `/v1/traces` there. Without it nothing is traced, and OpenTelemetry is not loaded",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => text.split(",").every(isHeader), "must be NAME=VALUE,NAME=VALUE")
    .transform((text) => new Secret(text))
    .optional()
    .describe(
      "Headers that the collector requires, such as `authorization=Bearer%20…`. Several are separated by commas, and values are percent-encoded",
    ),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Lowest level of the JSON log lines"),
};
