/** Compression of answers that Next does not send, by the rules that Next has for its own. */
import { promisify } from "node:util";
import { gzip as gzipWithCallback } from "node:zlib";

/** In zlib's threads, so that a large answer does not hold up others. */
export const gzip = promisify(gzipWithCallback);

/** Below it, the headers of a packet outweigh what is saved. */
const MIN_BYTES = 1_024;

/** Whether an answer with these headers and this many bytes is sent compressed to a client that takes it. */
export function isCompressible(headers: Headers, bytes: number): boolean {
  return (
    bytes >= MIN_BYTES &&
    !headers.has("content-encoding") &&
    headers.get("cache-control")?.includes("no-transform") !== true &&
    /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/.test(headers.get("content-type") ?? "")
  );
}

/** @param accepted the request's Accept-Encoding (RFC 9110, 12.5.3) */
export function takesGzip(accepted = ""): boolean {
  return accepted.split(",").some((entry) => {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    return (name === "gzip" || name === "*") && !isRefused;
  });
}
