/** GET → signals with their levels, reasons and ends, the newest first. */
import { readSignals } from "#lib/catalysts/signals/read-signals.ts";
import { SignalList, SignalListQuery } from "#lib/protocol/wire/signals.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Signals with their levels, reasons and ends, the newest first",
    query: SignalListQuery,
    response: SignalList,
  },
  readSignals,
);
