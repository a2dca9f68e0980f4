/** The signed-in user's push preferences: GET reads them, PUT replaces them. */
import { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";
import { readPushSettings, savePushPreferences } from "#lib/pushes/manage/preferences.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Push preferences, quiet hours, and the service's key for web push",
    response: PushSettings,
  },
  readPushSettings,
);

export const PUT = route(
  {
    credential: "session",
    summary: "Replaces the push preferences and quiet hours",
    body: PushPreferences,
    response: PushSettings,
  },
  savePushPreferences,
);
