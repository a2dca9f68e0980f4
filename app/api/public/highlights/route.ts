/** GET → the highlights: short cards made from catalysts, in display order. */
import { answerHighlights } from "#lib/catalysts/highlights/read-highlights.ts";
import { HighlightList, HighlightQuery } from "#lib/protocol/wire/highlights.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The biggest news of the last hours, as short cards",
    query: HighlightQuery,
    response: HighlightList,
  },
  answerHighlights,
);
