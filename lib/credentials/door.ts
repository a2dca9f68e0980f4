/** What an endpoint takes. */
export type Door = "session" | "mcp_key" | "bot_key" | "operator";
