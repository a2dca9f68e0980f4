/** Replays a journal from its beginning and checks the invariants on the way. */
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { JournalReader, placeOf } from "#services/venue/journal/journal-reader.ts";
import type { JournalPosition } from "#services/venue/journal/position.ts";
import { type Replay, replayBlock } from "#services/venue/replay-block.ts";

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
  folder: string;
  toHeight?: number;
  inspect?: NonNullable<Replay["inspect"]>;
  /** Called every two seconds. */
  onProgress?: (walk: { height: number; commands: number }) => void;
};

/** @throws Error that names height, file and byte of the first block that does not check out. */
export function walkJournal(options: WalkOptions): Walk {
  const { folder, toHeight = Number.MAX_SAFE_INTEGER, onProgress = () => {} } = options;
  const state = emptyState();
  const reader = new JournalReader(folder);
  const started = performance.now();
  let reportedAt = started;
  while (reader.position.height < toHeight) {
    const read = reader.next();
    if (read === undefined) break;
    replayBlock({ ...options, state, events: NO_EVENTS }, read);
    const { height, seq } = read.position;
    if (height % BLOCKS_BETWEEN_CHECKS === 0) checkAt(folder, read.position, state);
    if (performance.now() - reportedAt < PROGRESS_MS) continue;
    reportedAt = performance.now();
    onProgress({ height, commands: seq });
  }
  const { position, tornBytes } = reader;
  checkAt(folder, position, state);
  reader.close();
  const seconds = (performance.now() - started) / 1_000;
  return { state, position, commands: position.seq, seconds, tornBytes };
}

function checkAt(folder: string, position: JournalPosition, state: VenueState): void {
  try {
    checkInvariants(state);
  } catch (error) {
    const place = `After block ${position.height} (${placeOf(folder, position)})`;
    throw new Error(`${place}: ${messageOf(error)}`, { cause: error });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
