/**
 * Reads the signed-in account into the store: its key, and by its stream the account, positions and open orders. While
 * the stream is not live they are polled. Loaded with a session.
 */
import { QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { heldMarkets } from "#components/data/held-markets.ts";
import type { HeldKey } from "#lib/protocol/wire/account.ts";
import { accountKey, readerFor, refreshReads } from "./account-reads.ts";
import type { AccountData, SessionParts } from "./account-store.ts";
import { beginReads, onAccountRead, putRead, readOf } from "./account-store.ts";
import { accountQueryClient } from "./query-client.ts";
import { type Feed, pollRecords, SHOWN, whatIsShown } from "./record-polls.ts";
import type { followStream as Exported, StreamParts } from "./streamed-lists.ts";

/** The key changes only by an action of its owner, or when a read is refused because the key is gone. */
const KEY_STALE_MS = 60_000;
/**
 * Reads until the returned function is called. Without a venue key the server may still read for the wallet's session;
 * when it refuses, only the key is read until there is one.
 */
export function feedAccount(
  account: string,
  session: SessionParts,
  parts?: StreamParts,
): () => void {
  const client = accountQueryClient();
  const feed = { client, account, read: readerFor(client, session) };
  beginReads(account, () => refreshReads(client));
  const stopHeld = onAccountRead(() => noteHeld(readOf(account, "positions").data ?? []));
  // The client follows focus and network while it is mounted.
  client.mount();
  const polls = pollRecords(feed);
  let stopStream: (() => void) | undefined;
  const stopKey = followKey(feed, (hasKey) => {
    polls.follow(hasKey);
    if (hasKey) stopStream ??= streamLists(feed, polls, parts);
  });
  return () => {
    stopHeld();
    noteHeld([]);
    stopKey();
    stopStream?.();
    polls.stop();
    client.unmount();
  };
}

/** For parts of the page that know nothing of trading. */
function noteHeld(positions: AccountData["positions"]): void {
  const markets = new Set(positions.map(({ market }) => market));
  heldMarkets.set([...markets].toSorted().join(" "));
}

/**
 * Follows the account's stream until the returned function is called. Its code is loaded when there is a venue key: before,
 * nothing happens to an account, and many visitors wait there. Without the code the lists are polled.
 */
function streamLists(...given: Parameters<typeof Exported>): () => void {
  let isOver = false;
  let stop: (() => void) | undefined;
  import("./streamed-lists.ts").then(
    ({ followStream }) => {
      if (!isOver) stop = followStream(...given);
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    stop?.();
  };
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
