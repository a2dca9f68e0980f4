/** What access tokens are for, and the other names that clients know it by (RFC 8707). */
import { config } from "#lib/platform/config.ts";
import { MCP_PATH } from "#lib/protocol/oauth-addresses.ts";

/** The one resource of this service. */
export function resource(): string {
  return `${config().baseUrl}${MCP_PATH}`;
}

/**
 * Clients that were given only the address of the site name that one, and some end each address with a slash. Any other
 * address stays what it is, and is refused.
 */
export function canonicalResource(asked: string): string {
  const withoutSlash = asked.endsWith("/") ? asked.slice(0, -1) : asked;
  return withoutSlash === config().baseUrl || withoutSlash === resource() ? resource() : asked;
}

/** True for the value of a parameter that names it, once its names are one. */
export function isResource(asked: unknown): boolean {
  return asked === resource();
}
