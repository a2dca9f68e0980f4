/** Polls account, positions and open orders into the store, while no stream sends them. Loaded with a session. */
import { type QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { accountKey, pollEvery, type ReadForAccount, requireOwner } from "./account-reads.ts";
import { type AccountData, isKeyRefusal, putRead, ReadFailure } from "./account-store.ts";

/** Nothing of the account changes by this page before trading is enabled, and many visitors wait there. */
const KEYLESS_POLL_MS = 10_000;

/** The compared fields of a result: a read that changes none of them renders nothing. */
export const SHOWN = ["data", "isPending", "isError", "error"] as const;

export type Shown<Value> = Pick<QueryObserverResult<Value>, (typeof SHOWN)[number]>;

export type Feed = { client: QueryClient; account: string; read: ReadForAccount };

/** An account has at most a thousand open orders. */
const URLS = {
  account: "/api/venue/accounts",
  positions: "/api/venue/positions",
  orders: "/api/venue/orders?status=OPEN&page_size=1000",
} as const;

export type ListName = keyof typeof URLS;
export type Lists = Pick<AccountData, ListName>;

type Records = {
  account: NonNullable<AccountData["account"]>;
  positions: AccountData["positions"][number];
  orders: AccountData["orders"][number];
};

/** Of each list, how it is made of the records of an answer. */
const PICK: { [Name in ListName]: (records: Records[Name][]) => AccountData[Name] } = {
  account: ([first]) => first ?? null,
  positions: (records) => records,
  orders: (records) => records,
};

async function readList<Name extends ListName>(
  { account, read }: Feed,
  name: Name,
  signal: AbortSignal,
): Promise<AccountData[Name]> {
  const body = await read<{ results: Records[Name][] }>(URLS[name], account, signal);
  requireOwner(body, account);
  return PICK[name](body.results);
}

/** All three; `undefined` when one of them cannot be read. */
export async function readLists(feed: Feed, signal: AbortSignal): Promise<Lists | undefined> {
  try {
    const [account, positions, orders] = await Promise.all([
      readList(feed, "account", signal),
      readList(feed, "positions", signal),
      readList(feed, "orders", signal),
    ]);
    return { account, positions, orders };
  } catch {
    return undefined;
  }
}

type ListPoll = Pick<Poll<ListName>, "start" | "follow" | "pause" | "resume" | "stop">;

export class RecordPolls {
  readonly #polls: readonly ListPoll[];
  #hasKey: boolean | undefined;
  /** While a stream sends the lists. */
  #isPaused = false;

  constructor(feed: Feed) {
    this.#polls = [
      new Poll(feed, "account"),
      new Poll(feed, "positions"),
      new Poll(feed, "orders"),
    ];
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  start(): void {
    for (const poll of this.#polls) poll.start();
  }

  /** Polls as soon as it is known whether there is a key. */
  follow(hasKey: boolean): void {
    this.#hasKey = hasKey;
    if (this.#isPaused) return;
    for (const poll of this.#polls) poll.follow(hasKey);
  }

  pause(): void {
    this.#isPaused = true;
    for (const poll of this.#polls) poll.pause();
  }

  /** Goes on from these lists. */
  resume(lists: Lists): void {
    this.#isPaused = false;
    for (const poll of this.#polls) poll.resume(lists);
    if (this.#hasKey !== undefined) this.follow(this.#hasKey);
  }

  stop(): void {
    for (const poll of this.#polls) poll.stop();
  }
}

class Poll<Name extends ListName> {
  readonly #feed: Feed;
  readonly #name: Name;
  readonly #observer: QueryObserver<AccountData[Name]>;
  readonly #options;
  readonly #every = { key: pollEvery(), none: pollEvery(KEYLESS_POLL_MS) };
  #isPaused = false;
  #stop: (() => void) | undefined;

  constructor(feed: Feed, name: Name) {
    this.#feed = feed;
    this.#name = name;
    this.#options = {
      queryKey: accountKey(feed.account, name),
      refetchIntervalInBackground: true,
      notifyOnChangeProps: [...SHOWN],
      queryFn: ({ signal }: { signal: AbortSignal }) => readList(feed, name, signal),
    };
    this.#observer = new QueryObserver<AccountData[Name]>(feed.client, {
      ...this.#options,
      enabled: false,
    });
  }

  start(): void {
    const { account } = this.#feed;
    const shown = whatIsShown<AccountData[Name]>();
    const show = (result: QueryObserverResult<AccountData[Name]>) => {
      if (this.#isPaused) return;
      putRead(account, this.#name, shown(result));
      // The next answer about the key may begin it again.
      if (isRefusedKey(result.error)) this.#disable();
    };
    this.#stop = this.#observer.subscribe(show);
    show(this.#observer.getCurrentResult());
  }

  stop(): void {
    this.#stop?.();
  }

  follow(hasKey: boolean): void {
    const refetchInterval = hasKey ? this.#every.key : this.#every.none;
    this.#observer.setOptions({ ...this.#options, refetchInterval, enabled: true });
  }

  pause(): void {
    this.#isPaused = true;
    this.#disable();
    void this.#feed.client.cancelQueries({ queryKey: this.#options.queryKey });
  }

  resume(lists: Lists): void {
    this.#isPaused = false;
    // An answer that equals the last one before the pause would otherwise change nothing.
    this.#feed.client.setQueryData<AccountData[Name]>(
      this.#options.queryKey,
      lists[this.#name] as AccountData[Name],
    );
  }

  #disable(): void {
    this.#observer.setOptions({ ...this.#options, enabled: false });
  }
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
