/** Opens a venue over its folder, lists the first markets when it is new, and sets the follower on it. */
import { createHash } from "node:crypto";
import type { Secret } from "#lib/kernel/env.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Venue } from "#services/venue/calls/venue.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import { LATEST_RULES } from "#services/venue/engine/rules.ts";
import { followInThread } from "#services/venue/follower/thread.ts";
import type { VerifiedChain } from "#services/venue/follower/thread-messages.ts";
import {
  followInline,
  NO_FOLLOWER,
  type VenueFollower,
} from "#services/venue/follower/venue-follower.ts";
import { HistoryReader } from "#services/venue/history/history-reader.ts";
import { recordedHeight } from "#services/venue/history/recorded-height.ts";
import type { Recorded } from "#services/venue/journal/journal.ts";
import { refuseUnfinished } from "#services/venue/journal/unfinished-restore.ts";
import { refuseCopy } from "#services/venue/journal-store/copy-marker.ts";
import {
  openReplicated,
  type ReplicatedJournal,
  type ReplicatedVenue,
} from "#services/venue/journal-store/open-replicated.ts";
import { Histories } from "#services/venue/projection/market-history.ts";
import {
  recoverJournal,
  Sequencer,
  type SequencerOptions,
} from "#services/venue/sequencer/sequencer.ts";
import { loadSnapshot, snapshotsOf } from "#services/venue/snapshot/snapshot-files.ts";

export type VenueOptions = {
  /** Journal, snapshots and history; with `journal` a copy of the journal. */
  folder: string;
  /** The journal in Postgres; without it, the journal is in the folder. */
  journal?: ReplicatedJournal | undefined;
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
  /** For the gateways, which stream what it finds. */
  follower: Pick<VenueFollower, "connect" | "wakeMemory">;
  /** Durable blocks that the follower has not applied yet. */
  followerLag: () => number;
  /**
   * Ends everything once it is durable. With `snapshot` the follower writes one of the last block, so that the next start
   * has nothing to replay.
   */
  close: (options?: { snapshot?: boolean }) => Promise<void>;
  /** Lets a standby open at once, where the journal is in Postgres. Before `close`, and when nothing is answered any more. */
  handOver: () => Promise<void>;
};

/**
 * Where the journal is in Postgres, it resolves when this process is the primary.
 * @throws Error that names file and byte when the journal does not check out, MissingBlocksError when it ends before what
 * the history or a snapshot contains.
 */
export async function openVenue(options: VenueOptions): Promise<OpenVenue> {
  const { folder, clock, operatorKey, onWarning = () => {} } = options;
  refuseUnfinished(folder);
  const { snapshot, warnings } = loadSnapshot(folder);
  for (const warning of warnings) onWarning(warning);
  const histories = snapshot?.histories ?? new Histories();
  const { sequencer, follower, copied, handOver } = await openJournal(options, {
    events: histories.events,
    from: snapshot,
  });
  if (sequencer.state.markets.size === 0) {
    for (const market of LISTINGS) await sequencer.submit({ type: "list_market", market });
  }
  if (sequencer.state.rules < LATEST_RULES) {
    await sequencer.submit({ type: "rules", version: LATEST_RULES });
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
    follower,
    followerLag: follower.lag,
    close: async ({ snapshot: withSnapshot = false } = {}) => {
      await sequencer.settled();
      await copied();
      await follower.stop({ snapshot: withSnapshot });
      history.close();
      await sequencer.close();
    },
    handOver,
  };
}

type OpenJournal = Pick<ReplicatedVenue, "sequencer" | "copied" | "handOver"> & {
  follower: VenueFollower;
};

async function openJournal(
  options: VenueOptions,
  start: Pick<SequencerOptions, "events" | "from">,
): Promise<OpenJournal> {
  const { folder, journal, clock, onFailure } = options;
  const { events } = start;
  const recorded = highestRecorded(folder);
  if (journal === undefined) {
    refuseCopy(folder);
    const sequencer = await Sequencer.open({ folder, clock, onFailure, recorded, ...start });
    const follower = startFollower(options);
    follower.durable(sequencer.latestBlock.height);
    sequencer.onDurable = follower.durable;
    return { sequencer, follower, copied: async () => {}, handOver: async () => {} };
  }
  // What the copy lacks is in the table, so its end says nothing about the journal's.
  const recovered = await recoverJournal({ folder, ...start });
  checkInvariants(recovered.state);
  const follower = startFollower(options);
  follower.durable(recovered.latestBlock.height);
  const parts = { journal, folder, recovered, events, recorded, clock, onFailure };
  const replicated = await openReplicated({ ...parts, onCopied: follower.durable });
  return { ...replicated, follower };
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
