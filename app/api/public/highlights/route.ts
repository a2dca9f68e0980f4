/** GET → the highlights: short cards made from catalysts, in the order in which they are shown. */
import { answerHighlights } from "#lib/catalysts/highlights/read-highlights.ts";
import { HighlightList, HighlightQuery } from "#lib/protocol/wire/highlights.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "What matters most of what happened in the world, as short cards that expire",
    query: HighlightQuery,
    response: HighlightList,
  },
  answerHighlights,
);
