/** One HTTP exchange with the venue. */
import type { Agent } from "node:http";
import { keepAliveAgent, sendHttp } from "#lib/kernel/http/http-client.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import type { SignedWrite } from "#lib/kernel/wallet.ts";

const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 4_000_000;

/** A refusal of the venue, with its code; status 0 when there was no answer at all. */
export class VenueError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: {
    status: number;
    code: string;
    message: string;
    retryAfterSeconds?: number | undefined;
  }) {
    super(refusal.message);
    this.name = "VenueError";
    this.status = refusal.status;
    this.code = refusal.code;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }

  /** True for a refusal of this one request; false when the venue is away or busy. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 401 && this.status !== 429;
  }
}

export type VenueRequest = {
  method?: "GET" | SignedWrite["method"];
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/**
 * Sends JSON and reads JSON, at the primary of several addresses that are separated by commas. A write that may have
 * arrived is not sent again.
 * @throws VenueError for every answer that is not 2xx, and for none.
 */
export async function requestVenue<Answer>(
  addresses: string,
  request: VenueRequest,
): Promise<Answer> {
  const venue = venueOf(addresses);
  for (let left = venue.count; ; left -= 1) {
    const url = venue.current;
    try {
      return await requestAt<Answer>(url, request);
    } catch (error) {
      const isStandby = error instanceof VenueError && error.code === "NOT_PRIMARY";
      const isAway = error instanceof VenueError && error.status === 0;
      if (isStandby || isAway) venue.moveFrom(url);
      const isUntouched = isStandby || (isAway && (request.method ?? "GET") === "GET");
      if (!isUntouched || left <= 1) throw error;
    }
  }
}

async function requestAt<Answer>(baseUrl: string, request: VenueRequest): Promise<Answer> {
  const { method = "GET", path, body } = request;
  const answer = await sendHttp({
    url: `${baseUrl}${path}`,
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...request.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    agent: agentOf(baseUrl),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxBytes: MAX_ANSWER_BYTES,
  }).catch((error: Error) => {
    throw new VenueError({ status: 0, code: "VENUE_UNREACHABLE", message: error.message });
  });
  const { status, headers } = answer;
  const value = parse(answer.body);
  if (status >= 200 && status < 300) return value as Answer;
  const refusal = (value ?? {}) as { error?: string; message?: string };
  const retryAfter = Number(headers["retry-after"]);
  throw new VenueError({
    status,
    code: refusal.error ?? "UNKNOWN",
    message: refusal.message ?? `The venue answered ${status}.`,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

const venues = new Map<string, VenueAddresses>();

function venueOf(addresses: string): VenueAddresses {
  const venue = venues.get(addresses) ?? new VenueAddresses(addresses);
  venues.set(addresses, venue);
  return venue;
}

const agents = new Map<string, Agent>();

function agentOf(baseUrl: string): Agent {
  const agent = agents.get(baseUrl) ?? keepAliveAgent(baseUrl);
  agents.set(baseUrl, agent);
  return agent;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
