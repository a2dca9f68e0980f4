/** Reads JSON bodies: the right content type, no more bytes than allowed, well-formed UTF-8 and JSON. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";

export const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/(?:json(?:-rpc)?|[\w.-]+\+json)$/;

/**
 * True for `application/json` and the types made of it, in UTF-8 when it names a charset. Pages of other origins can send none of
 * them without asking first.
 */
export function isJson(headers: Headers): boolean {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return JSON_TYPE.test(type.trim()) && isUtf8;
}

/** @throws UNSUPPORTED_MEDIA_TYPE unless {@link isJson}. */
export function requireJson(headers: Headers): void {
  if (!isJson(headers)) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
}

/**
 * Reads the body's bytes and stops as soon as there are more than `limitBytes`: Content-Length may be absent or untrue. A client that breaks
 * its upload off is not an error of the service.
 * @throws BODY_TOO_LARGE, MALFORMED_BODY
 */
export async function readBytes(
  source: { headers: Headers; body: ReadableStream<Uint8Array> | null },
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(source.headers.get("content-length") ?? 0) > limitBytes) {
    throw new ServiceError("BODY_TOO_LARGE", { limitBytes });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (source.body !== null) {
    // Leaving the loop by an exception cancels the stream.
    for await (const chunk of untilBrokenOff(source.body)) {
      size += chunk.byteLength;
      if (size > limitBytes) throw new ServiceError("BODY_TOO_LARGE", { limitBytes });
      chunks.push(chunk);
    }
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

async function* untilBrokenOff(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    const error = new ServiceError("MALFORMED_BODY", { reason: "it was broken off" });
    error.cause = cause;
    throw error;
  }
}

/** @throws MALFORMED_BODY */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) throw new ServiceError("MALFORMED_BODY", { reason: "it is empty" });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not UTF-8" });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("MALFORMED_BODY", { reason: "it is not JSON" });
  }
}
