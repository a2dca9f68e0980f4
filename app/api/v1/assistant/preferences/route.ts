/** How the signed-in user wants to be answered by assistants. */
import {
  changePreferences,
  PreferencesAnswer,
  PreferencesChange,
  readPreferences,
} from "#lib/assistants/notes/preferences.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Tells how the user wants to be answered by assistants; what is not said is absent.",
    response: PreferencesAnswer,
  },
  readPreferences,
);

export const PATCH = route(
  {
    credential: "session",
    summary: "Sets the fields that are given; null takes one away.",
    body: PreferencesChange,
    response: PreferencesAnswer,
  },
  changePreferences,
);

const other = methodNotAllowed("GET, PATCH");

export { other as DELETE, other as POST, other as PUT };
