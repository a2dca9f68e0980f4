/**
 * Fetches the document of a source: from the public internet over HTTPS, or from the simulated world on this machine.
 * Each redirect is checked in the same way.
 */
import { createBrotliDecompress, createGunzip, createInflate, type Unzip } from "node:zlib";
import {
  internet,
  type Network,
  OutboundError,
  sendOutbound,
} from "#lib/platform/outbound/guarded-request.ts";
import { localTargets, publicTargets } from "#lib/platform/outbound/permitted-targets.ts";
import type { NewsSourceError } from "#lib/protocol/market-knowledge.ts";

import type { Source } from "./source.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_048_576;

export type SourceRequest = {
  source: Pick<Source, "url" | "simulatedOrigin">;
  etag: string | null;
  lastModified: string | null;
};

export type SourceAnswer =
  | { kind: "unchanged" }
  | {
      kind: "document";
      bytes: Uint8Array;
      contentType: string | undefined;
      /** The address after redirects. */
      url: string;
      etag: string | null;
      lastModified: string | null;
    };

/** Why a source could not be read, in the form that its state shows. */
export class FetchFailure extends Error {
  /** From the header `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  /** The message is the code, followed by the status if the source answered with one. */
  constructor(
    code: NewsSourceError,
    answer?: { status: number; retryAfterMs: number | undefined },
  ) {
    super(answer === undefined ? code : `${code} ${answer.status}`);
    this.name = "FetchFailure";
    this.retryAfterMs = answer?.retryAfterMs;
  }
}

/** What a source may reach: a simulated source its own origin, any other the public internet. */
export function allowedNetwork(
  { simulatedOrigin }: Pick<Source, "simulatedOrigin">,
  network: Network = internet,
): Network {
  if (simulatedOrigin === undefined) return network;
  const targets: Network["targets"] = (url, address) =>
    url.origin === simulatedOrigin && (localTargets(url, address) || publicTargets(url, address));
  return { ...network, targets };
}

/** @throws FetchFailure */
export async function fetchSource(
  request: SourceRequest,
  network?: Network,
): Promise<SourceAnswer> {
  const { source, etag, lastModified } = request;
  try {
    const { status, headers, body, url } = await sendOutbound(
      {
        url: new URL(source.url),
        headers: {
          accept:
            "application/rss+xml, application/atom+xml, application/feed+json, text/calendar, application/json;q=0.9, text/xml;q=0.9, */*;q=0.1",
          "accept-encoding": "gzip, deflate, br",
          "user-agent": "svc (feed reader)",
          ...(etag !== null && { "if-none-match": etag }),
          ...(lastModified !== null && { "if-modified-since": lastModified }),
        },
        mostRedirects: 3,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        checkHead: (answered, { "retry-after": after }) => {
          if (answered !== 200 && answered !== 304) {
            const retryAfterMs = retryAfter(after);
            throw new FetchFailure("http_status", { status: answered, retryAfterMs });
          }
        },
      },
      allowedNetwork(source, network),
    );
    if (status === 304) return { kind: "unchanged" };
    return {
      kind: "document",
      bytes: await unpacked(body, headers["content-encoding"]),
      contentType: headers["content-type"],
      url: url.href,
      etag: shortHeader(headers.etag),
      lastModified: shortHeader(headers["last-modified"]),
    };
  } catch (error) {
    if (error instanceof OutboundError) throw new FetchFailure(error.failure);
    throw error;
  }
}

/** Drops very long values, because the header is stored and sent back unchanged. */
function shortHeader(value: string | undefined): string | null {
  return value === undefined || value.length > 500 ? null : value;
}

function retryAfter(value: string | undefined): number | undefined {
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined;
}

/** A map, because a header could contain the name of a property that every object inherits. */
const DECODERS: ReadonlyMap<string, () => Unzip> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress as () => Unzip],
]);

/**
 * Unpacks in pieces, so that a small body which unpacks to gigabytes stops at the limit. @throws
 * FetchFailure
 */
async function unpacked(body: Buffer, given = "identity"): Promise<Uint8Array> {
  const encoding = given.toLowerCase();
  if (encoding === "identity" || encoding === "") return body;
  const decoder = DECODERS.get(encoding)?.();
  if (decoder === undefined) throw new FetchFailure("unknown_encoding");
  const parts: Buffer[] = [];
  let size = 0;
  decoder.end(body);
  try {
    for await (const part of decoder as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_BYTES) throw new FetchFailure("too_large");
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof FetchFailure ? error : new FetchFailure("not_unpacked");
  } finally {
    decoder.destroy();
  }
  return Buffer.concat(parts);
}
