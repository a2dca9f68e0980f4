/** The site that a request comes from: forms of other sites are refused. */
import type { IncomingMessage } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";

/**
 * A browser says from where it sends; a program says nothing. `Sec-Fetch-Site` alone decides where it is given: no page can set it, and a
 * page without referrers sends its own forms with the origin `null`.
 * @throws CROSS_ORIGIN
 */
export function requireOwnPage({ headers }: Pick<IncomingMessage, "headers">): void {
  const { origin, host, "sec-fetch-site": site } = headers;
  const isOwnOrigin =
    origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  const isOwn = site === undefined ? isOwnOrigin : site === "same-origin";
  if (!isOwn) throw new ServiceError("CROSS_ORIGIN");
}
