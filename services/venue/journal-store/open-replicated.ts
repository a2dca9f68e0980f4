/**
 * A venue whose journal is in Postgres. The process follows the table until it holds the lock; then it takes over, by a
 * block that begins an epoch of its own. The block of a primary that was taken over finds its height taken.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#lib/kernel/env.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import { encodeCommand } from "#services/venue/engine/command-codec.ts";
import { EffectLog } from "#services/venue/engine/effect-log.ts";
import type { EngineEvents } from "#services/venue/engine/events.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { type Block, encodeBlock, GENESIS_HASH } from "#services/venue/journal/block.ts";
import type { Recorded } from "#services/venue/journal/journal.ts";
import type { PrimaryBeat } from "#services/venue/link/primary-beat.ts";
import { infoOf, type Recovered, Sequencer } from "#services/venue/sequencer/sequencer.ts";
import { JournalConnection } from "./connection.ts";
import { markAsCopy } from "./copy-marker.ts";
import { isRefusal, type OnWarning } from "./database-failures.ts";
import type { JournalFigures } from "./journal-metrics.ts";
import {
  createTable,
  decodeRow,
  isHandover,
  rowsAfter,
  type TableBlock,
  tableEnd,
} from "./journal-table.ts";
import { FencedError, PostgresJournal } from "./postgres-journal.ts";
import { type LockSession, PrimaryLock } from "./primary-lock.ts";
import type { StandbyView } from "./standby-server.ts";
import { TableFollower } from "./table-follower.ts";

const POLL_MS = 250;
const REREAD_MS = 10;
/** Longer than the time for which the old primary answers without a beat. */
const TAKEOVER_WAIT_MS = 4_000;

export type ReplicatedJournal = {
  url: Secret;
  /** The address at which clients reach this process. */
  node: string;
  beat: PrimaryBeat;
  /** Kept up to date for the metrics. */
  figures: JournalFigures;
  /** Called about four times a second while another process is the primary. */
  onStandby: (view: StandbyView) => void;
  /** Called with a failure of the database that is followed by another attempt, once for each cause. */
  onWarning: OnWarning;
};

export type ReplicatedOptions = {
  journal: ReplicatedJournal;
  folder: string;
  recovered: Recovered;
  events: EngineEvents;
  recorded: Recorded;
  clock: Clock;
  onFailure: (error: unknown) => void;
  /** The copy in `folder` contains the blocks up to `height`. */
  onCopied: (height: number) => void;
};

export type ReplicatedVenue = {
  sequencer: Sequencer;
  /** Resolves when the folder has every block. */
  copied: () => Promise<void>;
  /** Ends this epoch in order, so that a standby opens at once. Nothing is answered any more. */
  handOver: () => Promise<void>;
};

/** Resolves when this process is the primary, which may be never. @throws Error that says what does not check out */
export async function openReplicated(options: ReplicatedOptions): Promise<ReplicatedVenue> {
  const { journal, recovered, clock, events, onFailure, onCopied } = options;
  const { url, beat, figures, onWarning } = journal;
  const { state, recovery } = recovered;
  const copy = recovered.journal;
  const last = await attach(options);
  const follower = new TableFollower({ url, copy, state, events, last, onCopied, onWarning });
  let store: PostgresJournal | undefined;
  const lock = new PrimaryLock({
    url,
    beat,
    onTaken: async (connection) => {
      const end = await tableEnd(connection);
      if (store !== undefined && end.epoch !== store.epoch) throw new FencedError(end.height);
    },
    isFinal: (error) => {
      const isFinal = store !== undefined && (error instanceof FencedError || isRefusal(error));
      if (isFinal) onFailure(error);
      return isFinal;
    },
    onWarning,
    onLost: () => {
      figures.locksLost += 1;
    },
  });
  const session = await followUntilLocked({ follower, lock, journal });
  const writer = new PostgresJournal(url, copy, follower.epoch + 1, onWarning);
  writer.onUnknown = () => {
    figures.unknownOutcomes += 1;
  };
  await takeOver(options, { follower, lock, session, writer });
  store = writer;
  figures.epoch = writer.epoch;
  writer.onCopied = onCopied;
  follower.disconnect();
  const latestBlock = follower.last ? infoOf(follower.last.block) : recovered.latestBlock;
  const parts = { state, recovery, latestBlock, clock, events, onFailure };
  const sequencer = new Sequencer({ ...parts, journal: writer });
  return {
    sequencer,
    copied: () => writer.copied(),
    handOver: async () => {
      await sequencer.submit({ type: "handover", epoch: writer.epoch });
      await lock.release();
    },
  };
}

/** Compares folder and table, and marks the folder as a copy. Answers the folder's last block. */
async function attach(options: ReplicatedOptions): Promise<TableBlock | undefined> {
  const { journal, folder, recovered, recorded } = options;
  const connection = await JournalConnection.open(journal.url, "reads");
  try {
    await createTable(connection);
    const { height, hash } = recovered.journal.head;
    const [row] = height === 0 ? [] : await rowsAfter(connection, height - 1, 1);
    const last = row && decodeRow(row);
    if (height > 0 && last?.hash !== hash) {
      throw new Error(
        `${folder} contains block ${height} ${hash}, and the table venue_journal does not: one of them is of another venue, or has lost blocks. A copy can be removed; it is made again from the table.`,
      );
    }
    const end = await tableEnd(connection);
    if (recorded.height > end.height) {
      throw new Error(
        `The table venue_journal ends at block ${end.height}, but ${recorded.by} contains block ${recorded.height}: acknowledged blocks are missing.`,
      );
    }
    markAsCopy(folder);
    return last;
  } finally {
    await connection.close();
  }
}

/** Follows the table until this process holds the lock. */
async function followUntilLocked(parts: {
  follower: TableFollower;
  lock: PrimaryLock;
  journal: ReplicatedJournal;
}): Promise<LockSession> {
  const { follower, lock, journal } = parts;
  for (;;) {
    const isThere = await follower.poll();
    // One that is far behind would take long to open.
    if (isThere) lock.start();
    if (isThere && lock.session !== undefined) return lock.session;
    const { primary, last } = follower;
    journal.figures.epoch = follower.epoch;
    journal.onStandby({ primary, appliedAt: last?.block.time });
    await sleep(isThere ? POLL_MS : 1);
  }
}

/** In one session of the lock: what happens after a break of it would be another process's turn. */
async function takeOver(
  options: ReplicatedOptions,
  parts: {
    follower: TableFollower;
    lock: PrimaryLock;
    session: LockSession;
    writer: PostgresJournal;
  },
): Promise<void> {
  const { journal, clock, recovered } = options;
  const { follower, lock, session, writer } = parts;
  const { state } = recovered;
  const requireLock = () => {
    if (lock.session === session && journal.beat.isFresh) return;
    throw new Error("the lock was lost during the takeover");
  };
  let isVacant = false;
  for (let isCommitted = false; !isCommitted; ) {
    while (!(await follower.readToEnd())) {
      requireLock();
      await sleep(REREAD_MS);
    }
    requireLock();
    const { last } = follower;
    isVacant = last === undefined || isHandover(last.block);
    const time = Math.max(clock.now(), state.time);
    const row = epochBlock(state, { last, node: journal.node, time });
    isCommitted = await commits(writer, row);
    if (isCommitted) {
      await follower.takeOwn(row);
      continue;
    }
    // Its connection may lead to a server that will never have the block of the other process.
    follower.disconnect();
    await sleep(REREAD_MS);
  }
  checkInvariants(state);
  const waited = performance.now() - session.takenAt;
  if (!isVacant) await sleep(Math.max(0, TAKEOVER_WAIT_MS - waited));
  requireLock();
}

/** False when the old primary has won the height: its block comes first then. */
async function commits(writer: PostgresJournal, row: TableBlock): Promise<boolean> {
  try {
    await writer.commit(row);
    return true;
  } catch (error) {
    if (error instanceof FencedError) return false;
    throw error;
  }
}

/** Made without applying it, because it may not win its height. Its replay proves the hash. */
function epochBlock(
  state: VenueState,
  { last, node, time }: { last: TableBlock | undefined; node: string; time: number },
): TableBlock {
  const epoch = (last?.epoch ?? 0) + 1;
  const effects = new EffectLog(state.effects.head);
  for (const value of [state.seq + 1, time, epoch]) effects.hashNumber(value);
  const block: Block = {
    height: (last?.block.height ?? 0) + 1,
    firstSeq: state.seq + 1,
    time,
    previousHash: last?.hash ?? GENESIS_HASH,
    stateHash: effects.close(),
    commands: [encodeCommand({ type: "epoch", epoch, node }, time)],
  };
  return { block, ...encodeBlock(block), epoch };
}
