/**
 * One bounded GET of JSON from another process. On `node:http` and not on `fetch`: the page framework replaces
 * the global `fetch` with one that caches, and a poll must never be answered from a cache.
 */
import http from "node:http";
import https from "node:https";

export type UpstreamFailure =
  | "timeout"
  | "unreachable"
  /** Answered with another status than 200; see `status`. */
  | "status"
  | "too_large"
  /** Answered 200 with something that is not the documented JSON. */
  | "unexpected";

/** Whatever a broken peer asks for, a reader looks again after a minute: no limit of the venue is longer. */
const LONGEST_RETRY_MS = 60_000;

/** The only error that a read of another process throws. */
export class UpstreamError extends Error {
  readonly failure: UpstreamFailure;
  readonly status: number | undefined;
  /** So long the peer wants to be left alone, at most a minute; only of a 429 that says it. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: UpstreamFailure,
    message: string,
    details: { status?: number; retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.name = "UpstreamError";
    this.failure = failure;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export type JsonGetOptions = {
  agent: http.Agent;
  /** From the connect to the last byte. */
  timeoutMs: number;
  maxBytes: number;
};

type Answer = { value: unknown; text: string };

type RawAnswer = { status: number; retryAfter: string | undefined; text: string };

/** A keep-alive agent for one upstream, of the right protocol. */
export function keepAliveAgent(baseUrl: string): http.Agent {
  const options: http.AgentOptions = { keepAlive: true, maxSockets: 64, scheduling: "lifo" };
  return baseUrl.startsWith("https:") ? new https.Agent(options) : new http.Agent(options);
}

/** Reads `url` and parses its JSON. @throws UpstreamError and nothing else. */
export async function jsonGet(url: string, options: JsonGetOptions): Promise<Answer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const { status, retryAfter, text } = await fetchText(url, options, signal).catch(
      (thrown: unknown) => {
        if (thrown instanceof StaleSocketError) return fetchText(url, options, signal);
        throw thrown;
      },
    );
    if (status !== 200) {
      const retryAfterMs = status === 429 ? retryMilliseconds(retryAfter) : undefined;
      throw new UpstreamError("status", `${url} answered ${status}`, { status, retryAfterMs });
    }
    return { value: parseJson(url, text), text };
  } catch (thrown) {
    throw asUpstreamError(url, signal, thrown);
  }
}

/** Retry-After in seconds, which is how the venue writes it; in another form it counts as absent. */
function retryMilliseconds(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d+$/.test(header)) return undefined;
  return Math.min(Number(header) * 1_000, LONGEST_RETRY_MS);
}

/** The peer closed an idle keep-alive connection just as it was taken again: one more try is safe for a read. */
class StaleSocketError extends Error {}

function fetchText(url: string, options: JsonGetOptions, signal: AbortSignal): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const transport = url.startsWith("https:") ? https : http;
    const request = transport.get(url, { agent: options.agent, signal }, (response) => {
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
  });
}

function parseJson(url: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("unexpected", `${url} did not answer with JSON`);
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

function asUpstreamError(url: string, signal: AbortSignal, thrown: unknown): UpstreamError {
  if (thrown instanceof UpstreamError) return thrown;
  if (signal.aborted) return new UpstreamError("timeout", `${url} did not answer in time`);
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new UpstreamError("unreachable", `${url} can not be reached: ${reason}`);
}
