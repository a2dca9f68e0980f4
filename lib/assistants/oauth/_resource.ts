/** The resource of access tokens, and the other names that clients use for it (RFC 8707). */
import { config } from "#lib/platform/config/config.ts";
import { MCP_PATH } from "#lib/protocol/oauth-addresses.ts";

/** The one resource of this service. */
export function resource(): string {
  return `${config().baseUrl}${MCP_PATH}`;
}

/**
 * Clients that know only the address of the site send that one, and some end each address with a slash. Any other address
 * is left unchanged, and refused.
 */
export function canonicalResource(requested: string): string {
  if (!URL.canParse(requested)) return requested;
  // Hosts are the same in capitals.
  const { href } = new URL(requested);
  const withoutSlash = href.endsWith("/") ? href.slice(0, -1) : href;
  return withoutSlash === config().baseUrl || withoutSlash === resource() ? resource() : requested;
}

/** True for a canonical parameter that names the resource. */
export function isResource(requested: unknown): boolean {
  return requested === resource();
}
