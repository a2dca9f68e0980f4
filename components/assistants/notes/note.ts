/** Addresses of notes and preferences for assistants (docs/api/mcp.md). */

export const NOTES = "/api/v1/assistant/notes";
export const PREFERENCES = "/api/v1/assistant/preferences";
export const CONTEXT = "/api/v1/assistant/context";
