/** GET → signals with their levels, reasons and results, newest first. */
import { readSignals } from "#lib/catalysts/signals/read-signals.ts";
import { SignalList, SignalListQuery } from "#lib/protocol/wire/signals.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Signals with levels, reasons and results, the newest first",
    query: SignalListQuery,
    response: SignalList,
  },
  readSignals,
);
