/**
 * A request to a URL that another person chose. It connects to permitted addresses only: the name is resolved once,
 * every address is checked, and the connection uses those addresses and no later resolution. Time and size are bounded.
 */
import { isIP, isIPv6, type LookupFunction } from "node:net";
import {
  type HttpAnswer,
  type HttpRequest,
  sendHttp,
  UpstreamError,
} from "#lib/kernel/http/http-client.ts";
import { type NameService, nameService } from "./name-service.ts";
import { publicTargets, type Targets } from "./permitted-targets.ts";
import { type ReusableConnections, reusableFor } from "./reusable-connections.ts";

const MAX_ADDRESSES = 16;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export type OutboundRequest = Pick<HttpRequest, "maxBytes" | "cutsBody" | "checkHead" | "trace"> &
  Sending & {
    url: URL;
    /** Beside Host and Content-Length. Redirects get them too, so they contain no credential when some are followed. */
    headers: Readonly<Record<string, string>>;
    /** From the resolution of the name to the last byte. */
    timeoutMs: number;
    /**
     * Keeps the connection for later requests of `owner`. `repeats`: a request on a kept connection that ends before any byte of the
     * answer is sent once more, and may then arrive twice.
     */
    reuse?: { connections: ReusableConnections; owner: string; repeats: boolean };
  };

/** A body makes it a POST, which follows no redirect: it would be sent again. */
type Sending =
  | { body: Uint8Array; mostRedirects: 0 }
  /** Redirects that are followed, each checked like the first address. */
  | { body?: undefined; mostRedirects: 0 | 3 };

export type OutboundAnswer = HttpAnswer & {
  /** Where the answer came from, after redirects. */
  url: URL;
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
  /** The port of `https:` URLs. */
  port?: number;
  ca?: string;
  /** Instead of each request's. */
  timeoutMs?: number;
};

export const internet: Network = { resolve: nameService(), targets: publicTargets };

/** Sends the request once for each hop; what is repeated is said at `reuse`. @throws OutboundError, and what `checkHead` throws */
export async function sendOutbound(
  request: OutboundRequest,
  network: Network = internet,
): Promise<OutboundAnswer> {
  const signal = AbortSignal.timeout(network.timeoutMs ?? request.timeoutMs);
  let { url } = request;
  for (let left = request.mostRedirects; ; left -= 1) {
    try {
      return await sendOnce(request, { url, network, signal });
    } catch (error) {
      if (!(error instanceof Redirect)) throw error;
      if (left === 0) throw new OutboundError("too_many_redirects");
      const next = error.location === undefined ? null : URL.parse(error.location, url);
      if (next === null) throw new OutboundError("unreachable");
      url = next;
    }
  }
}

type Hop = { url: URL; network: Network; signal: AbortSignal };

async function sendOnce(request: OutboundRequest, hop: Hop): Promise<OutboundAnswer> {
  const { url, network, signal } = hop;
  const { body, headers, maxBytes, cutsBody, checkHead, mostRedirects, reuse, trace } = request;
  try {
    signal.throwIfAborted();
    const addresses = await withSignal(checkedAddresses(hop), signal);
    if (trace !== undefined) trace.resolvedAt = performance.now();
    const answer = await sendHttp({
      url,
      ...(body !== undefined && { method: "POST", body }),
      headers: { ...headers, host: url.host },
      // A connection of an earlier request could belong to another name or outlive the check.
      agent: reuse?.connections.agentOf(url) ?? false,
      isRepeatable: reuse?.repeats === true,
      signal,
      maxBytes,
      ...(cutsBody !== undefined && { cutsBody }),
      ...(trace !== undefined && { trace }),
      connection: {
        lookup: pinned(addresses),
        ...(reuse !== undefined && reusableFor(reuse.owner, addresses)),
        ...(url.protocol === "https:" && network.port !== undefined && { port: network.port }),
        ...(network.ca !== undefined && { ca: network.ca }),
      },
      checkHead: (status, answered) => {
        const isFollowed = mostRedirects > 0 && REDIRECTS.has(status);
        if (isFollowed) throw new Redirect(answered.location);
        checkHead?.(status, answered);
      },
    });
    return { url, ...answer };
  } catch (error) {
    if (signal.aborted) throw new OutboundError("timeout", error);
    if (!(error instanceof UpstreamError)) throw error;
    throw new OutboundError(error.failure === "too_large" ? "too_large" : "unreachable", error);
  }
}

/** An answer that leads elsewhere; its body is not read. */
class Redirect extends Error {
  readonly location: string | undefined;

  constructor(location: string | undefined) {
    super("a redirect");
    this.location = location;
  }
}

/** A single address that may not be reached refuses the name: an honest name has none. */
async function checkedAddresses({ url, network, signal }: Hop): Promise<string[]> {
  const addresses = ownAddresses(url) ?? (await network.resolve(url.hostname, signal));
  if (addresses.length === 0) throw new OutboundError("no_address");
  if (!addresses.every((address) => network.targets(url, address))) {
    throw new OutboundError("target_refused");
  }
  return addresses.slice(0, MAX_ADDRESSES);
}

/** The addresses of `localhost` and of a literal address, which need no name server. */
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

/** Answers every name with the addresses that were checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, answer) => {
    const [first = { address: "", family: 4 }] = found;
    if (all === true) answer(null, found);
    else answer(null, first.address, first.family);
  };
}
