/** GET → the sources of news: when each last answered, and why one fails. */
import { readNewsSources } from "#lib/catalysts/news/read-sources.ts";
import { NewsSources } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "News sources, and when each last answered",
    response: NewsSources,
  },
  readNewsSources,
);
