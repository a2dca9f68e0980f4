/**
 * GET → news, newest first. Third parties wrote the texts: pages show them as plain text and never
 * follow their links on their own.
 */
import { searchNews } from "#lib/catalysts/news/search-news.ts";
import { NewsList, NewsListQuery } from "#lib/protocol/wire/catalysts.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "public",
    summary: "News items, the newest first; their texts were written by the sources",
    query: NewsListQuery,
    response: NewsList,
  },
  searchNews,
);
