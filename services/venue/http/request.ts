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

/**
 * An empty body is an empty object, so that the field that is missing can be named.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_BODY.
 */
async function readJsonObject(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const { headers } = incoming;
  const isEmpty =
    headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty) return {};
  const isJson = JSON_TYPE.test(headers["content-type"] ?? "");
  const encoding = headers["content-encoding"] ?? "identity";
  if (!isJson || encoding !== "identity") throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
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
  // Whoever reads the first of two equal names would see another order than the one that is executed.
  const repeated = repeatedName(text);
  if (repeated !== undefined) {
    const reason = `the name ${JSON.stringify(repeated.slice(0, 64))} is there twice`;
    throw new ServiceError("MALFORMED_BODY", { reason });
  }
  return value as Record<string, unknown>;
}

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** A name that an object of this (valid) JSON text has twice. */
export function repeatedName(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = [];
  let lastString: string | undefined;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === "{") objects.push(new Set());
    else if (token === "[") objects.push(undefined);
    else if (token === "}" || token === "]") objects.pop();
    else if (token !== ":") lastString = token;
    else if (lastString !== undefined) {
      const name = lastString.includes("\\")
        ? (JSON.parse(lastString) as string)
        : lastString.slice(1, -1);
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

function readText(incoming: IncomingMessage): Promise<string> {
  const tooLarge = () => new ServiceError("BODY_TOO_LARGE", { limitBytes: BODY_LIMIT_BYTES });
  if (Number(incoming.headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) {
    incoming.resume();
    return Promise.reject(tooLarge());
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_LIMIT_BYTES) {
        incoming.removeAllListeners("data");
        // The rest is thrown away unread; the answer closes the connection.
        incoming.resume();
        reject(tooLarge());
        return;
      }
      chunks.push(chunk);
    });
    incoming.on("end", () => {
      const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      try {
        resolve(decoder.decode(bytes));
      } catch {
        reject(new ServiceError("MALFORMED_BODY", { reason: "it is not UTF-8" }));
      }
    });
    incoming.on("error", reject);
  });
}

/** A byte order mark is left in, and then is no JSON. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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
