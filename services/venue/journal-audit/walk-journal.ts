/** Replays a journal from its beginning, of files or block by block, and checks the invariants on the way. */
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import {
  formatPosition,
  JournalReader,
  type PlacedBlock,
} from "#services/venue/journal/journal-reader.ts";
import { JOURNAL_START, type JournalPosition } from "#services/venue/journal/position.ts";
import { type Replay, replayBlock } from "#services/venue/sequencer/replay-block.ts";

/** Blocks between two checks of all invariants; they are checked at the end in any case. */
const BLOCKS_BETWEEN_CHECKS = 5_000;
const PROGRESS_MS = 2_000;

export type Walk = {
  state: VenueState;
  position: JournalPosition;
  commands: number;
  seconds: number;
  /** The length of an unfinished write behind the last block; on a running venue that is the block being written. */
  tornBytes: number;
};

export type WalkOptions = {
  /** The journal's; messages name it. */
  folder: string;
  toHeight?: number;
  inspect?: NonNullable<Replay["inspect"]>;
  /** Called every two seconds. */
  onProgress?: (walk: { height: number; commands: number }) => void;
};

/** @throws Error that names height, file and byte of the first block that does not check out. */
export function walkJournal(options: WalkOptions): Walk {
  const { folder, toHeight = Number.MAX_SAFE_INTEGER } = options;
  const walker = new Walker(options);
  const reader = new JournalReader(folder);
  while (reader.position.height < toHeight) {
    const read = reader.next();
    if (read === undefined) break;
    walker.step(read);
  }
  reader.close();
  return walker.finish(reader.tornBytes);
}

/** Replays blocks that are handed to it in order. */
export class Walker {
  readonly #options: WalkOptions;
  /** After the last block. */
  readonly state = emptyState();
  readonly #started = performance.now();
  #reportedAt = this.#started;
  #position: JournalPosition = JOURNAL_START;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** @throws Error that names the place of a block that does not check out. */
  step(read: PlacedBlock): void {
    const { onProgress = () => {} } = this.#options;
    replayBlock({ ...this.#options, state: this.state, events: NO_EVENTS }, read);
    this.#position = read.position;
    const { height, seq } = read.position;
    if (height % BLOCKS_BETWEEN_CHECKS === 0) this.#check();
    if (performance.now() - this.#reportedAt < PROGRESS_MS) return;
    this.#reportedAt = performance.now();
    onProgress({ height, commands: seq });
  }

  /** Checks the state at the end. */
  finish(tornBytes: number): Walk {
    this.#check();
    const position = this.#position;
    const seconds = (performance.now() - this.#started) / 1_000;
    return { state: this.state, position, commands: position.seq, seconds, tornBytes };
  }

  #check(): void {
    try {
      checkInvariants(this.state);
    } catch (error) {
      const { folder } = this.#options;
      const positionText = `After block ${this.#position.height} (${formatPosition(folder, this.#position)})`;
      throw new Error(`${positionText}: ${messageOf(error)}`, { cause: error });
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
