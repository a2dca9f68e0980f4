/** The signed-in user's preferences for the answers of assistants. */
import {
  changePreferences,
  PreferencesChange,
  readPreferences,
} from "#lib/assistants/notes/preferences.ts";
import { PreferencesAnswer } from "#lib/protocol/wire/assistant.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Shows the user's preferences for the answers of assistants; unset ones are absent.",
    response: PreferencesAnswer,
  },
  readPreferences,
);

export const PATCH = route(
  {
    credential: "session",
    summary: "Sets the given fields; null unsets one.",
    body: PreferencesChange,
    response: PreferencesAnswer,
  },
  changePreferences,
);
