/** Paths of the OAuth endpoints below the app's address, which is the issuer. */

/** The resource that access tokens are for (RFC 8707). */
export const MCP_PATH = "/api/v1/mcp";
/** The metadata document that names the issuer of tokens (RFC 9728, 3.1). */
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

/** The page on which the user sees connected apps, allows them more, and disconnects them. */
export const CONNECTED_APPS_PATH = "/settings/connected-apps";

/** The page on which the user decides about an authorization. */
export function consentPath(uid: string): string {
  return `/oauth/consent/${uid}`;
}

/** Where the browser continues after the decision. */
export function resumePath(uid: string): string {
  return `${OAUTH_PATHS.authorization}/${uid}`;
}
