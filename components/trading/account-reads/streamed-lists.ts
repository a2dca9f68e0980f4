/** The lists of the account by its stream, instead of the polls while it is live. Loaded with a session that has a venue key. */
import { streamClient } from "#components/trading/live/browser.ts";
import { refreshReads } from "./account-reads.ts";
import { type Feed, type Lists, type RecordPolls, readList } from "./record-polls.ts";
import { setShow, type WrittenOrder } from "./shown-writes.ts";
import { StreamCheck } from "./stream-check.ts";
import { beforeNextFrame, StreamReads, type StreamReadsParts } from "./stream-reads.ts";

/** A stream that is lost for longer is replaced by polls. Within it, another tab takes over from a leading one that hangs. */
const LOST_AFTER_MS = 3_000;
/** Within this time the stream shows what a write has done. */
const SHOWN_WITHIN_MS = 2_000;

export type StreamParts = Pick<StreamReadsParts, "client" | "frame">;

/** Follows the stream until the returned function is called. */
export function followStream(
  feed: Feed,
  polls: RecordPolls,
  parts: StreamParts = { client: streamClient(), frame: beforeNextFrame },
): () => void {
  const lists = new StreamedLists(feed, polls, parts);
  lists.start();
  return () => lists.stop();
}

/** All three; `undefined` when one of them cannot be read. */
async function readLists(feed: Feed, signal: AbortSignal): Promise<Lists | undefined> {
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

class StreamedLists {
  readonly #feed: Feed;
  readonly #polls: RecordPolls;
  readonly #stream: StreamReads;
  readonly #check: StreamCheck;
  readonly #left = new AbortController();
  #lost: ReturnType<typeof setTimeout> | undefined;

  constructor(feed: Feed, polls: RecordPolls, parts: StreamParts) {
    this.#feed = feed;
    this.#polls = polls;
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
    setShow((orders) => this.#showWritten(orders));
    this.#stream.start();
  }

  stop(): void {
    setShow(undefined);
    clearTimeout(this.#lost);
    this.#left.abort();
    this.#stream.stop();
    this.#check.stop();
  }

  /** Resolves once the lists show what a write has done, as far as that is known. */
  async #showWritten(orders: readonly WrittenOrder[]): Promise<void> {
    if (!this.#polls.isPaused()) return refreshReads(this.#feed.client);
    if (await this.#stream.untilShown(orders, SHOWN_WITHIN_MS)) return undefined;
    return this.#stream.isLive ? this.#check.run() : this.#poll();
  }

  #begin(hadGap: boolean): void {
    clearTimeout(this.#lost);
    this.#polls.pause();
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
    this.#polls.resume(this.#stream.lists);
    return refreshReads(this.#feed.client, { cancelRefetch: false });
  }
}
