/** What an endpoint takes. */
export type Door =
  | "session"
  | "mcp_key"
  /** The assistant endpoint: MCP keys and OAuth access tokens. */
  | "assistant"
  /** What only an OAuth access token opens. */
  | "oauth"
  | "bot_key"
  | "operator";
