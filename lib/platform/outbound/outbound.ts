/**
 * A request to a URL that somebody else chose. It connects to permitted addresses only: the name is resolved once, every
 * address is checked, and the connection uses those addresses and no later resolution. Time and size are bounded.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIP, isIPv6, type LookupFunction } from "node:net";
import { type NameService, nameService } from "./name-service.ts";
import { publicTargets, type Targets } from "./targets.ts";

const MOST_ADDRESSES = 16;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type OutboundRequest = {
  url: URL;
  /** GET without one, POST with one. */
  body?: Uint8Array;
  /** Beside Host and Content-Length. Redirects get them too, so they contain no credential when some are followed. */
  headers: Readonly<Record<string, string>>;
  /** Redirects of a GET that are followed, each checked like the first address. */
  mostRedirects: 0 | 3;
  /** From the resolution of the name to the last byte. */
  timeoutMs: number;
  maxBytes: number;
  /** Refuses an answer by its head, by throwing; the body is then not read. */
  checkHead?: (status: number, headers: IncomingHttpHeaders) => void;
};

export type OutboundAnswer = {
  /** Where the answer came from, after redirects. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
};

export type OutboundFailure =
  /** The name has no address. */
  | "no_address"
  /** The address may not be reached. */
  | "target_refused"
  | "timeout"
  /** No connection, no trusted certificate, or an answer that broke off. */
  | "unreachable"
  | "too_large"
  | "too_many_redirects";

/** The only error of its own that a request throws. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, cause?: unknown) {
    super(`outbound request: ${failure}`, { cause });
    this.name = "OutboundError";
    this.failure = failure;
  }
}

/** Tests replace it. */
export type Network = {
  resolve: NameService;
  targets: Targets;
  /** Of `https:`. */
  port?: number;
  ca?: string;
  /** Instead of each request's. */
  timeoutMs?: number;
};

export const internet: Network = { resolve: nameService(), targets: publicTargets };

/** Sends the request once for each hop; nothing is repeated. @throws OutboundError, and what `checkHead` throws */
export async function sendOutbound(
  request: OutboundRequest,
  network: Network = internet,
): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(network.timeoutMs ?? request.timeoutMs);
  let { url } = request;
  for (let left = request.mostRedirects; ; left -= 1) {
    const answer = await sendOnce(request, { url, network, signal });
    if (request.mostRedirects === 0 || !REDIRECTS.has(answer.status)) return answer;
    if (left === 0) throw new OutboundError("too_many_redirects");
    const { location } = answer.headers;
    const next = location === undefined ? null : URL.parse(location, url);
    if (next === null) throw new OutboundError("unreachable");
    url = next;
  }
}

type Hop = { url: URL; network: Network; signal: AbortSignal };

async function sendOnce(request: OutboundRequest, hop: Hop): Promise<OutboundAnswer> {
  const { signal } = hop;
  try {
    const addresses = await withSignal(checkedAddresses(hop), signal);
    return await exchange(request, hop, addresses);
  } catch (error) {
    if (error instanceof HeadRefusal) throw error.cause;
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(signal.aborted ? "timeout" : "unreachable", error);
  }
}

/** A single address that may not be reached refuses the name: an honest name has none. */
async function checkedAddresses({ url, network, signal }: Hop): Promise<string[]> {
  const addresses = ownAddresses(url) ?? (await network.resolve(url.hostname, signal));
  if (addresses.length === 0) throw new OutboundError("no_address");
  if (!addresses.every((address) => network.targets(url, address))) {
    throw new OutboundError("target_refused");
  }
  return addresses.slice(0, MOST_ADDRESSES);
}

/** The addresses of a host that no name server is asked for. */
function ownAddresses({ hostname }: URL): string[] | undefined {
  if (hostname === "localhost") return ["127.0.0.1", "::1"];
  const literal = hostname.replaceAll(/[[\]]/g, "");
  return isIP(literal) === 0 ? undefined : [literal];
}

function withSignal<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([value, aborted]);
}

function exchange(
  request: OutboundRequest,
  { url, network, signal }: Hop,
  addresses: readonly string[],
): Promise<OutboundAnswer> {
  const isPlain = url.protocol === "http:";
  const { body } = request;
  const options: RequestOptions = {
    method: body === undefined ? "GET" : "POST",
    hostname: url.hostname.replaceAll(/[[\]]/g, ""),
    port: isPlain ? url.port || 80 : (network.port ?? (url.port || 443)),
    path: `${url.pathname}${url.search}`,
    lookup: pinned(addresses),
    // No reused connection, which could belong to another name or outlive the check.
    agent: false,
    rejectUnauthorized: true,
    signal,
    headers: {
      ...request.headers,
      host: url.host,
      ...(body !== undefined && { "content-length": String(body.byteLength) }),
    },
    ...(network.ca !== undefined && { ca: network.ca }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = (isPlain ? http : https).request(options, (response) => {
      read(response, request).then(
        (bytes) => {
          const { statusCode: status = 0, headers } = response;
          resolve({ url, status, headers, body: bytes });
        },
        (error: unknown) => {
          response.destroy();
          reject(error as Error);
        },
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Answers every name with the addresses that were checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, answer) => {
    const [first = { address: "", family: 4 }] = found;
    if (all === true) answer(null, found);
    else answer(null, first.address, first.family);
  };
}

/** Carries what `checkHead` threw. */
class HeadRefusal extends Error {}

async function read(
  response: IncomingMessage,
  { maxBytes, checkHead, mostRedirects }: OutboundRequest,
): Promise<Buffer<ArrayBuffer>> {
  const { statusCode: status = 0, headers } = response;
  const isFollowed = mostRedirects > 0 && REDIRECTS.has(status);
  try {
    if (!isFollowed) checkHead?.(status, headers);
  } catch (error) {
    throw new HeadRefusal("refused by its head", { cause: error });
  }
  if (isFollowed) {
    response.destroy();
    return Buffer.alloc(0);
  }
  if (Number(headers["content-length"] ?? 0) > maxBytes) throw new OutboundError("too_large");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutboundError("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
