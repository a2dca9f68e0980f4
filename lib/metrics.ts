/** What the app measures about itself, in the text form of Prometheus. One registry a process. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  streamsOpen: Gauge<"market">;
  streamEventsSent: Counter<"market">;
  streamsReset: Counter<"reason">;
  pollsFailed: Counter<"poll">;
  barsNotStored: Counter;
};

const SLOT: unique symbol = Symbol.for("svc.metrics");
const holder: typeof globalThis & { [SLOT]?: Metrics } = globalThis;

/** The metrics of this process, made at first use; they include event-loop lag, memory and garbage collection. */
export function metrics(): Metrics {
  holder[SLOT] ??= createMetrics();
  return holder[SLOT];
}

function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    streamsOpen: new Gauge({
      name: "svc_streams_open",
      help: "Event streams that are open.",
      labelNames: ["market"],
      registers,
    }),
    streamEventsSent: new Counter({
      name: "svc_stream_events_sent_total",
      help: "Events written to streams, one for each stream that gets it.",
      labelNames: ["market"],
      registers,
    }),
    streamsReset: new Counter({
      name: "svc_streams_reset_total",
      help: "Streams reset because their reader did not keep up.",
      labelNames: ["reason"],
      registers,
    }),
    pollsFailed: new Counter({
      name: "svc_polls_failed_total",
      help: "Polls of the venue that failed, by what was polled.",
      labelNames: ["poll"],
      registers,
    }),
    barsNotStored: new Counter({
      name: "svc_bar_writes_failed_total",
      help: "Writes of closed bars that failed; each is tried again.",
      registers,
    }),
  };
}
