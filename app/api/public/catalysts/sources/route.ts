/** GET → the sources of news, how fresh each is, and why one fails. */
import { readSources } from "#lib/catalysts/news/read-sources.ts";
import { NewsSources } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "From where news is read, and how old it is",
    response: NewsSources,
  },
  readSources,
);
