/** GET → news, the newest first. Texts were written by strangers: they are shown as text, and never followed. */
import { searchNews } from "#lib/catalysts/news/search-news.ts";
import { NewsList, NewsListQuery } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary:
      "News that was read for catalysts, the newest first; its texts were written by its sources",
    query: NewsListQuery,
    response: NewsList,
  },
  searchNews,
);
