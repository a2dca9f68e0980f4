/** Which pages may call the MCP server (MCP, "Security Warning" of Streamable HTTP). */
import { ServiceError } from "#lib/kernel/errors/errors.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The endpoint uses no cookies and does not depend on the client's address, so a page of another origin can do no more than
 * any program with the credential: assistants in browsers and in apps with their own schemes are allowed. A page on plain
 * HTTP at another host is not: anyone on its network can be its author, and DNS rebinding could bring it to this address.
 * A page without an origin (`null`) is not either, because it can be a frame of such a page.
 * @throws INSECURE_ORIGIN
 */
export function requireSafeOrigin(headers: Headers, baseUrl: string): void {
  const origin = headers.get("origin");
  if (origin === null || origin === new URL(baseUrl).origin) return;
  const isPlain = origin === "null" || origin.startsWith("http:");
  if (!isPlain || (URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname))) return;
  throw new ServiceError("INSECURE_ORIGIN");
}
