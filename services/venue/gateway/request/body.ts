/** The body of a write: strict JSON of limited size. */
import { isAscii, isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Body } from "./fields.ts";

const BODY_LIMIT_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * An empty body is an empty object, so that the field that is missing can be named.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE or MALFORMED_BODY.
 */
export async function readBody(incoming: IncomingMessage): Promise<Body> {
  const { headers } = incoming;
  const length = headers["content-length"];
  const isEmpty =
    headers["transfer-encoding"] === undefined && (length === undefined || Number(length) === 0);
  if (isEmpty) return {};
  const type = headers["content-type"] ?? "";
  const isJson = type === "application/json" || JSON_TYPE.test(type);
  const encoding = headers["content-encoding"];
  if (!isJson || (encoding !== undefined && encoding !== "identity")) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  }
  return parseBody(await readBytes(incoming));
}

/** @throws MALFORMED_BODY unless the bytes are UTF-8 of one JSON object without repeated names. */
export function parseBody(bytes: Buffer): Body {
  let text: string;
  if (isAscii(bytes)) text = bytes.toString("latin1");
  else if (isUtf8(bytes)) text = bytes.toString("utf8");
  else throw new ServiceError("MALFORMED_BODY", { reason: "it is not UTF-8" });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not a JSON object" });
  }
  // A reader that takes the first of two equal names would see another order than the one that is executed.
  if (countColons(text) !== countNames(value)) {
    const name = repeatedName(text) ?? "";
    const reason = `the name ${JSON.stringify(name.slice(0, 64))} is there twice`;
    throw new ServiceError("MALFORMED_BODY", { reason });
  }
  return value as Body;
}

const DEEPEST = 16;
const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;

/** Colons outside the strings of a valid JSON text: as many as it has names, repeated ones included. */
function countColons(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COLON) count += 1;
    else if (code === QUOTE) index = endOfString(text, index);
  }
  return count;
}

/** Index of the quote that closes the string which opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

/**
 * Names that remain in a parsed value; a repeated one remains once.
 * @throws MALFORMED_BODY for a value that is nested deeper than any body of this interface
 */
function countNames(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > DEEPEST)
    throw new ServiceError("MALFORMED_BODY", { reason: "it is nested too deep" });
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countNames(item, depth + 1);
    return count;
  }
  for (const name of Object.keys(value)) {
    count += 1;
    const inner = (value as Body)[name];
    if (typeof inner === "object") count += countNames(inner, depth + 1);
  }
  return count;
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** A name that an object of this (valid) JSON text has twice. */
function repeatedName(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = [];
  let lastString: string | undefined;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === "{") objects.push(new Set());
    else if (token === "[") objects.push(undefined);
    else if (token === "}" || token === "]") objects.pop();
    else if (token !== ":") lastString = token;
    else if (lastString !== undefined) {
      const name = JSON.parse(lastString) as string;
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new ServiceError("BODY_TOO_LARGE", { limitBytes: BODY_LIMIT_BYTES });
  if (Number(incoming.headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) {
    incoming.resume();
    return Promise.reject(tooLarge());
  }
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    const more: Buffer[] = [];
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
      if (first === undefined) first = chunk;
      else more.push(chunk);
    });
    incoming.on("end", () => {
      const whole = first ?? Buffer.alloc(0);
      resolve(more.length === 0 ? whole : Buffer.concat([whole, ...more]));
    });
    // A client that disconnects mid-body is not an error.
    incoming.on("error", () => reject(new ServiceError("MALFORMED_REQUEST")));
  });
}
