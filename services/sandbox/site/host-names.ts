/**
 * Against DNS rebinding: a page of a stranger that points its own name at this machine's address would be of one
 * origin with the mailbox and could read the links that sign in.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { ServiceError } from "#lib/kernel/errors/errors.ts";

/**
 * @param own names that the sandbox is reached by, beside addresses, `localhost` and names without a dot, which nobody
 *   outside the network can give
 * @throws MISDIRECTED_REQUEST, CROSS_ORIGIN
 */
export function requireOwnName(headers: IncomingHttpHeaders, own: readonly string[]): void {
  const { host = "", origin } = headers;
  if (!isOwn(`http://${host}`, own)) throw new ServiceError("MISDIRECTED_REQUEST");
  // A form of a page without referrer has the origin "null"; the content type guards what a form may send.
  if (origin !== undefined && origin !== "null" && !isOwn(origin, own)) {
    throw new ServiceError("CROSS_ORIGIN");
  }
}

function isOwn(url: string, own: readonly string[]): boolean {
  const name = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (name === "") return false;
  return (
    isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost") || own.includes(name)
  );
}
