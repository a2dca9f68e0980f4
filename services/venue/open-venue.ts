/** Opens a venue over its folder, lists the first markets when it is new, and sets the follower on it. */
import { createHash } from "node:crypto";
import type { Clock } from "#lib/platform/clock.ts";
import type { Secret } from "#lib/platform/env.ts";
import { LISTINGS } from "./engine/listings.ts";
import { followInThread } from "./follower/thread.ts";
import type { VerifiedChain } from "./follower/thread-messages.ts";
import { followInline, NO_FOLLOWER, type VenueFollower } from "./follower/venue-follower.ts";
import { HistoryReader } from "./history/history-reader.ts";
import { recordedHeight } from "./history/recorded-height.ts";
import type { Recorded } from "./journal/journal.ts";
import { Histories } from "./projection/market-history.ts";
import { Sequencer } from "./sequencer.ts";
import { loadSnapshot, snapshotsOf } from "./snapshot/snapshot-files.ts";
import type { Venue } from "./venue.ts";

export type VenueOptions = {
  /** Journal, snapshots and history. */
  folder: string;
  clock: Clock;
  operatorKey: Secret;
  /** The key of the partner programme; see gateway/authentication.ts. */
  partnerKey?: Secret | undefined;
  /** The key that reads any account; see gateway/authentication.ts. */
  readerKey?: Secret | undefined;
  /** The key of custody; see gateway/authentication.ts. */
  custodyKey?: Secret | undefined;
  /** Called once when the venue cannot go on: a refused write, or a follower that disagrees. */
  onFailure: (error: unknown) => void;
  /** Where the replay runs that writes history and snapshots. */
  follower: "thread" | "inline" | "none";
  /** Takes tolerated problems for the log, such as a snapshot that does not verify. */
  onWarning?: (text: string) => void;
  /** Called once, when the part of the journal that the start skipped is proven too. Only with a follower in a thread. */
  onVerified?: (chain: VerifiedChain) => void;
};

export type OpenVenue = Venue & {
  history: HistoryReader;
  /** Durable blocks that the follower has not applied yet. */
  followerLag: () => number;
  /**
   * Ends everything once it is durable. With `snapshot` the follower writes one of the last block, so that the next start
   * has nothing to replay.
   */
  close: (options?: { snapshot?: boolean }) => Promise<void>;
};

/**
 * @throws Error that names file and byte when the journal does not check out, MissingBlocksError when it ends before what
 * the history or a snapshot contains.
 */
export async function openVenue(options: VenueOptions): Promise<OpenVenue> {
  const { folder, clock, operatorKey, onFailure, onWarning = () => {} } = options;
  const { snapshot, warnings } = loadSnapshot(folder);
  for (const warning of warnings) onWarning(warning);
  const histories = snapshot?.histories ?? new Histories();
  const { events } = histories;
  const recorded = highestRecorded(folder);
  const parts = { folder, clock, events, onFailure, recorded };
  const sequencer = await Sequencer.open({ ...parts, from: snapshot });
  const follower = startFollower(options);
  follower.durable(sequencer.latestBlock.height);
  sequencer.onDurable = follower.durable;
  if (sequencer.state.seq === 0) {
    for (const market of LISTINGS) await sequencer.submit({ type: "list_market", market });
  }
  const history = new HistoryReader(folder);
  const followed = async (signal?: AbortSignal) => {
    await sequencer.settled();
    await follower.reached(sequencer.latestBlock.height, signal);
  };
  return {
    sequencer,
    state: sequencer.state,
    histories,
    history,
    clock,
    operatorKeyHash: hashOf(operatorKey),
    partnerKeyHash: options.partnerKey && hashOf(options.partnerKey),
    readerKeyHash: options.readerKey && hashOf(options.readerKey),
    custodyKeyHash: options.custodyKey && hashOf(options.custodyKey),
    followed,
    followerLag: follower.lag,
    close: async ({ snapshot: withSnapshot = false } = {}) => {
      await sequencer.settled();
      await follower.stop({ snapshot: withSnapshot });
      history.close();
      await sequencer.close();
    },
  };
}

function hashOf(key: Secret): Buffer {
  return createHash("sha256").update(key.reveal()).digest();
}

/** History and snapshots are made of durable blocks alone. Heights suffice: one of the same height is of another journal. */
function highestRecorded(folder: string): Recorded {
  const history = { height: recordedHeight(folder), by: "history.db" };
  const [newest] = snapshotsOf(folder);
  if (newest === undefined || newest.height <= history.height) return history;
  return { height: newest.height, by: newest.path };
}

function startFollower(options: VenueOptions): VenueFollower {
  const { folder, onFailure, onWarning = () => {}, onVerified = () => {} } = options;
  switch (options.follower) {
    case "thread":
      return followInThread({ folder, onFailure, onWarning, onVerified });
    case "inline":
      return followInline({ folder, onWarning });
    case "none":
      return NO_FOLLOWER;
  }
}
