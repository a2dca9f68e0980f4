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
    summary: "Shows the preferences for assistants; unset ones are absent",
    response: PreferencesAnswer,
  },
  readPreferences,
);

export const PATCH = route(
  {
    credential: "session",
    summary: "Sets preferences for assistants; null removes one",
    body: PreferencesChange,
    response: PreferencesAnswer,
  },
  changePreferences,
);
