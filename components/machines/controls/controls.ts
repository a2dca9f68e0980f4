/** Addresses of what a user allows programs that act for them (docs/api/mcp.md). */
export const LIMITS = "/api/v1/assistant/limits";
export const PAUSE = "/api/v1/assistant/pause";
