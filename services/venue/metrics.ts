/** What an operator watches. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export type VenueMetrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: "venue_http_requests_total",
      help: "Answered HTTP requests by status",
      labelNames: ["status"] as const,
      registers: [registry],
    }),
    commands: new Counter({
      name: "venue_commands_total",
      help: "Commands made durable",
      registers: [registry],
    }),
    commitSeconds: new Histogram({
      name: "venue_commit_seconds",
      help: "Write and fdatasync of one block",
      buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
      registers: [registry],
    }),
  };
}
