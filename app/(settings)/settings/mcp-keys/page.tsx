import { McpKeysPage } from "#components/mcp-keys/mcp-keys-page.tsx";
import { pageTitle } from "#components/settings-frame/page-title.ts";
import { config } from "#lib/config.ts";

export const generateMetadata = () => pageTitle("mcpKeys");

/** The MCP keys of the account. */
export default function McpKeys() {
  return <McpKeysPage baseUrl={config().baseUrl} />;
}
