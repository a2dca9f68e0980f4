/** Fetches the document of a client: JSON from a public address, or from this machine where that is permitted. */
import type { IncomingHttpHeaders } from "node:http";
import {
  type Network,
  OutboundError,
  sendOutbound,
} from "#lib/platform/outbound/guarded-request.ts";
import { DocumentError } from "./_document-error.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

export type FetchedDocument = {
  content: Record<string, unknown>;
  /** Cache lifetime from the host; `undefined` when it names none. */
  maxAgeSeconds: number | undefined;
};

/** @throws DocumentError */
export async function fetchDocument(url: URL, network: Network): Promise<FetchedDocument> {
  try {
    const { headers, body } = await sendOutbound(
      {
        url,
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "svc (client metadata)",
        },
        mostRedirects: 0,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        checkHead,
      },
      network,
    );
    return { content: parse(body), maxAgeSeconds: maxAgeOf(headers) };
  } catch (error) {
    throw error instanceof OutboundError ? documentError(error) : error;
  }
}

function documentError(error: OutboundError): DocumentError {
  const host = (kind: DocumentError["kind"], reason: string) =>
    new DocumentError(kind, `The host of the client_id ${reason}.`, error);
  if (error.failure === "too_large") return refused("is larger than 64 KB");
  if (error.failure === "target_refused") return host("refused", "is not on the public internet");
  if (error.failure === "no_address") return host("unreachable", "has no address");
  const isLate = error.failure === "timeout";
  return host("unreachable", isLate ? "did not answer in time" : "could not be reached");
}

/** @throws DocumentError */
function checkHead(status: number, headers: IncomingHttpHeaders): void {
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  if (status === 429 || status >= 500) throw new DocumentError("unreachable", badStatus(status));
  if (status !== 200) throw new DocumentError("refused", badStatus(status));
  if (!JSON_TYPE.test(type.trim())) throw refused("is not application/json");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw refused("is compressed");
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
