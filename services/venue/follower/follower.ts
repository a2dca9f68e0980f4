/**
 * A second engine that reads the journal's files behind the first one. It proves that a replay comes to the same state
 * hash at every block, checks the invariants on samples, and writes what is read from outside the engine: snapshots and
 * the history.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  AccountLog,
  type BlockChanges,
  type EventPosition,
  type PlacedEvent,
} from "#services/venue/account-events/account-log.ts";
import { commandTime } from "#services/venue/engine/command-codec.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import type { EngineEvents } from "#services/venue/engine/events.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { HistoryWriter } from "#services/venue/history/history-writer.ts";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { JOURNAL_START, type JournalPosition } from "#services/venue/journal/position.ts";
import { combineEvents } from "#services/venue/projection/combine-events.ts";
import { Histories } from "#services/venue/projection/market-history.ts";
import { replayBlock } from "#services/venue/sequencer/replay-block.ts";
import {
  loadSnapshot,
  snapshotsOf,
  writeSnapshot,
} from "#services/venue/snapshot/snapshot-files.ts";

const SNAPSHOT_COMMANDS = 250_000;
const SNAPSHOT_MS = 600_000;
/** The largest share of the time since the start that goes into checking all invariants. */
const CHECK_SHARE = 0.03;
const SLICE_MS = 20;
/** A transaction of the history lasts this long while there is more to do: small ones write the same pages again. */
const COMMIT_MS = 1_000;

export type FollowerOptions = {
  /** The venue's folder. */
  folder: string;
  onWarning?: (text: string) => void;
  /** Commands after which a snapshot is due; 250,000 unless given. */
  snapshotCommands?: number;
};

export class Follower {
  readonly state: VenueState;
  /** Where it began: nothing before this was replayed. */
  readonly start: JournalPosition;
  readonly #folder: string;
  readonly #histories: Histories;
  readonly #history: HistoryWriter;
  readonly #log: AccountLog;
  readonly #events: EngineEvents;
  readonly #reader: JournalReader;
  readonly #snapshotCommands: number;
  readonly #started = performance.now();
  #target = 0;
  #committedAt = 0;
  #checked = 0;
  #lastCheck = 0;
  #snapshotAt: { seq: number; time: number };
  /** Events of accounts in the last block. */
  #eventCount: number;
  /** Is told of each block whose effects were not read before, right after it was applied. */
  onBlock: (block: BlockChanges) => void = () => {};

  private constructor(
    options: FollowerOptions,
    history: HistoryWriter,
    from: { state: VenueState; histories: Histories; position: JournalPosition },
  ) {
    this.#folder = options.folder;
    this.#snapshotCommands = options.snapshotCommands ?? SNAPSHOT_COMMANDS;
    this.#history = history;
    this.state = from.state;
    this.start = from.position;
    this.#histories = from.histories;
    this.#log = new AccountLog(from.state, () => history.lastFundingId, history.kept);
    from.state.effects.listener = this.#log.changes;
    this.#events = combineEvents(from.histories.events, history.events, this.#log.events);
    this.#eventCount = from.position.height === history.height ? history.recordedEvents : 0;
    this.#reader = new JournalReader(options.folder, from.position);
    this.#snapshotAt = { seq: from.position.seq, time: this.#started };
  }

  /**
   * Begins at the newest snapshot that the history has reached: a snapshot ahead of it would leave a gap there.
   * @throws the file system's and SQLite's errors.
   */
  static open(options: FollowerOptions): Follower {
    const { folder, onWarning = () => {} } = options;
    const history = new HistoryWriter(folder);
    const { snapshot, warnings } = loadSnapshot(folder, history.height);
    for (const warning of warnings) onWarning(warning);
    const fresh = { state: emptyState(), histories: new Histories(), position: JOURNAL_START };
    return new Follower(options, history, snapshot ?? fresh);
  }

  /** The last block that was applied. */
  get height(): number {
    return this.#reader.position.height;
  }

  /** The last block that can be read in the history, with everything before it. */
  get committed(): number {
    return this.#history.height;
  }

  /** Where the events of accounts end. */
  get eventPosition(): EventPosition {
    return { height: this.height, index: this.#eventCount };
  }

  /**
   * The events of an account behind `position`, oldest first; `undefined` when some are not kept any more, or when that is no
   * position of this journal.
   */
  eventsAfter(account: string, position: EventPosition): PlacedEvent[] | undefined {
    return position.height > this.height ? undefined : this.#history.eventsAfter(account, position);
  }

  /** Blocks up to `height` are on the disk: no other may be read. */
  durable(height: number): void {
    this.#target = Math.max(this.#target, height);
  }

  /**
   * Works for about `milliseconds`; answers whether everything durable is applied. Unless somebody waits for the history
   * (`isWanted`), its rows are committed once a second: a transaction of a few rows costs as much as their blocks.
   * @throws Error that names the block when the replay differs or an invariant is violated.
   */
  work(milliseconds: number, isWanted = true): boolean {
    const until = performance.now() + milliseconds;
    while (this.height < this.#target) {
      this.step();
      if (performance.now() >= until) break;
    }
    const isThere = this.height >= this.#target;
    if ((isThere && isWanted) || performance.now() - this.#committedAt > COMMIT_MS) this.#commit();
    if (this.#snapshotIsDue()) this.snapshot();
    return isThere;
  }

  /** Applies everything durable. */
  async catchUp(): Promise<void> {
    while (!this.work(SLICE_MS)) await nextTurn();
  }

  /** Writes a snapshot of what is applied, unless one is there already. */
  snapshot(): void {
    const { position } = this.#reader;
    this.#snapshotAt = { seq: position.seq, time: performance.now() };
    const newest = snapshotsOf(this.#folder)[0]?.height ?? 0;
    if (position.height <= newest) return;
    this.#commit();
    this.#history.sync();
    writeSnapshot(this.#folder, { position, state: this.state, histories: this.#histories });
  }

  close(): void {
    this.#reader.close();
    this.#history.close();
  }

  #commit(): void {
    this.#history.commit(this.#reader.position, this.state);
    this.#committedAt = performance.now();
  }

  /** Applies one block in the open transaction, which `work` and `snapshot` commit. */
  step(): void {
    const read = this.#reader.next();
    if (read === undefined) {
      throw new Error(
        `${this.#reader.positionText}: a block that was committed is not in the journal`,
      );
    }
    const { height, commands } = read.block;
    const time = commands[0] === undefined ? 0 : commandTime(commands[0]);
    this.#history.beginBlock({ height, time }, this.state);
    replayBlock({ folder: this.#folder, state: this.state, events: this.#events }, read);
    this.#endBlock(height, time);
    this.#checkSometimes();
  }

  #endBlock(height: number, time: number): void {
    const block = this.#log.endBlock({ height, time, isNew: this.#history.isWriting });
    this.#eventCount = block.events.length;
    this.#history.endBlock(block);
    if (this.#history.isWriting) this.onBlock(block);
  }

  #checkSometimes(): void {
    const started = performance.now();
    const budget = (started - this.#started) * CHECK_SHARE;
    if (this.#checked > 0 && this.#checked + this.#lastCheck > budget) return;
    checkInvariants(this.state);
    this.#lastCheck = performance.now() - started;
    this.#checked += this.#lastCheck;
  }

  #snapshotIsDue(): boolean {
    const commands = this.#reader.position.seq - this.#snapshotAt.seq;
    if (commands >= this.#snapshotCommands) return true;
    return commands > 0 && performance.now() - this.#snapshotAt.time >= SNAPSHOT_MS;
  }
}
