/** Refuses requests that a page of another site sends with the user's cookie. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Browsers send `Origin` with every unsafe request and, since 2023, `Sec-Fetch-Site`; a page cannot forge either.
 * A program that sends neither is not a browser, and no site can make it send a user's cookie.
 * @throws CROSS_ORIGIN
 */
export function requireSameOrigin(request: Request, baseUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw new ServiceError("CROSS_ORIGIN");
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, baseUrl)) throw new ServiceError("CROSS_ORIGIN");
}

function isOwnOrigin(origin: string, baseUrl: string): boolean {
  const own = new URL(baseUrl);
  if (origin === own.origin) return true;
  if (!URL.canParse(origin)) return false;
  // "localhost" and "127.0.0.1" with the same port are the same server.
  const other = new URL(origin);
  return (
    LOOPBACK_HOSTS.has(own.hostname) &&
    LOOPBACK_HOSTS.has(other.hostname) &&
    own.port === other.port &&
    own.protocol === other.protocol
  );
}
