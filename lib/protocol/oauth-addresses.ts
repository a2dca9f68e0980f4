/** Where things of OAuth are, under the address of the app, which is the issuer. */

/** The resource that access tokens are for (RFC 8707). */
export const MCP_PATH = "/api/v1/mcp";
/** What a client reads to learn who issues tokens for it (RFC 9728, 3.1). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/** The endpoints of the authorization server. */
export const OAUTH_PATHS = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  userinfo: "/oauth/userinfo",
  pushedRequests: "/oauth/par",
} as const;

/** Where the user decides about an authorization. */
export function consentPath(uid: string): string {
  return `/oauth/consent/${uid}`;
}

/** Where the browser goes after that. */
export function resumePath(uid: string): string {
  return `${OAUTH_PATHS.authorization}/${uid}`;
}
