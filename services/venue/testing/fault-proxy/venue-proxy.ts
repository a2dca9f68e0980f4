/** An HTTP proxy on the loopback address, between a venue and its clients, that fails the requests that a test chooses. */
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { refusalError, ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing/signing.ts";
import { FRESHNESS } from "#services/venue/engine/replay-protection.ts";
import type { Fault } from "./faults.ts";

export type ProxiedRequest = {
  method: string;
  /** The path with its query. */
  target: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The signer, or the account that made the API key through this proxy. */
  account: string | undefined;
};

export type ProxiedAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

export type VenueProxyOptions = {
  venueUrl: string;
  faultOf: (request: ProxiedRequest) => Fault | undefined | Promise<Fault | undefined>;
  /** The proxy's own answers; `undefined` for every request that goes to the venue. */
  ownAnswer?: (request: ProxiedRequest) => ProxiedAnswer | undefined;
};

export type VenueProxy = { url: string; close: () => Promise<void> };

/** They are about one connection, and the proxy has two. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding", "content-length"];

export async function startVenueProxy(options: VenueProxyOptions): Promise<VenueProxy> {
  // A kept connection that the venue ends just as it is used again would be a fault that no test asked for.
  const agent = new http.Agent({ keepAlive: false });
  const venue: Venue = {
    address: new URL(options.venueUrl),
    agent,
    accounts: new Map(),
  };
  const server = http.createServer((incoming, outgoing) => {
    pass(venue, options, { incoming, outgoing }).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    agent.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

type Venue = {
  address: URL;
  agent: http.Agent;
  /** The account of each API key that was made through this proxy. */
  accounts: Map<string, string>;
};

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

async function pass(
  venue: Venue,
  { faultOf, ownAnswer }: VenueProxyOptions,
  { incoming, outgoing }: Exchange,
): Promise<void> {
  const request = await readRequest(venue, incoming);
  const own = ownAnswer?.(request);
  if (own !== undefined) return send(outgoing, own);
  const fault = await faultOf(request);
  if (fault === undefined) return passOn(venue, request, outgoing);
  if (fault.kind === "refuse") return send(outgoing, refusal(refusalError(fault)));
  if (fault.kind === "alter") return send(outgoing, altered(await forward(venue, request), fault));
  if (fault.kind === "clock_skew") {
    return send(outgoing, await answerByClock(venue, request, fault.ms));
  }
  const answer = fault.when === "after" ? await forward(venue, request) : undefined;
  if (fault.kind === "silence") return;
  if (fault.kind === "drop_answer") {
    outgoing.destroy();
    return;
  }
  await sleep(fault.ms);
  send(outgoing, answer ?? (await forward(venue, request)));
}

async function readRequest(venue: Venue, incoming: IncomingMessage): Promise<ProxiedRequest> {
  const { method = "GET", url: target = "/", headers } = incoming;
  const signedBy = headers[SIGNATURE_HEADER.account];
  const account = typeof signedBy === "string" ? signedBy : undefined;
  return {
    method,
    target,
    path: target.split("?", 1)[0] ?? "/",
    headers,
    body: await buffer(incoming),
    account: account ?? venue.accounts.get(headers.authorization ?? ""),
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: ProxiedAnswer): void {
  const own = { ...withoutConnection(headers), "content-length": body.length };
  outgoing.writeHead(status, own).end(body);
}

/** A stream has no end, so its events are passed on as they come. */
async function passOn(
  venue: Venue,
  request: ProxiedRequest,
  outgoing: ServerResponse,
): Promise<void> {
  const answer = await ask(venue, request);
  const { "content-type": type = "" } = answer.headers;
  if (!type.startsWith("text/event-stream"))
    return send(outgoing, await whole(venue, request, answer));
  outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers)).flushHeaders();
  // Either side may end it.
  await pipeline(answer, outgoing).catch(() => undefined);
}

async function forward(venue: Venue, request: ProxiedRequest): Promise<ProxiedAnswer> {
  return whole(venue, request, await ask(venue, request));
}

function ask(venue: Venue, request: ProxiedRequest): Promise<IncomingMessage> {
  const { method, target: path, body } = request;
  const { hostname, port } = venue.address;
  const length = body.length > 0 ? { "content-length": body.length } : {};
  const headers = { ...withoutConnection(request.headers), ...length };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const toVenue = { agent: venue.agent, hostname, port, method, path, headers };
    http.request(toVenue, resolve).on("error", reject).end(body);
  });
}

async function whole(
  venue: Venue,
  request: ProxiedRequest,
  answer: IncomingMessage,
): Promise<ProxiedAnswer> {
  const status = answer.statusCode ?? 502;
  const passed = { status, headers: answer.headers, body: await buffer(answer) };
  rememberKey(venue, request, passed);
  return passed;
}

/** Requests with only an API key belong to the account that made the key. */
function rememberKey(venue: Venue, request: ProxiedRequest, { status, body }: ProxiedAnswer): void {
  const { method, path, account } = request;
  if (method !== "POST" || path !== "/v1/keys" || status !== 201 || account === undefined) return;
  const { key } = JSON.parse(body.toString()) as { key: string };
  venue.accounts.set(`Bearer ${key}`, account);
}

/** The answer with another value in a field of each row, or of its one record. */
function altered(answer: ProxiedAnswer, { field, value }: Fault): ProxiedAnswer {
  const body: unknown = JSON.parse(answer.body.toString());
  const alter = (row: unknown) => (isRecord(row) ? { ...row, [field]: value } : row);
  if (Array.isArray(body)) return { ...answer, body: json(body.map(alter)) };
  if (!isRecord(body) || !Array.isArray(body["results"])) {
    return { ...answer, body: json(alter(body)) };
  }
  return { ...answer, body: json({ ...body, results: body["results"].map(alter) }) };
}

/** The answer of a venue whose clock is `ahead` milliseconds ahead of this one. */
async function answerByClock(
  venue: Venue,
  request: ProxiedRequest,
  ahead: number,
): Promise<ProxiedAnswer> {
  const clock = { ...request, method: "GET", target: "/v1/time", path: "/v1/time" };
  const answer = await forward(venue, { ...clock, body: Buffer.alloc(0) });
  const { server_time } = JSON.parse(answer.body.toString()) as { server_time: number };
  const now = server_time + ahead;
  if (request.path === "/v1/time") return { ...answer, body: json({ server_time: now }) };
  const signedAt = request.headers[SIGNATURE_HEADER.timestamp];
  const age = now - Number(signedAt ?? now);
  if (age <= FRESHNESS.pastMilliseconds && -age <= FRESHNESS.futureMilliseconds) {
    return forward(venue, request);
  }
  const problem = new ServiceError("TIMESTAMP_OUT_OF_WINDOW", { serverTime: now });
  return refusal(problem.withData({ server_time: now }));
}

/** The same refusal as the venue's own. */
function refusal(problem: ServiceError): ProxiedAnswer {
  const { status, body } = toErrorBody(problem);
  const type = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  const wait = status === 429 || status === 503 ? { "retry-after": "1" } : {};
  return { status, headers: { ...type, ...wait }, body: json(body) };
}

function withoutConnection<Value>(headers: Record<string, Value>): Record<string, Value> {
  const forwarded = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name));
  return Object.fromEntries(forwarded);
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
