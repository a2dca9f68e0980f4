/** GET → the catalysts that were first seen or changed in a window, with everything that led to them, as it was known at a time. */
import { replayCatalysts } from "#lib/catalysts/reads/read-catalysts.ts";
import { CatalystReplay, CatalystReplayQuery } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "reader",
    scope: "read:market",
    summary: "Catalysts first seen or changed in a window, as they were known at a time",
    query: CatalystReplayQuery,
    response: CatalystReplay,
  },
  replayCatalysts,
);
