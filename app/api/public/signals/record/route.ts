/** GET → the track record of the signals by rule, beside a coin toss and a momentum baseline. */
import { readFigures } from "#lib/catalysts/signals/read-track-record.ts";
import { SignalRecord } from "#lib/protocol/wire/signals.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Track record of the signals by rule, beside a coin and momentum",
    response: SignalRecord,
  },
  readFigures,
);
