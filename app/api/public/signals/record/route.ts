/** GET → how good the signals were, by rule, beside a coin and momentum. */
import { readFigures } from "#lib/catalysts/signals/read-figures.ts";
import { SignalRecord } from "#lib/protocol/wire/signals.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "How good the signals were, by rule, beside a coin and momentum",
    response: SignalRecord,
  },
  readFigures,
);
