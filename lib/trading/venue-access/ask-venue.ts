/** Sends one request to the venue and passes its answer on. */
import "server-only";
import type { Agent } from "node:http";
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  type HttpAnswer,
  type HttpRequest,
  keepAliveAgent,
  refusalCode,
  sendHttp,
  UpstreamError,
} from "#lib/kernel/http/http-client.ts";
import { httpRuntime } from "#lib/platform/http/runtime.ts";
import { venueOfRequests } from "./venue-of-requests.ts";

/** A write without an answer within 5 s is unknown (docs/api/README.md). */
const TIMEOUT_MS = 5_000;
/** Writes of all users; each waits for the venue's answer. */
const MAX_CONNECTIONS = 128;
/** The longest list of orders takes a few hundred kilobytes. */
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;

export type VenueRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query, from /v1 on. */
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array;
};

/** The same break of a contract is logged once in this time. */
const REPORT_EVERY_MS = 60_000;
const MAX_REPORTED = 1_000;

const agents = new Map<string, Agent>();

/** One for each service, so that its connections are kept. */
function agentOf(url: string): Agent {
  const { origin } = new URL(url);
  const agent = agents.get(origin) ?? keepAliveAgent(origin, MAX_CONNECTIONS);
  agents.set(origin, agent);
  return agent;
}

/**
 * Asks the primary. What a standby refuses goes to the next address; a write that may have arrived is not sent again.
 * @throws VENUE_TIMEOUT, VENUE_UNREACHABLE (also for a redirect or an answer that is not JSON)
 */
export async function askVenue({ path, ...request }: VenueRequest): Promise<HttpAnswer> {
  const addresses = venueOfRequests();
  for (let left = addresses.count; ; left -= 1) {
    const url = addresses.current;
    try {
      const answer = await askJson(`${url}${path}`, { ...request, peer: "venue" });
      const isPrimary = answer.status !== 503 || errorCode(answer) !== "NOT_PRIMARY";
      if (!isPrimary) addresses.moveFrom(url);
      if (isPrimary || left <= 1) return answer;
    } catch (error) {
      const isLate = error instanceof ServiceError && error.code === "VENUE_TIMEOUT";
      addresses.moveFrom(url, isLate);
      if (request.method !== "GET" || isLate || left <= 1) throw error;
    }
  }
}

/** The same for any service with the venue's conventions. */
export async function askJson(
  url: string,
  request: Omit<VenueRequest, "path"> & Pick<HttpRequest, "peer">,
  timeoutMilliseconds = TIMEOUT_MS,
): Promise<HttpAnswer> {
  try {
    const answer = await sendHttp({
      ...request,
      url,
      agent: agentOf(url),
      signal: AbortSignal.timeout(timeoutMilliseconds),
      maxBytes: ANSWER_LIMIT_BYTES,
    });
    const isJson = /^application\/json\b/i.test(answer.headers["content-type"] ?? "");
    const isFinal = answer.status >= 200 && !(answer.status >= 300 && answer.status < 400);
    // Any other answer does not come from the venue itself, and a page of another server must not be passed on.
    if (!isJson || !isFinal) throw new Error(`an answer of ${answer.status} that is not JSON`);
    return answer;
  } catch (error) {
    const timedOut = error instanceof UpstreamError && error.failure === "timeout";
    const refusal = new ServiceError(timedOut ? "VENUE_TIMEOUT" : "VENUE_UNREACHABLE");
    refusal.cause = error;
    throw refusal;
  }
}

/** The answer's status and bytes, untouched. */
export function verbatim(answer: HttpAnswer): Response {
  const headers = new Headers({ "content-type": "application/json" });
  const retryAfter = answer.headers["retry-after"];
  if (retryAfter !== undefined) headers.set("retry-after", retryAfter);
  return new Response(answer.body, { status: answer.status, headers });
}

/** The body of an answer; `undefined` when it is not JSON. */
export function bodyOf(answer: HttpAnswer): unknown {
  try {
    return JSON.parse(answer.body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The body of a successful answer. One that breaks its contract is logged with the field, at most once a minute, and
 * never used.
 * @throws VENUE_UNREACHABLE
 */
export function checkedBody<Contract extends z.ZodType>(
  answer: HttpAnswer,
  { path, contract }: { path: string; contract: Contract },
): z.output<Contract> {
  const parsed = contract.safeParse(bodyOf(answer));
  if (parsed.success) return parsed.data;
  report(path, parsed.error);
  throw new ServiceError("VENUE_UNREACHABLE");
}

/** What was logged, and when: pages read every few seconds. */
const reported = new Map<string, number>();

function report(path: string, { issues: [issue] }: z.ZodError): void {
  const details = {
    path: path.split("?")[0],
    field: issue?.path.join("."),
    problem: issue?.message,
  };
  reportOnce(details, "the venue's answer breaks its contract");
}

/** Logs an error at most once a minute. */
export function reportOnce(details: Readonly<Record<string, unknown>>, message: string): void {
  const key = JSON.stringify({ details, message });
  const { clock, log } = httpRuntime();
  const now = clock.now();
  if (now < (reported.get(key) ?? 0) + REPORT_EVERY_MS) return;
  // Paths name orders, so there can be any number of them.
  if (reported.size >= MAX_REPORTED) reported.clear();
  reported.set(key, now);
  log.error(details, message);
}

/** The catalogue code in an error body; `undefined` when there is none. */
export function errorCode(answer: HttpAnswer): string | undefined {
  return refusalCode(answer.body.toString("utf8"));
}
