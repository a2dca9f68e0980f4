/**
 * Fetches an untrusted address. It connects to public addresses only: the name is resolved once, every address is checked,
 * and the connection uses those addresses and no later resolution. Redirects are not followed; time and size are bounded.
 */
import { Resolver } from "node:dns/promises";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { DocumentError } from "./_document-error.ts";
import { isLoopbackAddress, isPublicAddress } from "./_public-address.ts";

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 64 * 1024;
const MOST_ADDRESSES = 16;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

/** Replaced in tests. */
export type Network = {
  /** All addresses of a name. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>;
  isPublic: (address: string) => boolean;
  /** Of `https:`. */
  port?: number;
  ca?: string;
  timeoutMs?: number;
};

export const internet: Network = { resolve: nameService(), isPublic: isPublicAddress };

export type FetchedDocument = {
  content: Record<string, unknown>;
  /** Cache lifetime from the host; `undefined` when it names none. */
  maxAgeSeconds: number | undefined;
};

/** @throws DocumentError */
export async function fetchDocument(url: URL, network: Network): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(network.timeoutMs ?? TIMEOUT_MS);
  try {
    const addresses = await withSignal(checkedAddresses(url, network, signal), signal);
    return await exchange(url, optionsFor(url, addresses, network), signal);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const reason = signal.aborted ? "did not answer in time" : "could not be reached";
    throw new DocumentError("unreachable", `The host of the client_id ${reason}.`, error);
  }
}

/** A single address that is not public refuses the name: an honest name has none. */
async function checkedAddresses(
  url: URL,
  network: Network,
  signal: AbortSignal,
): Promise<string[]> {
  const isLocal = url.protocol === "http:";
  const addresses = isLocal ? localAddresses(url) : await network.resolve(url.hostname, signal);
  const isAllowed = isLocal ? isLoopbackAddress : network.isPublic;
  if (addresses.length === 0) {
    throw new DocumentError("unreachable", "The host of the client_id has no address.");
  }
  if (!addresses.every(isAllowed)) {
    throw new DocumentError("refused", "The host of the client_id is not on the public internet.");
  }
  return addresses.slice(0, MOST_ADDRESSES);
}

function localAddresses({ hostname }: URL): string[] {
  if (hostname === "localhost") return ["127.0.0.1", "::1"];
  return [hostname.replaceAll(/[[\]]/g, "")];
}

/**
 * Queries the system's name servers, or `servers`, without the hosts file. Not `getaddrinfo`: a name with slow servers
 * would block a thread that file access needs too.
 */
export function nameService(servers?: readonly string[]): Network["resolve"] {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    signal.addEventListener("abort", () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

function withSignal<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([value, aborted]);
}

function optionsFor(url: URL, addresses: readonly string[], network: Network): RequestOptions {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const lookup: LookupFunction = (_host, { all }, answer) => {
    const [first = { address: "", family: 4 }] = found;
    if (all === true) answer(null, found);
    else answer(null, first.address, first.family);
  };
  return {
    hostname: url.hostname.replaceAll(/[[\]]/g, ""),
    port: url.protocol === "http:" ? url.port || 80 : (network.port ?? 443),
    path: `${url.pathname}${url.search}`,
    lookup,
    // No reused connection, which could belong to another name or outlive the check.
    agent: false,
    rejectUnauthorized: true,
    headers: {
      host: url.host,
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "svc (client metadata)",
    },
    ...(network.ca !== undefined && { ca: network.ca }),
  };
}

function exchange(url: URL, options: RequestOptions, signal: AbortSignal) {
  return new Promise<FetchedDocument>((resolve, reject) => {
    const { request } = url.protocol === "http:" ? http : https;
    const outgoing = request({ ...options, signal }, (response) => {
      read(response).then(resolve, (error: unknown) => {
        response.destroy();
        reject(error as Error);
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

async function read(response: IncomingMessage): Promise<FetchedDocument> {
  const { statusCode: status = 0, headers } = response;
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  if (status === 429 || status >= 500) throw new DocumentError("unreachable", badStatus(status));
  if (status !== 200) throw new DocumentError("refused", badStatus(status));
  if (!JSON_TYPE.test(type.trim())) throw refused("is not application/json");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw refused("is compressed");
  if (Number(headers["content-length"] ?? 0) > MOST_BYTES) throw refused("is larger than 64 KB");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw refused("is larger than 64 KB");
    chunks.push(chunk);
  }
  return { content: parse(Buffer.concat(chunks, size)), maxAgeSeconds: maxAgeOf(headers) };
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Treated like JSON that is not an object.
  }
  throw refused("is not a JSON object");
}

function maxAgeOf(headers: IncomingHttpHeaders): number | undefined {
  const { age, expires, date } = headers;
  const control = headers["cache-control"] ?? "";
  if (/(?:^|[\s,])no-(?:store|cache)\b/i.test(control)) return 0;
  const [, seconds] = /(?:^|[\s,])max-age=(\d{1,10})/i.exec(control) ?? [];
  if (seconds !== undefined) return Number(seconds) - (Number(age) || 0);
  if (expires === undefined) return undefined;
  const left = (Date.parse(expires) - Date.parse(date ?? "")) / 1_000;
  return Number.isFinite(left) ? left : 0;
}

function badStatus(status: number): string {
  return `The document at the client_id was answered with status ${status} instead of 200.`;
}

function refused(reason: string): DocumentError {
  return new DocumentError("refused", `The document at the client_id ${reason}.`);
}
