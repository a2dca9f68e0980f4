import { apply } from "./engine/apply.ts";
import { decodeCommand } from "./engine/command-codec.ts";
import type { EngineEvents, VenueState } from "./engine/state.ts";
import type { Block } from "./journal/block.ts";
import { placeOf } from "./journal/journal-reader.ts";
import type { JournalPosition } from "./journal/position.ts";

/**
 * Applies a journaled block and proves that it did what it did the first time.
 * @throws Error that names height, file and byte when it did not.
 */
export function replayBlock(
  state: VenueState,
  block: Block,
  events: EngineEvents,
  at: { folder: string; position: JournalPosition },
): void {
  for (const bytes of block.commands) {
    const { command, time } = decodeCommand(bytes);
    apply(state, command, time, events);
  }
  const replayed = state.effects.close();
  if (replayed === block.stateHash) return;
  throw new Error(
    `Block ${block.height} (${placeOf(at.folder, at.position)}) replays to the state hash ${replayed}, but the journal has ${block.stateHash}: the engine is not the one that wrote it, or is not deterministic`,
  );
}
