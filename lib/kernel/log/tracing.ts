/**
 * Spans: what a request does, and for how long. Without a tracer every function here calls its work and nothing else.
 *
 * The tracer lives on `globalThis`, because bundled route handlers have their own copy of this module, and not in
 * OpenTelemetry's global API, where the page framework would find it and send the queries of addresses.
 */

import type { AsyncLocalStorage } from "node:async_hooks";
import { processSlot } from "#lib/kernel/process-slot.ts";

/** Values of a span: no id of an account, no address, no query, no secret. */
export type SpanValues = Readonly<Record<string, string | number>>;

export type SpanStart = {
  /** Of few different ones, without ids. */
  name: string;
  kind: "server" | "client" | "internal";
  values?: SpanValues;
  /** Without it the span begins a trace. */
  parent?: Span | undefined;
  /** A `traceparent` that the span mentions as an untrusted cause. */
  link?: string | undefined;
};

export type Span = {
  /** 32 hex digits. */
  readonly traceId: string;
  /** W3C Trace Context, for the next process. */
  readonly traceparent: string;
  /** False after `end`: work that a request started and left running belongs to no span. */
  readonly isOpen: boolean;
  set: (values: SpanValues) => void;
  rename: (name: string) => void;
  /** @param failure a code or a class of errors, never a message, which may quote input */
  end: (failure?: string) => void;
};

export type Tracer = {
  readonly current: AsyncLocalStorage<Span>;
  start: (span: SpanStart) => Span;
};

const slot = processSlot<Tracer>("tracer");

/** Makes `tracer` the one of this process; `undefined` ends tracing. */
export function setTracer(tracer: Tracer | undefined): void {
  slot.value = tracer;
}

export function isTracing(): boolean {
  return slot.value !== undefined;
}

/** The open span of what runs now. */
export function currentSpan(): Span | undefined {
  const span = slot.value?.current.getStore();
  return span?.isOpen === true ? span : undefined;
}

/** Runs `work` in a span that begins a trace. `span` is undefined without a tracer. */
export function inTrace<Value>(
  start: () => Omit<SpanStart, "parent">,
  work: (span: Span | undefined) => Promise<Value>,
): Promise<Value> {
  const tracer = slot.value;
  return tracer === undefined ? work(undefined) : runIn(tracer, start(), work);
}

/** Runs `work` in a span of the trace that runs now. `span` is undefined outside of a trace: background work makes none. */
export function inSpan<Value>(
  start: () => Omit<SpanStart, "parent">,
  work: (span: Span | undefined) => Promise<Value>,
): Promise<Value> {
  const tracer = slot.value;
  const parent = currentSpan();
  if (tracer === undefined || parent === undefined) return work(undefined);
  return runIn(tracer, { ...start(), parent }, work);
}

async function runIn<Value>(
  tracer: Tracer,
  start: SpanStart,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  const span = tracer.start(start);
  try {
    const value = await tracer.current.run(span, work, span);
    span.end();
    return value;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** SQLSTATE, a code of the catalogue or of the system, or the class. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : error.name;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Ids of a `traceparent`; undefined when it is absent or malformed. */
export function readTraceparent(
  header: string | string[] | undefined,
): { traceId: string; spanId: string } | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(String(header ?? "")) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
