/** Sends spans to a collector in batches. Only a process with a collector loads this file, and OpenTelemetry with it. */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import {
  readTraceparent,
  type Span,
  type SpanStart,
  setTracer,
  type Tracer,
} from "#lib/kernel/log/tracing.ts";
import type { Config } from "#lib/platform/config/config.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { Stop } from "./process-part.ts";

/** Spans that wait in memory; about 1 KB each. */
const MAX_WAITING = 4_096;
const MAX_IN_A_BATCH = 512;
const BATCH_EVERY_MS = 2_000;
/** A collector that takes longer has failed this batch. Also the longest wait at the stop, which may take 10 s in all. */
const EXPORT_TIMEOUT_MS = 3_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Makes this process trace. Nothing waits for the collector but the stop, for 3 s at most.
 * @param url of the collector, OTLP over HTTP, without `/v1/traces`
 * @param headers `NAME=VALUE` separated by commas, the values percent-encoded
 */
export function openTraces({ url, headers }: NonNullable<Config["traceCollector"]>): Stop {
  const exporter = new OTLPTraceExporter({
    headers: headersOf(headers?.reveal()),
    url: `${url.replace(/\/+$/, "")}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "svc-app" }),
    spanProcessors: [new CountedBatches(exporter)],
  });
  const tracer = provider.getTracer("svc");
  setTracer({
    current: new AsyncLocalStorage(),
    start: (start) => {
      const { name, kind, values, parent } = start;
      const options = { kind: KINDS[kind], attributes: { ...values }, links: linksOf(start) };
      return new TracedSpan(tracer.startSpan(name, options, contextOf(parent)));
    },
  } satisfies Tracer);
  return async () => {
    setTracer(undefined);
    // What could not be sent is counted.
    await Promise.race([provider.shutdown().catch(() => undefined), wait(EXPORT_TIMEOUT_MS)]);
  };
}

function headersOf(text = ""): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}

class TracedSpan implements Span {
  readonly traceId: string;
  readonly traceparent: string;
  readonly span: OtelSpan;

  constructor(span: OtelSpan) {
    const { traceId, spanId } = span.spanContext();
    this.span = span;
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-01`;
  }

  get isOpen(): boolean {
    return this.span.isRecording();
  }

  set(values: Readonly<Record<string, string | number>>): void {
    this.span.setAttributes({ ...values });
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.span.setAttribute("error.type", failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    if (this.isOpen) this.span.end();
  }
}

function contextOf(parent: Span | undefined): Context {
  return parent instanceof TracedSpan ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT;
}

function linksOf({ link }: SpanStart) {
  const ids = readTraceparent(link);
  return ids === undefined ? [] : [{ context: { ...ids, traceFlags: TraceFlags.NONE } }];
}

/** A batch processor that counts what it loses: beyond its queue here, and what the exporter could not send below. */
class CountedBatches implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  /** Ended spans that no batch has taken. */
  #waiting = 0;

  constructor(exporter: SpanExporter) {
    const counted: SpanExporter = {
      export: (spans, done) => {
        this.#waiting -= spans.length;
        exporter.export(spans, (result) => {
          if (result.code === 0) metrics().traceSpansSent.inc(spans.length);
          else metrics().traceSpansDropped.inc({ reason: "collector" }, spans.length);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    };
    this.#batches = new BatchSpanProcessor({
      exporter: counted,
      maxQueueSize: MAX_WAITING,
      maxExportBatchSize: MAX_IN_A_BATCH,
      scheduledDelayMillis: BATCH_EVERY_MS,
      // Longer than the exporter's own, which then counts the loss.
      exportTimeoutMillis: EXPORT_TIMEOUT_MS * 2,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= MAX_WAITING) return metrics().traceSpansDropped.inc({ reason: "queue" });
    this.#waiting += 1;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}

function wait(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds).unref();
  return promise;
}
