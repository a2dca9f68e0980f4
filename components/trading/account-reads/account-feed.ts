/** Polls the signed-in account into the store. Loaded with a session. */
import { type QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { heldMarkets } from "#components/data/held-markets.ts";
import type { HeldKey } from "#lib/protocol/wire/account.ts";
import {
  accountKey,
  pollEvery,
  type ReadForAccount,
  readerFor,
  refreshReads,
  requireOwner,
} from "./account-reads.ts";
import type { SessionParts } from "./account-store.ts";
import {
  type AccountData,
  beginReads,
  isKeyRefusal,
  onAccountRead,
  putRead,
  ReadFailure,
  readOf,
} from "./account-store.ts";
import { accountQueryClient } from "./query-client.ts";

/** The key changes only by an action of its owner, or when a read is refused because the key is gone. */
const KEY_STALE_MS = 60_000;
/** Nothing of the account changes by this page before trading is enabled, and many visitors wait there. */
const KEYLESS_POLL_MS = 10_000;

/** The compared fields of a result: a read that changes none of them renders nothing. */
const SHOWN = ["data", "isPending", "isError", "error"] as const;

type Shown<Value> = Pick<QueryObserverResult<Value>, (typeof SHOWN)[number]>;

type Feed = { client: QueryClient; account: string; read: ReadForAccount };

/**
 * Polls until the returned function is called. Without a venue key the server may still read for the wallet's session; when
 * it refuses, only the key is read until there is one.
 */
export function feedAccount(account: string, session: SessionParts): () => void {
  const client = accountQueryClient();
  const feed = { client, account, read: readerFor(client, session) };
  beginReads(account, () => refreshReads(client));
  const stopHeld = onAccountRead(() => noteHeld(readOf(account, "positions").data ?? []));
  // The client follows focus and network while it is mounted.
  client.mount();
  const records = [
    followRecords(feed, "account", "/api/venue/accounts", ([first]) => first ?? null),
    followRecords(feed, "positions", "/api/venue/positions", (results) => results),
    followRecords(feed, "orders", "/api/venue/orders?status=OPEN", (results) => results),
  ];
  const stopKey = followKey(feed, (hasKey) => {
    for (const { follow } of records) follow(hasKey);
  });
  return () => {
    stopHeld();
    noteHeld([]);
    stopKey();
    for (const { stop } of records) stop();
    client.unmount();
  };
}

/** For parts of the page that know nothing of trading. */
function noteHeld(positions: AccountData["positions"]): void {
  const markets = new Set(positions.map(({ market }) => market));
  heldMarkets.set([...markets].toSorted().join(" "));
}

/** `onKey` is called when it is known whether there is a key. */
function followKey({ client, account, read }: Feed, onKey: (hasKey: boolean) => void): () => void {
  const observer = new QueryObserver<AccountData["key"]>(client, {
    queryKey: accountKey(account, "key"),
    staleTime: KEY_STALE_MS,
    // Only after a failure: without the key nothing of the account is read, not even for the title of a hidden tab.
    refetchIntervalInBackground: true,
    notifyOnChangeProps: [...SHOWN],
    queryFn: async ({ signal }) => {
      const { key } = await read<HeldKey>("/api/venue/key", account, signal);
      return key;
    },
  });
  const shown = whatIsShown<AccountData["key"]>();
  const show = (result: QueryObserverResult<AccountData["key"]>) => {
    putRead(account, "key", shown(result));
    if (result.data !== undefined) onKey(result.data !== null);
  };
  const stop = observer.subscribe(show);
  show(observer.getCurrentResult());
  return stop;
}

type RecordName = Exclude<keyof AccountData, "key">;
type RecordOf<Name extends RecordName> = Name extends "account"
  ? NonNullable<AccountData["account"]>
  : AccountData[Exclude<RecordName, "account"> & Name][number];

// oxlint-disable-next-line max-params -- which read, from where, and which part of it
function followRecords<Name extends RecordName>(
  { client, account, read }: Feed,
  name: Name,
  url: string,
  pick: (results: RecordOf<Name>[]) => AccountData[Name],
): { follow: (hasKey: boolean) => void; stop: () => void } {
  const options = {
    queryKey: accountKey(account, name),
    refetchIntervalInBackground: true,
    notifyOnChangeProps: [...SHOWN],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const body = await read<{ results: RecordOf<Name>[] }>(url, account, signal);
      requireOwner(body, account);
      return pick(body.results);
    },
  };
  const observer = new QueryObserver<AccountData[Name]>(client, { ...options, enabled: false });
  const poll = { key: pollEvery(), none: pollEvery(KEYLESS_POLL_MS) };
  const shown = whatIsShown<AccountData[Name]>();
  const show = (result: QueryObserverResult<AccountData[Name]>) => {
    putRead(account, name, shown(result));
    // The next answer about the key may begin it again.
    if (isRefusedKey(result.error)) observer.setOptions({ ...options, enabled: false });
  };
  const stop = observer.subscribe(show);
  show(observer.getCurrentResult());
  const follow = (hasKey: boolean) => {
    const refetchInterval = hasKey ? poll.key : poll.none;
    observer.setOptions({ ...options, refetchInterval, enabled: true });
  };
  return { follow, stop };
}

function isRefusedKey(error: Error | null): boolean {
  return error instanceof ReadFailure && isKeyRefusal(error.code);
}

/** Compares results. The last error is shown until a read succeeds. */
function whatIsShown<Value>(): (result: Shown<Value>) => Shown<Value> {
  let failure: Shown<Value> | undefined;
  return ({ data, isPending, isError, error }) => {
    const read = { data, isPending, isError, error } as Shown<Value>;
    if (isPending && failure !== undefined) return failure;
    failure = isError ? read : undefined;
    return read;
  };
}
