/** What somebody pastes to put a key to use. */

/** In the place of a secret that is not at hand. */
export const PLACEHOLDER = "svc_sk_YOUR_KEY";

export type SetUp = { env: string; curl: string };

/**
 * `baseUrl`: the app's address without a slash at the end. `key`: the secret or the placeholder. Nothing here speaks MCP:
 * what is pasted must work, and the service answers below `/api/v1/mcp/keys` only.
 */
export function setUpOf(baseUrl: string, key: string): SetUp {
  const endpoint = `${baseUrl}/api/v1/mcp`;
  return {
    env: `SVC_MCP_URL=${endpoint}\nSVC_MCP_KEY=${key}`,
    curl: `curl -s ${endpoint}/keys/validate \\\n  -H "Authorization: Bearer ${key}"`,
  };
}
