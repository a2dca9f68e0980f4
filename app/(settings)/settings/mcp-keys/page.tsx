import { McpKeysPage } from "#components/machines/mcp-keys/mcp-keys-page.tsx";
import { pageTitle } from "#components/messages/page-title.ts";
import { RequestTexts } from "#components/messages/request-texts.tsx";
import { config } from "#lib/platform/config/config.ts";

export const generateMetadata = () => pageTitle("/settings/mcp-keys");

/** The account's MCP keys. */
export default function McpKeys() {
  return (
    <RequestTexts of={["assistantControls", "mcpKeys", "keys", "sessions"]}>
      <McpKeysPage baseUrl={config().baseUrl} />
    </RequestTexts>
  );
}
