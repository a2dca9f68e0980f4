/** One thread for all sources of news: none is so urgent that it may not wait for another one's document. */
import { ThreadParser, type ThreadParserOptions } from "#lib/catalysts/sources/thread-parser.ts";
import type { FetchedFeed, ParsedFeed } from "./parse-feed.ts";

export type NewsParser = ThreadParser<FetchedFeed, ParsedFeed>;

export function newsParser(options: Omit<ThreadParserOptions, "file">): NewsParser {
  return new ThreadParser({ ...options, file: new URL("./_parse-worker.ts", import.meta.url) });
}
