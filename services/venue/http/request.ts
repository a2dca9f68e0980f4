/** One HTTP request as the endpoints see it: size-limited, with strict JSON and single-valued parameters. */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/errors.ts";

export const BODY_LIMIT_BYTES = 64 * 1024;

export type VenueRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** Reads the body; called by writes only. */
  body: () => Promise<Record<string, unknown>>;
};

export type VenueResponse = { status: number; body: unknown };

export function venueRequest(incoming: IncomingMessage): VenueRequest {
  const target = incoming.url ?? "/";
  const mark = target.indexOf("?");
  return {
    method: incoming.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark === -1 ? "" : target.slice(mark + 1)),
    headers: incoming.headers,
    body: () => readJsonObject(incoming),
  };
}

/** @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_BODY. */
async function readJsonObject(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const type = incoming.headers["content-type"] ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  const text = await readText(incoming);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not a JSON object" });
  }
  return value as Record<string, unknown>;
}

function readText(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_LIMIT_BYTES) {
        incoming.removeAllListeners("data");
        // The rest is thrown away unread; the answer closes the connection.
        incoming.resume();
        reject(new ServiceError("BODY_TOO_LARGE", { limitBytes: BODY_LIMIT_BYTES }));
        return;
      }
      chunks.push(chunk);
    });
    incoming.on("end", () => {
      const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      resolve(utf8(bytes ?? Buffer.alloc(0)));
    });
    incoming.on("error", reject);
  });
}

const decoder = new TextDecoder("utf-8");

/** Invalid UTF-8 becomes the replacement character; then signed text and sent text differ and the signature fails. */
function utf8(bytes: Buffer): string {
  return decoder.decode(bytes);
}

/** A query parameter; `undefined` when absent. @throws MALFORMED_QUERY when it is given twice. */
export function parameter(request: VenueRequest, name: string): string | undefined {
  const values = request.query.getAll(name);
  if (values.length > 1) {
    throw new ServiceError("MALFORMED_QUERY", { parameter: name, reason: "it is given twice" });
  }
  return values[0];
}

/** A whole number between `least` and `most`, or `fallback` when absent. */
export function integerParameter(
  request: VenueRequest,
  name: string,
  range: { least: number; most: number; fallback: number },
): number {
  const text = parameter(request, name);
  if (text === undefined) return range.fallback;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.least && value <= range.most)) {
    const reason = `give a whole number from ${range.least} to ${range.most}`;
    throw new ServiceError("MALFORMED_QUERY", { parameter: name, reason });
  }
  return value;
}
