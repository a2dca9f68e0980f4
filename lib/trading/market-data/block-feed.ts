/** The head of the venue's chain: one poll for all markets, while there are subscribers. */

import { type FeedContext, startFeedPoller } from "./feed-context.ts";
import { type RelayedBatch, relayedBoard } from "./market-relay.ts";
import { type Deliver, type MarketEvent, type TopicBoard } from "./market-topics.ts";
import { OnDemand } from "./on-demand-poller.ts";

/** The venue may settle many blocks a second; readers can follow one update a second. */
const POLL_EVERY_MS = 1_000;
const TOPICS = new Set(["block"] as const);
const BOARD = { kind: "blocks" } as const;

export class BlockFeed {
  readonly #context: FeedContext;
  readonly #board: TopicBoard;
  readonly #demand: OnDemand;

  constructor(context: FeedContext) {
    this.#context = context;
    const { relay } = context;
    this.#board = relayedBoard(
      relay,
      () => relay.follows,
      (events) => this.#batchOf(events),
    );
    this.#demand = new OnDemand(context.timers, () => this.#follow());
  }

  /** Calls `deliver` with every new head until the result is called. */
  subscribe(deliver: Deliver): () => void {
    const unlisten = this.#board.listen(TOPICS, deliver);
    const release = this.#demand.want();
    return () => {
      unlisten();
      release();
    };
  }

  /** The head; `undefined` before the first read and when it is stale for lack of subscribers. */
  state(): MarketEvent[] {
    return this.#board.state(TOPICS);
  }

  /** Reads the head for a while: another replica has readers. @returns the state */
  wanted(): RelayedBatch {
    this.#demand.touch();
    return this.relayed();
  }

  /** The head as another replica has read it. */
  takeRelayed({ events }: RelayedBatch): void {
    if (this.#context.relay.follows && this.#demand.active) this.#board.accept(events);
  }

  /** For replicas that have just joined. */
  relayed(): RelayedBatch {
    return this.#batchOf(this.state());
  }

  #batchOf(events: readonly MarketEvent[]): RelayedBatch {
    return { board: BOARD, events, seen: this.#context.clock.now() };
  }

  stop(): void {
    this.#demand.stop();
  }

  #follow(): () => void {
    const poll = () => this.#poll();
    const poller = startFeedPoller(this.#context, { name: "block", everyMs: POLL_EVERY_MS, poll });
    return () => {
      poller.stop();
      this.#context.relay.unwant(BOARD, "block");
      this.#board.forget("block");
    };
  }

  async #poll(): Promise<void> {
    const { relay } = this.#context;
    if (relay.follows) return relay.want(BOARD, "block");
    const head = await this.#context.venue.latestBlock();
    this.#board.announceState("block", JSON.stringify(head));
    this.#board.flush();
  }
}
