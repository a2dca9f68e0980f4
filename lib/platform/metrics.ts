/** The app's Prometheus metrics, one registry a process. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export type Metrics = {
  registry: Registry;
  streamsOpen: Gauge<"stream" | "market">;
  streamEventsSent: Counter<"stream" | "market">;
  streamsReset: Counter<"reason">;
  streamsRefused: Counter<"code">;
  requestsLimited: Counter;
  connectionsRefused: Counter;
  pollersRunning: Gauge<"poll">;
  polls: Counter<"poll">;
  pollsFailed: Counter<"poll">;
  pollLastSuccess: Gauge<"poll" | "market">;
  marketsFollowed: Gauge;
  barsNotStored: Counter;
  barsWaiting: Gauge;
  barsLeading: Gauge;
  partnerFeesBooked: Counter;
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
      help: "Event streams that are open, by path; `several` are the streams of more than one market.",
      labelNames: ["stream", "market"],
      registers,
    }),
    streamEventsSent: new Counter({
      name: "svc_stream_events_sent_total",
      help: "Events written to streams, one for each stream that gets it.",
      labelNames: ["stream", "market"],
      registers,
    }),
    streamsReset: new Counter({
      name: "svc_streams_reset_total",
      help: "Streams reset because their reader did not keep up.",
      labelNames: ["reason"],
      registers,
    }),
    connectionsRefused: new Counter({
      name: "svc_connections_refused_total",
      help: "Connections closed at once because their address had too many open.",
      registers,
    }),
    ...pollMetrics(registers),
    barsNotStored: new Counter({
      name: "svc_bar_writes_failed_total",
      help: "Writes of closed bars that failed; each is tried again.",
      registers,
    }),
    barsWaiting: new Gauge({
      name: "svc_bars_waiting",
      help: "Bars that have closed and wait for the database, in the replica that stores them.",
      registers,
    }),
    barsLeading: new Gauge({
      name: "svc_bars_leading",
      help: "1 in the replica that stores the bars, else 0.",
      registers,
    }),
    partnerFeesBooked: new Counter({
      name: "svc_partner_fees_booked_total",
      help: "Fees of referred people that this replica has booked for their partners.",
      registers,
    }),
  };
}

/** Metrics of periodic reads; `market` is empty for a read that serves every market. */
function pollMetrics(registers: Registry[]) {
  return {
    pollersRunning: new Gauge({
      name: "svc_pollers_running",
      help: "Pollers that run now, by what they poll.",
      labelNames: ["poll"],
      registers,
    }),
    polls: new Counter({
      name: "svc_polls_total",
      help: "Polls that ended, whether well or not, by what was polled.",
      labelNames: ["poll"],
      registers,
    }),
    streamsRefused: new Counter({
      name: "svc_streams_refused_total",
      help: "Requests for a stream that were refused, by the code of the error.",
      labelNames: ["code"],
      registers,
    }),
    requestsLimited: new Counter({
      name: "svc_requests_limited_total",
      help: "Requests for public market data beyond the limit of their address.",
      registers,
    }),
    pollsFailed: new Counter({
      name: "svc_polls_failed_total",
      help: "Polls that failed, by what was polled.",
      labelNames: ["poll"],
      registers,
    }),
    pollLastSuccess: new Gauge({
      name: "svc_poll_last_success_seconds",
      help: "When a running poll succeeded last, Unix seconds.",
      labelNames: ["poll", "market"],
      registers,
    }),
    marketsFollowed: new Gauge({
      name: "svc_markets_followed",
      help: "Markets of the venue that the app follows.",
      registers,
    }),
  };
}
