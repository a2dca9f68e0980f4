import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { isTriedAgain, ReadFailure } from "./account-store.ts";

/** A read that failed is tried again after this long, then after twice as long each time, up to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** No limit of requests lasts longer. */
const LONGEST_LIMIT_MS = 600_000;

/** What of a read tells whether it is to be tried again. */
type Tried = Pick<Query, "state">;

/** How many failures of a read came before its last success. */
const failuresBefore = new WeakMap<object, number>();

let shared: QueryClient | undefined;

/** The cache of this page's reads. On the server each caller gets its own: there a shared one would be everybody's. */
export function accountQueryClient(): QueryClient {
  if (typeof window === "undefined") return newClient();
  shared ??= newClient();
  return shared;
}

/**
 * How long until a read that failed is tried again, in ms; false when it did not fail, or would fail the same way.
 * Every read that is not polled goes by it. As an interval and not as the library's `retry`: an attempt is then over,
 * so that what failed can be said, and the network's return or a person's press begins the next one at once.
 */
export function againAfterFailure(query: Tried): number | false {
  const { status, error, errorUpdateCount } = query.state;
  if (status !== "error" || !isTriedAgain(error)) return false;
  const failures = errorUpdateCount - (failuresBefore.get(query) ?? 0);
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
  const limit = error instanceof ReadFailure ? Math.min(error.waitMs, LONGEST_LIMIT_MS) : 0;
  return Math.max(wait, limit);
}

/** The same for a list of pages, as long as it has none: to try again is to read all of its pages. */
export function againWhileEmpty(query: Tried): number | false {
  return query.state.data === undefined && againAfterFailure(query);
}

function newClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, query) => failuresBefore.set(query, query.state.errorUpdateCount),
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnReconnect: true, refetchInterval: againAfterFailure },
    },
  });
}
