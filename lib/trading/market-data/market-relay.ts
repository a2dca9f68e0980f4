/**
 * What replicas tell each other of the markets, so that one of them polls the venue and the others pass its events on
 * (docs/decisions/071). {@link NO_RELAY} is that of a replica without others.
 */
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { type MarketEvent, TopicBoard } from "./market-topics.ts";
import { readAlone, type Share } from "./shared-reads.ts";

/** Where a batch belongs: a market, the list of all markets, or the chain of blocks. */
export type Board = { kind: "market"; market: string } | { kind: "all" } | { kind: "blocks" };

/** What one replica announced at once, in order. */
export type RelayedBatch = {
  board: Board;
  events: readonly MarketEvent[];
  /** Venue time up to which the events are complete; Unix milliseconds. */
  seen: number;
  /** When the market's book was requested, if it is among the events; Unix milliseconds of the venue. */
  bookReadAt?: number | undefined;
  /** The venue was reset: the first fills of its new tape, which are not published. */
  restart?: readonly Trade[] | undefined;
};

export type RelayHandlers = {
  /** A batch of the replica that polls. */
  take: (batch: RelayedBatch) => void;
  /** Another replica has readers of this topic. @returns its state */
  wanted: (board: Board, topic: MarketTopic) => RelayedBatch | undefined;
  /** The latest state, for a replica that has just joined. */
  state: () => RelayedBatch[];
  /** The venue's time when the replica that polls sent a message, Unix milliseconds. */
  hears: (venueTime: number) => void;
};

export type MarketRelay = {
  /** True while the events of another replica stand in for own polls. */
  readonly follows: boolean;
  /** Moves whenever batches may have been missed. */
  readonly gaps: number;
  /** Begins to listen. */
  start: (handlers: RelayHandlers) => void;
  /** Sends to the others, if this replica polls for them. */
  publish: (batch: RelayedBatch) => void;
  /**
   * Says that the poll of all markets succeeded: silence means that others must poll.
   * @param venueTime now, Unix milliseconds of the venue
   */
  beat: (venueTime: number) => void;
  /** Asks the replica that polls to read what it reads on demand, and for its latest state. */
  want: (board: Board, topic: MarketTopic) => void;
  /** The next `want` is a new one. */
  unwant: (board: Board, topic: MarketTopic) => void;
  /** Reads what any replica is asked for: one answer serves all of them while it is fresh. */
  share: Share;
  close: () => Promise<void>;
};

export const NO_RELAY: MarketRelay = {
  follows: false,
  gaps: 0,
  start: () => {},
  publish: () => {},
  beat: () => {},
  want: () => {},
  unwant: () => {},
  share: readAlone,
  close: async () => {},
};

/** A board whose events the relay sends, as `batchOf` makes batches of them. `isMuted`: see `BoardRelay`. */
export function relayedBoard(
  relay: MarketRelay,
  isMuted: () => boolean,
  batchOf: (events: readonly MarketEvent[]) => RelayedBatch,
): TopicBoard {
  if (relay === NO_RELAY) return new TopicBoard();
  return new TopicBoard({ isMuted, publish: (events) => relay.publish(batchOf(events)) });
}
