/**
 * Texts to paste that connect a program with the assistant endpoint. Programs either sign in by OAuth, which needs only the
 * address, or send an MCP key, which they read from the environment or ask for: none of these texts contains it.
 */

/** The name of the entry in each program. */
const NAME = "svc";
export const KEY_VARIABLE = "SVC_MCP_KEY";

/** `baseUrl`: the app's address without a trailing slash. */
export function endpointOf(baseUrl: string): string {
  return `${baseUrl}/api/v1/mcp`;
}

/** Whether only programs on the same computer can reach this address. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Claude Code asks for the sign-in at `/mcp`. */
export function claudeCodeCommand(endpoint: string): string {
  return `claude mcp add --transport http ${NAME} ${endpoint}\n`;
}

/** `.mcp.json` in a project's root. */
export function claudeCodeFile(endpoint: string): string {
  const headers = { Authorization: `Bearer \${${KEY_VARIABLE}}` };
  return json({ mcpServers: { [NAME]: { type: "http", url: endpoint, headers } } });
}

/** `~/.cursor/mcp.json`, or `.cursor/mcp.json` in a project. */
export function cursorFile(endpoint: string): string {
  return json({ mcpServers: { [NAME]: { url: endpoint } } });
}

export function cursorKeyFile(endpoint: string): string {
  const headers = { Authorization: `Bearer \${env:${KEY_VARIABLE}}` };
  return json({ mcpServers: { [NAME]: { url: endpoint, headers } } });
}

/** Opens Cursor, which shows the entry and asks before it adds it. */
export function cursorLink(endpoint: string): string {
  const config = btoa(JSON.stringify({ url: endpoint }));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${encodeURIComponent(config)}`;
}

/** `.vscode/mcp.json`, or the user's own by "MCP: Open User Configuration". */
export function vscodeFile(endpoint: string): string {
  return json({ servers: { [NAME]: { type: "http", url: endpoint } } });
}

/** For a POSIX shell. */
export function vscodeCommand(endpoint: string): string {
  return `code --add-mcp '${JSON.stringify({ name: NAME, type: "http", url: endpoint })}'\n`;
}

/** VS Code asks for the key once and keeps it outside of the file. */
export function vscodeKeyFile(endpoint: string): string {
  const id = "svc-mcp-key";
  const description = `${NAME} MCP key`;
  return json({
    inputs: [{ type: "promptString", id, description, password: true }],
    servers: {
      [NAME]: {
        type: "http",
        url: endpoint,
        headers: { Authorization: `Bearer \${input:${id}}` },
      },
    },
  });
}

/** Lists the tools; the Inspector prints the sign-in address. */
export function inspectorCommand(endpoint: string): string {
  return `npx -y @modelcontextprotocol/inspector --cli ${endpoint} --transport http --method tools/list\n`;
}

export function inspectorKeyCommand(endpoint: string): string {
  return `npx -y @modelcontextprotocol/inspector --cli ${endpoint} --transport http --method tools/list \\
  --header "Authorization: Bearer $${KEY_VARIABLE}"\n`;
}

/** Lists the tools by a plain POST. `key`: the secret or an access token, by default the variable. */
export function listToolsCurl(endpoint: string, key = `$${KEY_VARIABLE}`): string {
  return `curl -sS --fail-with-body '${endpoint}' \\
  -H "Authorization: Bearer ${key}" \\
  -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'\n`;
}

type ToolCall = { name: string; arguments: object };

const PRICE_CALL: ToolCall = { name: "get_price", arguments: { market: "BTCUSDC" } };

/** A small order that waits for its owner. */
export const SAMPLE_PROPOSAL: ToolCall = {
  name: "stage_order",
  arguments: { market: "BTCUSDC", side: "BUY", order_type: "MARKET", size: "0.001" },
};

/** Calls a tool by a plain POST. `variable` holds an MCP key or an access token. */
export function callToolCurl(
  endpoint: string,
  call: ToolCall = PRICE_CALL,
  variable = KEY_VARIABLE,
): string {
  const body = { jsonrpc: "2.0", id: 2, method: "tools/call", params: call };
  return `curl -sS --fail-with-body '${endpoint}' \\
  -H "Authorization: Bearer $${variable}" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'\n`;
}
