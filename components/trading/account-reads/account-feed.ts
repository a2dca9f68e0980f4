/**
 * Reads the signed-in account into the store: its key, and by its stream the account, positions and open orders. While
 * the stream is not live they are polled. Loaded with a session.
 */
import { QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { heldMarkets } from "#components/data/held-markets.ts";
import { streamClient } from "#components/trading/live/browser.ts";
import type { HeldKey } from "#lib/protocol/wire/account.ts";
import { accountKey, readerFor, refreshReads } from "./account-reads.ts";
import type { AccountData, SessionParts, WrittenOrder } from "./account-store.ts";
import { beginReads, onAccountRead, putRead, readOf } from "./account-store.ts";
import { accountQueryClient } from "./query-client.ts";
import { type Feed, RecordPolls, readLists, SHOWN, whatIsShown } from "./record-polls.ts";
import { StreamCheck } from "./stream-check.ts";
import { beforeNextFrame, StreamReads, type StreamReadsParts } from "./stream-reads.ts";

/** The key changes only by an action of its owner, or when a read is refused because the key is gone. */
const KEY_STALE_MS = 60_000;
/** A stream that is lost for longer is replaced by polls. Within it, another tab takes over from a leading one that hangs. */
const LOST_AFTER_MS = 3_000;
/** Within this time the stream shows what a write has done. */
const SHOWN_WITHIN_MS = 2_000;

export type FeedParts = Pick<StreamReadsParts, "client" | "frame">;

/**
 * Reads until the returned function is called. Without a venue key the server may still read for the wallet's session;
 * when it refuses, only the key is read until there is one.
 */
export function feedAccount(
  account: string,
  session: SessionParts,
  parts: FeedParts = { client: streamClient(), frame: beforeNextFrame },
): () => void {
  const client = accountQueryClient();
  const feed = { client, account, read: readerFor(client, session) };
  const live = new LiveLists(feed, parts);
  beginReads(account, {
    again: () => refreshReads(client),
    written: (orders) => live.showWritten(orders),
  });
  const stopHeld = onAccountRead(() => noteHeld(readOf(account, "positions").data ?? []));
  // The client follows focus and network while it is mounted.
  client.mount();
  live.start();
  const stopKey = followKey(feed, (hasKey) => live.polls.follow(hasKey));
  return () => {
    stopHeld();
    noteHeld([]);
    stopKey();
    live.stop();
    client.unmount();
  };
}

/** For parts of the page that know nothing of trading. */
function noteHeld(positions: AccountData["positions"]): void {
  const markets = new Set(positions.map(({ market }) => market));
  heldMarkets.set([...markets].toSorted().join(" "));
}

/** The lists of the account: from the stream while it is live, else by polls. */
class LiveLists {
  readonly #feed: Feed;
  readonly #stream: StreamReads;
  readonly #check: StreamCheck;
  readonly #left = new AbortController();
  #lost: ReturnType<typeof setTimeout> | undefined;
  readonly polls: RecordPolls;

  constructor(feed: Feed, parts: FeedParts) {
    this.#feed = feed;
    this.polls = new RecordPolls(feed);
    this.#stream = new StreamReads({
      ...parts,
      account: feed.account,
      onLive: (isLive, hadGap) => (isLive ? this.#begin(hadGap) : this.#lose()),
    });
    this.#check = new StreamCheck({
      stream: this.#stream,
      read: () => readLists(feed, this.#left.signal),
      isHidden: () => document.visibilityState === "hidden",
    });
  }

  start(): void {
    this.polls.start();
    this.#stream.start();
  }

  stop(): void {
    clearTimeout(this.#lost);
    this.#left.abort();
    this.#stream.stop();
    this.#check.stop();
    this.polls.stop();
  }

  /** Resolves once the lists show what a write has done, as far as that is known. */
  async showWritten(orders: readonly WrittenOrder[]): Promise<void> {
    if (!this.polls.isPaused) return refreshReads(this.#feed.client);
    if (await this.#stream.untilShown(orders, SHOWN_WITHIN_MS)) return undefined;
    return this.#stream.isLive ? this.#check.run() : this.#poll();
  }

  #begin(hadGap: boolean): void {
    clearTimeout(this.#lost);
    this.polls.pause();
    this.#check.start();
    // Facts of the gap are in the history only.
    if (hadGap) void refreshReads(this.#feed.client);
  }

  #lose(): void {
    this.#check.stop();
    this.#lost = setTimeout(() => void this.#poll(), LOST_AFTER_MS);
  }

  #poll(): Promise<void> {
    clearTimeout(this.#lost);
    if (this.#left.signal.aborted) return Promise.resolve();
    this.polls.resume(this.#stream.lists);
    return refreshReads(this.#feed.client, { cancelRefetch: false });
  }
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
