/** Which pages may call the assistant endpoint (specification, "Security Warning" of Streamable HTTP). */
import { ServiceError } from "#lib/platform/errors.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Nothing here goes by a cookie or by where a call comes from, so a page of another origin can do no more than any program
 * that has the credential, and assistants in browsers and in apps of their own schemes are welcome. A page over plain HTTP from
 * another host is not: whoever is on its network can be its author, and by DNS rebinding it could be on this very address. Nor is
 * one that does not say where it is from (`null`): a frame of such a page can be that.
 * @throws INSECURE_ORIGIN
 */
export function requireSafeOrigin(headers: Headers, baseUrl: string): void {
  const origin = headers.get("origin");
  if (origin === null || origin === new URL(baseUrl).origin) return;
  const isPlain = origin === "null" || origin.startsWith("http:");
  if (!isPlain || (URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname))) return;
  throw new ServiceError("INSECURE_ORIGIN");
}
