/** Where MCP keys are managed and used (docs/api/mcp-keys.md). */
export const MCP_KEYS = "/api/v1/mcp/keys";
/** The assistant endpoint. */
export const MCP_PATH = "/api/v1/mcp";
