import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { isTriedAgain, ReadFailure } from "./account-store.ts";

/** A failed read is retried after this time, which doubles with each failure up to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 15_000;
/** No rate limit lasts longer. */
const LONGEST_LIMIT_MS = 600_000;

/** The part of a query that decides whether it is retried. */
type Tried = Pick<Query, "state">;

/** The number of a query's failures before its last success. */
const failuresBefore = new WeakMap<object, number>();

let shared: QueryClient | undefined;

/** The query cache of this page. On the server each call creates one: a shared cache would mix users. */
export function accountQueryClient(): QueryClient {
  if (typeof window === "undefined") return newClient();
  shared ??= newClient();
  return shared;
}

/**
 * Milliseconds until a failed read is retried; false when it did not fail, or would fail the same way. For every read
 * that is not polled. It is a refetch interval and not the library's `retry`, so that an attempt ends, its error is
 * shown, and a returning network or a press starts the next attempt at once.
 */
export function againAfterFailure(query: Tried): number | false {
  const { status, error, errorUpdateCount } = query.state;
  if (status !== "error" || !isTriedAgain(error)) return false;
  const failures = errorUpdateCount - (failuresBefore.get(query) ?? 0);
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
  const limit = error instanceof ReadFailure ? Math.min(error.waitMs, LONGEST_LIMIT_MS) : 0;
  return Math.max(wait, limit);
}

/** The same for paged lists, while they have no page: a retry reads all their pages. */
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
