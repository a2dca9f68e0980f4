/** The app's Prometheus metrics, one registry a process. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processSlot } from "#lib/kernel/process-slot.ts";

export type Metrics = {
  registry: Registry;
  streamsOpen: Gauge<"stream" | "market">;
  streamEventsSent: Counter<"stream" | "market">;
  streamsReset: Counter<"reason">;
  streamsRefused: Counter<"code">;
  requestsLimited: Counter;
  requestSeconds: Histogram<"kind" | "status">;
  connectionsRefused: Counter;
  pollersRunning: Gauge<"poll">;
  polls: Counter<"poll">;
  pollsFailed: Counter<"poll">;
  pollLastSuccess: Gauge<"poll" | "market">;
  marketsFollowed: Gauge;
  barsNotStored: Counter;
  barsWaiting: Gauge;
  barsLeading: Gauge;
  marketsPolled: Gauge;
  partnerFeesBooked: Counter;
} & ReturnType<typeof traceMetrics> &
  ReturnType<typeof webhookMetrics>;

const slot = processSlot<Metrics>("metrics");

/** The metrics of this process, made at first use; they include event-loop lag, memory and garbage collection. */
export function metrics(): Metrics {
  slot.value ??= createMetrics();
  return slot.value;
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
    requestSeconds: new Histogram({
      name: "svc_http_request_seconds",
      help: "Time from a request to the end of its answer, streams excepted, by kind (page, api or file) and status; `aborted` when the client left before.",
      labelNames: ["kind", "status"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
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
    marketsPolled: new Gauge({
      name: "svc_markets_polled",
      help: "1 in a replica that polls the venue for market data, 0 in one that another replica tells.",
      registers,
    }),
    partnerFeesBooked: new Counter({
      name: "svc_partner_fees_booked_total",
      help: "Fees of referred people that this replica has booked for their partners.",
      registers,
    }),
    ...traceMetrics(registers),
    ...webhookMetrics(registers),
  };
}

function traceMetrics(registers: Registry[]) {
  return {
    traceSpansSent: new Counter({
      name: "svc_trace_spans_sent_total",
      help: "Spans that the collector of traces has taken.",
      registers,
    }),
    traceSpansDropped: new Counter({
      name: "svc_trace_spans_dropped_total",
      help: "Spans that were lost, by reason: queue, which was full, or collector, which did not take them.",
      labelNames: ["reason"],
      registers,
    }),
  };
}

/** Metrics of deliveries. Lateness includes the time for which a webhook was paused or at its limits. */
function webhookMetrics(registers: Registry[]) {
  return {
    webhookAttempts: new Counter({
      name: "svc_webhook_attempts_total",
      help: "Attempts of this replica that ended, by result: delivered, or why they failed.",
      labelNames: ["result"],
      registers,
    }),
    webhookLateness: new Histogram({
      name: "svc_webhook_lateness_seconds",
      help: "Time from the moment an attempt was due to its begin.",
      buckets: [0.005, 0.015, 0.05, 0.1, 0.5, 1, 5, 30, 300, 3_600],
      registers,
    }),
    webhookOldestDue: new Gauge({
      name: "svc_webhook_oldest_due_seconds",
      help: "For how long the oldest work of all active webhooks has been due, measured once a minute.",
      registers,
    }),
    webhooksInFlight: new Gauge({
      name: "svc_webhook_in_flight",
      help: "Attempts of this replica that are under way.",
      registers,
    }),
    webhooksPaused: new Gauge({
      name: "svc_webhook_paused",
      help: "Webhooks of all accounts that are paused, counted once a minute.",
      registers,
    }),
    webhooksLost: new Counter({
      name: "svc_webhook_lost_total",
      help: "Attempts that this replica repeated because the process that made them ended.",
      registers,
    }),
    webhooksBlocked: new Counter({
      name: "svc_webhook_blocked_total",
      help: "Attempts whose host has an address that must not be reached.",
      registers,
    }),
    webhooksRepaired: new Counter({
      name: "svc_webhook_repairs_total",
      help: "Lanes that would have woken too late for their work; anything but 0 is a fault of the service.",
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
