/**
 * Replays the table into a state that will serve, and copies it into the folder. Both take only blocks that are proven to
 * be replicated: two consecutive blocks of one epoch prove the first and all before it, because their writer knew that
 * the first was. What the server loses in a failover can therefore not be in this state.
 */
import type { Secret } from "#lib/kernel/env.ts";
import type { EngineEvents } from "#services/venue/engine/events.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { Journal } from "#services/venue/journal/journal.ts";
import { replayBlock } from "#services/venue/sequencer/replay-block.ts";
import { JournalConnection } from "./connection.ts";
import { FailureReport, type OnWarning } from "./database-failures.ts";
import {
  DamagedRowError,
  decodeRow,
  epochCommand,
  nodeOf,
  placedBlock,
  ReadSize,
  rowsAfter,
  TABLE,
  type TableBlock,
} from "./journal-table.ts";

export type TableFollowerOptions = {
  url: Secret;
  /** Ends with a block of the table, as `state` does. */
  copy: Journal;
  state: VenueState;
  events: EngineEvents;
  /** The copy's last block; `undefined` when it has none. */
  last: TableBlock | undefined;
  /** The copy contains the blocks up to `height`. */
  onCopied: (height: number) => void;
  onWarning: OnWarning;
};

export class TableFollower {
  /** The last block that was applied. */
  last: TableBlock | undefined;
  /** The address of the node whose epoch the last row has. */
  primary: string | undefined;
  readonly #options: TableFollowerOptions;
  readonly #report: FailureReport;
  readonly #size = new ReadSize();
  #connection: JournalConnection | undefined;
  #primaryEpoch: number | undefined;
  /** Read, and not proven. */
  #unproven: TableBlock[] = [];
  /** Applied, and not copied. */
  #uncopied: TableBlock[] = [];

  constructor(options: TableFollowerOptions) {
    this.#options = options;
    this.#report = new FailureReport("reads of the journal", options.onWarning);
    this.last = options.last;
  }

  /** The epoch of the last applied block. */
  get epoch(): number {
    return this.last?.epoch ?? 0;
  }

  /**
   * Reads on, and applies and copies what is proven. Answers whether it has reached the end of the table; false as well
   * when the server does not answer.
   * @throws Error that names the height when a block does not check out, or is not the one that was read before.
   */
  async poll(): Promise<boolean> {
    const limit = this.#size.rows;
    const rows = await this.#read();
    for (const row of rows ?? []) this.#take(row);
    for (const row of this.#proven()) this.#apply(row);
    await this.copyApplied();
    return rows !== undefined && rows.length < limit;
  }

  /** Applies all rows of the table, proven or not. It is copied by `copyApplied`. @throws as `poll` does */
  async readToEnd(): Promise<boolean> {
    const rows = await this.#read();
    for (const row of rows ?? []) this.#take(row);
    for (const row of this.#unproven.splice(0)) this.#apply(row);
    return rows?.length === 0;
  }

  /** A block of this process that it has committed behind the last one that was read. It proves all before it. */
  async takeOwn(row: TableBlock): Promise<void> {
    this.#apply(row);
    await this.copyApplied();
  }

  /** Writes what was applied to the folder. */
  async copyApplied(): Promise<void> {
    for (const row of this.#uncopied.splice(0)) {
      const { height } = await this.#options.copy.copy(row);
      this.#options.onCopied(height);
    }
  }

  /** Gives its connection up. Another read opens a new one. */
  disconnect(): void {
    this.#connection?.drop();
    this.#connection = undefined;
  }

  get #readHeight(): number {
    const row = this.#unproven.at(-1) ?? this.#uncopied.at(-1);
    return row?.block.height ?? this.#options.copy.head.height;
  }

  /** `undefined` when the server does not answer. */
  async #read(): Promise<TableBlock[] | undefined> {
    try {
      this.#connection ??= await JournalConnection.open(this.#options.url, "reads");
      const rows = await rowsAfter(this.#connection, this.#readHeight, this.#size.rows);
      const newest = rows.at(-1)?.epoch ?? this.#unproven.at(-1)?.epoch;
      if (newest !== undefined && Number(newest) !== this.#primaryEpoch) {
        this.primary = await nodeOf(this.#connection, Number(newest));
        this.#primaryEpoch = Number(newest);
      }
      this.#size.succeeded();
      this.#report.succeeded();
      return rows.map(decodeRow);
    } catch (error) {
      if (error instanceof DamagedRowError) throw error;
      this.#size.failed();
      this.#report.failed(error);
      this.disconnect();
      return undefined;
    }
  }

  #take(row: TableBlock): void {
    const before = this.#unproven.at(-1) ?? this.#uncopied.at(-1);
    const hash = before?.hash ?? this.#options.copy.head.hash;
    if (row.block.previousHash !== hash) {
      throw new Error(
        `${TABLE}, height ${row.block.height}: the block does not follow the one that was read before it`,
      );
    }
    this.#unproven.push(row);
  }

  #proven(): TableBlock[] {
    const last = this.#unproven.at(-1);
    if (last === undefined) return [];
    const proof = this.#unproven.findLastIndex(
      ({ epoch }, index) => this.#unproven[index + 1]?.epoch === epoch,
    );
    return this.#unproven.splice(0, proof + 1);
  }

  #apply(row: TableBlock): void {
    const { state, events } = this.#options;
    const { block, epoch } = row;
    const begun = epochCommand(block)?.epoch;
    if (epoch !== (begun ?? this.epoch) || epoch < this.epoch) {
      throw new Error(
        `${TABLE}, height ${block.height}: the row has epoch ${epoch}, but its block belongs to ${begun ?? this.epoch}`,
      );
    }
    replayBlock({ folder: TABLE, state, events }, placedBlock(row));
    this.last = row;
    this.#uncopied.push(row);
  }
}
