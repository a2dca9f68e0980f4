/** Notes and preferences for assistants as the service returns them (docs/api/mcp.md). */
import type { AssistantPreferences } from "#lib/protocol/assistant-preferences.ts";

export const NOTES = "/api/v1/assistant/notes";
export const PREFERENCES = "/api/v1/assistant/preferences";
export const CONTEXT = "/api/v1/assistant/context";

export type Note = { id: string; text: string; createdAt: string; updatedAt: string };

/** `most`: the maximum per account. */
export type NoteList = { notes: readonly Note[]; most: number };

export type PreferencesAnswer = { preferences: AssistantPreferences };
