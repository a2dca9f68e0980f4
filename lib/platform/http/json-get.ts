/**
 * One bounded read of JSON from another process. On `node:http` and not on `fetch`: the page framework replaces
 * the global `fetch` with one that caches, and a poll must never be answered from a cache.
 */
import http from "node:http";
import https from "node:https";
import type { Timers } from "#lib/platform/timers.ts";

export type UpstreamFailure =
  | "timeout"
  | "unreachable"
  /** Answered with another status than 200; see `status`. */
  | "status"
  | "too_large"
  /** The caller aborted it; see `signal`. */
  | "aborted"
  /** Answered 200 with something that is not the documented JSON. */
  | "unexpected";

/** A reader never waits longer than a minute, whatever a broken peer asks for: no limit of the venue is longer. */
const LONGEST_RETRY_MS = 60_000;

/** The only error that a read of another process throws. */
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

export type JsonGetOptions = {
  agent: http.Agent;
  /** From the connect to the last byte. */
  timeoutMs: number;
  maxBytes: number;
  /** The peer's name in messages, where its address may contain a key; the address when absent. */
  name?: string;
  /** For tests; the process's own when absent. */
  timers?: Pick<Timers, "after"> | undefined;
  /** Sent beside those of the body. */
  headers?: Record<string, string>;
  /** Aborts the read. */
  signal?: AbortSignal | undefined;
};

/** With a body the read is a POST. */
type Question = { url: string; body?: string };

type Answer = { value: unknown; text: string };

type RawAnswer = { status: number; retryAfter: string | undefined; text: string };

/** A keep-alive agent for one upstream, of the right protocol. */
export function keepAliveAgent(baseUrl: string): http.Agent {
  const options: http.AgentOptions = { keepAlive: true, maxSockets: 64, scheduling: "lifo" };
  return baseUrl.startsWith("https:") ? new https.Agent(options) : new http.Agent(options);
}

/** Reads `url` and parses its JSON. @throws UpstreamError and nothing else. */
export function jsonGet(url: string, options: JsonGetOptions): Promise<Answer> {
  return read({ url }, options);
}

/** Sends a read as a JSON body, as JSON-RPC does. It may be sent twice. */
export function jsonPost(url: string, question: unknown, options: JsonGetOptions): Promise<Answer> {
  return read({ url, body: JSON.stringify(question) }, options);
}

async function read(question: Question, options: JsonGetOptions): Promise<Answer> {
  const name = options.name ?? question.url;
  const { signal: deadline, cancel } = deadlineOf(options);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  try {
    const { status, retryAfter, text } = await fetchText(question, options, signal).catch(
      (thrown: unknown) => {
        if (thrown instanceof StaleSocketError) return fetchText(question, options, signal);
        throw thrown;
      },
    );
    if (status !== 200) {
      const retryAfterMs = status === 429 ? retryMilliseconds(retryAfter) : undefined;
      const code = refusalCode(text);
      const said = code === undefined ? String(status) : `${status} ${code}`;
      const details = { status, retryAfterMs, code };
      throw new UpstreamError("status", `${name} answered ${said}`, details);
    }
    return { value: parseJson(name, text), text };
  } catch (thrown) {
    if (options.signal?.aborted && !deadline.aborted && !(thrown instanceof UpstreamError)) {
      throw new UpstreamError("aborted", `${name} was not waited for`);
    }
    throw asUpstreamError(name, signal, thrown);
  } finally {
    cancel();
  }
}

function deadlineOf({ timeoutMs, timers }: JsonGetOptions): {
  signal: AbortSignal;
  cancel: () => void;
} {
  if (timers === undefined) return { signal: AbortSignal.timeout(timeoutMs), cancel: () => {} };
  const controller = new AbortController();
  return {
    signal: controller.signal,
    cancel: timers.after(timeoutMs, () => controller.abort()),
  };
}

/** `error` of a JSON body, when it looks like a code. */
function refusalCode(text: string): string | undefined {
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

/** The peer closed an idle keep-alive connection just as it was reused: one more attempt is safe for a read. */
class StaleSocketError extends Error {}

function fetchText(
  { url, body }: Question,
  options: JsonGetOptions,
  signal: AbortSignal,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const transport = url.startsWith("https:") ? https : http;
    const settings: http.RequestOptions = {
      agent: options.agent,
      signal,
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...options.headers,
        ...(body !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        }),
      },
    };
    const request = transport.request(url, settings, (response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = response.headers["retry-after"];
      readBody(response, options.maxBytes).then(
        (text) => resolve({ status, retryAfter, text }),
        reject,
      );
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(stale ? new StaleSocketError(error.message) : error);
    });
    request.end(body);
  });
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("unexpected", `${name} did not answer with JSON`);
  }
}

async function readBody(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      response.destroy();
      throw new UpstreamError("too_large", `the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

function asUpstreamError(name: string, signal: AbortSignal, thrown: unknown): UpstreamError {
  if (thrown instanceof UpstreamError) return thrown;
  if (signal.aborted) return new UpstreamError("timeout", `${name} did not answer in time`);
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new UpstreamError("unreachable", `${name} cannot be reached: ${reason}`);
}
