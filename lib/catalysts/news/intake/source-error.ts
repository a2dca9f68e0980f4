/** Why a source could not be read, as it is stored. */
import { FetchFailure } from "#lib/catalysts/news/fetching/fetch-feed.ts";
import { FeedError } from "#lib/catalysts/news/parsing/feed-parser.ts";

/** A code, with the status behind it when the source answered with one. @returns undefined for what is no fault of the source */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof FetchFailure) return error.message;
  return error instanceof FeedError ? error.failure : undefined;
}
