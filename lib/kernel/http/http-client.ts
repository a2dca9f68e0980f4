/**
 * Requests to processes and hosts that the operator configured, each with a limit of time and size. On `node:http` and not
 * on `fetch`: it adds no headers and follows no redirects, and the page framework replaces `fetch` with one that caches.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { inSpan } from "#lib/kernel/log/tracing.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";

export type UpstreamFailure =
  | "timeout"
  | "unreachable"
  /** Answered with another status than 200; see `status`. Of JSON reads only. */
  | "status"
  | "too_large"
  /** The caller aborted it; see `signal`. */
  | "aborted"
  /** Answered 200 with something that is not the documented JSON. Of JSON reads only. */
  | "unexpected";

/** A reader never waits longer than a minute, whatever a broken peer asks for: no limit of the venue is longer. */
const LONGEST_RETRY_MS = 60_000;
/** How much of a refusal without a code is logged. */
const SHOWN_CHARACTERS = 200;

/** The only error of its own that a request throws. */
export class UpstreamError extends Error {
  readonly failure: UpstreamFailure;
  readonly status: number | undefined;
  /** How long the peer asks to wait, at most a minute; only of a 429 with Retry-After. */
  readonly retryAfterMs: number | undefined;
  /** The error code, when the peer answers with one of the catalogue. */
  readonly code: string | undefined;

  constructor(
    failure: UpstreamFailure,
    message: string,
    details: { status?: number; retryAfterMs?: number | undefined; code?: string | undefined } = {},
  ) {
    super(message);
    this.name = "UpstreamError";
    this.failure = failure;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.code = details.code;
  }
}

/** Filled while a request is under way: where it went, and when each step was done, by `performance.now()`. */
export type Trace = {
  address?: string | undefined;
  resolvedAt?: number;
  connectedAt?: number;
  headAt?: number;
};

export type HttpRequest = {
  url: string | URL;
  /** Default: GET. */
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** All headers that are sent, beside Host and Content-Length. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** `false`: a connection of its own. */
  agent: http.Agent | false;
  /**
   * True: it may arrive twice, so that it is sent once more when a kept connection ends before any byte of the answer. Default:
   * true for GET.
   */
  isRepeatable?: boolean;
  /** From the connect to the last byte. */
  signal: AbortSignal;
  maxBytes: number;
  /** A longer body is cut at `maxBytes`, and not refused. */
  cutsBody?: boolean;
  /** The peer's name in messages, where its address may contain a key; the address when absent. */
  name?: string;
  /** What it is in a trace. The venue also gets the trace's id; others do not. Default: outbound. */
  peer?: "venue" | "oracle" | "chain" | "custody" | "model";
  /** Where the connection goes, instead of what the address says. */
  connection?: Pick<RequestOptions, "lookup" | "port" | "ca"> & { reusableFor?: string };
  trace?: Trace;
  /** Refuses an answer by its head, by throwing; the body is then not read. */
  checkHead?: (status: number, headers: IncomingHttpHeaders) => void;
};

export type HttpAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
};

/** A keep-alive agent for one upstream, of the right protocol. */
export function keepAliveAgent(baseUrl: string, maxSockets = 64): http.Agent {
  const options: http.AgentOptions = { keepAlive: true, maxSockets, scheduling: "lifo" };
  return baseUrl.startsWith("https:") ? new https.Agent(options) : new http.Agent(options);
}

/**
 * Sends the request once; unless it is repeatable it is never repeated, because a write may have arrived. Every status is an
 * answer.
 * @throws UpstreamError, and what `checkHead` throws
 */
export async function sendHttp(request: HttpRequest): Promise<HttpAnswer> {
  try {
    const { method = "GET", isRepeatable = method === "GET" } = request;
    return await traced(request, isRepeatable ? exchangeAgain : exchange);
  } catch (error) {
    if (error instanceof HeadRefusal) throw error.cause;
    throw asUpstreamError(request, error);
  }
}

export type JsonOptions = Pick<HttpRequest, "maxBytes" | "name" | "headers" | "peer"> & {
  agent: http.Agent;
  /** From the connect to the last byte. */
  timeoutMs: number;
  /** For tests; the process's own when absent. */
  timers?: Pick<Timers, "after"> | undefined;
  /** Aborts the read. */
  signal?: AbortSignal | undefined;
  /** Says in the error what the peer wrote instead of a code. Not for a peer that may repeat a credential. */
  quotesRefusal?: boolean;
};

export type JsonAnswer = { value: unknown; text: string };

/** Reads `url` and parses its JSON. @throws UpstreamError and nothing else. */
export function jsonGet(url: string, options: JsonOptions): Promise<JsonAnswer> {
  return readJson({ url }, options);
}

/** Sends a read as a JSON body, as JSON-RPC does. It may be sent twice. */
export function jsonPost(
  url: string,
  question: unknown,
  options: JsonOptions,
): Promise<JsonAnswer> {
  const headers = { ...options.headers, "content-type": "application/json" };
  const body = JSON.stringify(question);
  return readJson({ url, method: "POST", body }, { ...options, headers });
}

async function readJson(
  question: Pick<HttpRequest, "url" | "method" | "body">,
  { timeoutMs, timers, signal: given, quotesRefusal = false, ...options }: JsonOptions,
): Promise<JsonAnswer> {
  const { signal: deadline, cancel } = deadlineAfter(timeoutMs, timers);
  const signal = given ? AbortSignal.any([deadline, given]) : deadline;
  const request = { ...question, ...options, signal };
  try {
    const answer = await traced(request, exchangeAgain);
    const name = nameOf(request);
    const text = answer.body.toString("utf8");
    if (answer.status !== 200) throw statusError(name, answer, { text, quotesRefusal });
    return { value: parseJson(name, text), text };
  } catch (error) {
    throw asUpstreamError(request, error);
  } finally {
    cancel();
  }
}

function deadlineAfter(
  timeoutMs: number,
  timers: Pick<Timers, "after"> | undefined,
): { signal: AbortSignal; cancel: () => void } {
  if (timers === undefined) return { signal: AbortSignal.timeout(timeoutMs), cancel: () => {} };
  const controller = new AbortController();
  const late = new DOMException("the time is over", "TimeoutError");
  return {
    signal: controller.signal,
    cancel: timers.after(timeoutMs, () => controller.abort(late)),
  };
}

function statusError(
  name: string,
  { status, headers }: HttpAnswer,
  { text, quotesRefusal }: { text: string; quotesRefusal: boolean },
): UpstreamError {
  const retryAfterMs = status === 429 ? retryMilliseconds(headers["retry-after"]) : undefined;
  const code = refusalCode(text);
  const quoted = quotesRefusal && text !== "" ? `: ${text.slice(0, SHOWN_CHARACTERS)}` : "";
  const message = `${name} answered ${status}${code === undefined ? quoted : ` ${code}`}`;
  return new UpstreamError("status", message, { status, retryAfterMs, code });
}

/** `error` of a JSON body, when it looks like a code. */
export function refusalCode(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const code: unknown =
      typeof body === "object" && body !== null ? Reflect.get(body, "error") : undefined;
    return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Retry-After in seconds, as the venue writes it; any other form counts as absent. */
function retryMilliseconds(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d+$/.test(header)) return undefined;
  return Math.min(Number(header) * 1_000, LONGEST_RETRY_MS);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("unexpected", `${name} did not answer with JSON`);
  }
}

/** The peer closed an idle keep-alive connection just as it was reused. */
class StaleSocketError extends Error {}

/** Carries what `checkHead` threw. */
class HeadRefusal extends Error {}

/** Sends the request in a span. The address is not in it: it may contain an id or a key. */
function traced(
  request: HttpRequest,
  send: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const { method = "GET", peer = "outbound", headers } = request;
  const start = () => ({
    name: `${method} ${peer}`,
    kind: "client" as const,
    values: { "http.request.method": method, "svc.peer": peer },
  });
  return inSpan(start, async (span) => {
    if (span === undefined) return send(request);
    const passed = peer === "venue" && { headers: { ...headers, traceparent: span.traceparent } };
    const answer = await send({ ...request, ...passed });
    span.set({ "http.response.status_code": answer.status });
    return answer;
  });
}

/** The second time on a connection of its own: others that are kept may have ended too. */
async function exchangeAgain(request: HttpRequest): Promise<HttpAnswer> {
  try {
    return await exchange(request);
  } catch (error) {
    if (error instanceof StaleSocketError) return exchange({ ...request, agent: false });
    throw error;
  }
}

function exchange(request: HttpRequest): Promise<HttpAnswer> {
  const { url, method = "GET", body, agent, signal, connection, trace = {} } = request;
  const headers: Record<string, string> = { ...request.headers };
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  const isSecure = String(url).startsWith("https:");
  const transport = isSecure ? https : http;
  return new Promise((resolve, reject) => {
    const options = { ...connection, method, headers, agent, signal };
    const outgoing = transport.request(url, options, (response) => {
      trace.headAt = performance.now();
      read(response, request).then(resolve, (error: unknown) => {
        response.destroy();
        reject(error as Error);
      });
    });
    let isAnswered = false;
    outgoing.on("socket", (socket) => {
      const connected = () => {
        trace.address = socket.remoteAddress;
        trace.connectedAt = performance.now();
      };
      if (!outgoing.reusedSocket)
        return socket.once(isSecure ? "secureConnect" : "connect", connected);
      connected();
      socket.once("data", () => {
        isAnswered = true;
      });
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const isUnanswered = outgoing.reusedSocket && !isAnswered;
      const isStale = isUnanswered && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(isStale ? new StaleSocketError(error.message, { cause: error }) : error);
    });
    outgoing.end(body);
  });
}

async function read(
  response: IncomingMessage,
  { maxBytes, checkHead, cutsBody = false }: HttpRequest,
): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = response;
  try {
    checkHead?.(status, headers);
  } catch (error) {
    throw new HeadRefusal("refused by its head", { cause: error });
  }
  const tooLarge = () =>
    new UpstreamError("too_large", `the answer is larger than ${maxBytes} bytes`);
  if (!cutsBody && Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes && !cutsBody) throw tooLarge();
    chunks.push(chunk);
    // Leaving the loop closes the connection.
    if (size > maxBytes) break;
  }
  return { status, headers, body: Buffer.concat(chunks, Math.min(size, maxBytes)) };
}

function asUpstreamError(request: HttpRequest, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const name = nameOf(request);
  const { signal } = request;
  if (signal.aborted) {
    const isLate = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
    return isLate
      ? new UpstreamError("timeout", `${name} did not answer in time`)
      : new UpstreamError("aborted", `${name} was not waited for`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new UpstreamError("unreachable", `${name} cannot be reached: ${reason}`);
}

function nameOf({ name, url }: HttpRequest): string {
  return name ?? String(url);
}
