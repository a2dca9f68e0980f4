/** What somebody pastes to put a key to use, in the form that each program reads. */

/** In the place of a secret that is not at hand. */
export const PLACEHOLDER = "svc_sk_YOUR_KEY";

/** The name under which programs list this service. */
const SERVER = "svc";

export type SetUp = {
  env: string;
  curl: string;
  claude: string;
  desktop: string;
  cursor: string;
  vscode: string;
};

/** `baseUrl`: the app's address without a slash at the end. `key`: the secret or the placeholder. */
export function setUpOf(baseUrl: string, key: string): SetUp {
  const endpoint = `${baseUrl}/api/v1/mcp`;
  const bearer = `Bearer ${key}`;
  return {
    env: `SVC_MCP_URL=${endpoint}\nSVC_MCP_KEY=${key}`,
    curl: `curl -s ${endpoint}/keys/validate \\\n  -H "Authorization: ${bearer}"`,
    claude: `claude mcp add --transport http ${SERVER} ${endpoint} \\\n  --header "Authorization: ${bearer}"`,
    desktop: json({ mcpServers: { [SERVER]: bridge(endpoint, bearer) } }),
    cursor: json({
      mcpServers: { [SERVER]: { url: endpoint, headers: { Authorization: bearer } } },
    }),
    vscode: json({
      servers: { [SERVER]: { type: "http", url: endpoint, headers: { Authorization: bearer } } },
    }),
  };
}

/**
 * The desktop app starts programs and speaks no HTTP with a key: `mcp-remote` stands between. The header's value comes from
 * the environment, because on Windows arguments with spaces do not arrive whole.
 */
function bridge(endpoint: string, bearer: string): object {
  const plain = endpoint.startsWith("http:") ? ["--allow-http"] : [];
  return {
    command: "npx",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the bridge fills it in
    args: ["-y", "mcp-remote", endpoint, ...plain, "--header", "Authorization:${AUTH_HEADER}"],
    env: { AUTH_HEADER: bearer },
  };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
