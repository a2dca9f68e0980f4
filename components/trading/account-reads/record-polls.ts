/** Polls account, positions and open orders into the store, while no stream sends them. Loaded with a session. */
import { type QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { accountKey, pollEvery, type ReadForAccount, requireOwner } from "./account-reads.ts";
import { type AccountData, isKeyRefusal, putRead, ReadFailure } from "./account-store.ts";

/** Nothing of the account changes by this page before trading is enabled, and many visitors wait there. */
const KEYLESS_POLL_MS = 10_000;

/** The compared fields of a result: a read that changes none of them renders nothing. */
export const SHOWN = ["data", "isPending", "isError", "error"] as const;

type Shown<Value> = Pick<QueryObserverResult<Value>, (typeof SHOWN)[number]>;

export type Feed = { client: QueryClient; account: string; read: ReadForAccount };

/** An account has at most a thousand open orders. */
const URLS = {
  account: "/api/venue/accounts",
  positions: "/api/venue/positions",
  orders: "/api/venue/orders?status=OPEN&page_size=1000",
} as const;

export type ListName = keyof typeof URLS;
export type Lists = Pick<AccountData, ListName>;

/** Reads one of the lists. @throws ReadFailure */
export async function readList<Name extends ListName>(
  { account, read }: Feed,
  name: Name,
  signal: AbortSignal,
): Promise<AccountData[Name]> {
  const body = await read<{ results: { account: string }[] }>(URLS[name], account, signal);
  requireOwner(body, account);
  const { results } = body;
  // The venue has one record of an account, or none.
  return (name === "account" ? (results[0] ?? null) : results) as AccountData[Name];
}

export type RecordPolls = {
  /** Polls, as soon as it is known whether there is a key. */
  follow: (hasKey: boolean) => void;
  isPaused: () => boolean;
  /** While a stream sends the lists. */
  pause: () => void;
  /** Goes on from these lists. */
  resume: (lists: Lists) => void;
  stop: () => void;
};

export function pollRecords(feed: Feed): RecordPolls {
  let known: boolean | undefined;
  let isPaused = false;
  const lists = [
    pollList(feed, "account", () => isPaused),
    pollList(feed, "positions", () => isPaused),
    pollList(feed, "orders", () => isPaused),
  ];
  const follow = (hasKey: boolean) => {
    known = hasKey;
    if (!isPaused) for (const list of lists) list.follow(hasKey);
  };
  return {
    follow,
    isPaused: () => isPaused,
    pause: () => {
      isPaused = true;
      for (const { pause } of lists) pause();
    },
    resume: (last) => {
      isPaused = false;
      for (const { resume } of lists) resume(last);
      if (known !== undefined) follow(known);
    },
    stop: () => {
      for (const { stop } of lists) stop();
    },
  };
}

function pollList<Name extends ListName>(feed: Feed, name: Name, isPaused: () => boolean) {
  const { client, account } = feed;
  const queryKey = accountKey(account, name);
  const options = {
    queryKey,
    refetchIntervalInBackground: true,
    notifyOnChangeProps: [...SHOWN],
    queryFn: ({ signal }: { signal: AbortSignal }) => readList(feed, name, signal),
  };
  const observer = new QueryObserver<AccountData[Name]>(client, { ...options, enabled: false });
  const disable = () => observer.setOptions({ ...options, enabled: false });
  const poll = { key: pollEvery(), none: pollEvery(KEYLESS_POLL_MS) };
  const shown = whatIsShown<AccountData[Name]>();
  const show = (result: QueryObserverResult<AccountData[Name]>) => {
    if (isPaused()) return;
    putRead(account, name, shown(result));
    // The next answer about the key may begin it again.
    if (isRefusedKey(result.error)) disable();
  };
  const stop = observer.subscribe(show);
  show(observer.getCurrentResult());
  return {
    follow: (hasKey: boolean) => {
      const refetchInterval = hasKey ? poll.key : poll.none;
      observer.setOptions({ ...options, refetchInterval, enabled: true });
    },
    pause: () => {
      disable();
      void client.cancelQueries({ queryKey });
    },
    // An answer that equals the last one before the pause would otherwise change nothing.
    resume: (lists: Lists) => void client.setQueryData<Lists[ListName]>(queryKey, lists[name]),
    stop,
  };
}

function isRefusedKey(error: Error | null): boolean {
  return error instanceof ReadFailure && isKeyRefusal(error.code);
}

/** Compares results. The last error is shown until a read succeeds. */
export function whatIsShown<Value>(): (result: Shown<Value>) => Shown<Value> {
  let failure: Shown<Value> | undefined;
  return ({ data, isPending, isError, error }) => {
    const read = { data, isPending, isError, error } as Shown<Value>;
    if (isPending && failure !== undefined) return failure;
    failure = isError ? read : undefined;
    return read;
  };
}
