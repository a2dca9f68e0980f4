/**
 * GET → the catalysts that were first seen or changed in a window, with their full history, as it
 * was known at a time.
 */
import { replayCatalysts } from "#lib/catalysts/reads/read-catalysts.ts";
import { CatalystReplay, CatalystReplayQuery } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:market",
    summary: "Catalysts of a window with evidence and moves, as known at a time",
    query: CatalystReplayQuery,
    response: CatalystReplay,
  },
  replayCatalysts,
);
