/** One journaled block, applied again and compared with what it did the first time. */
import { apply } from "./engine/apply.ts";
import { decodeCommand } from "./engine/command-codec.ts";
import type { Command } from "./engine/commands.ts";
import type { EngineEvents } from "./engine/events.ts";
import type { VenueState } from "./engine/venue-state.ts";
import { type PlacedBlock, placeOf } from "./journal/journal-reader.ts";

export type Replay = {
  /** The journal's. */
  folder: string;
  state: VenueState;
  events: EngineEvents;
  /** Checks each command after it was applied; what it throws is reported with the command's place. */
  inspect?: (command: Command) => void;
};

/** @throws Error that names height, file and byte when the block fails or has another effect than it had. */
export function replayBlock(replay: Replay, { block, position }: PlacedBlock): void {
  const { folder, state, events, inspect } = replay;
  const place = `Block ${block.height} (${placeOf(folder, position)})`;
  for (const [index, bytes] of block.commands.entries()) {
    try {
      const { command, time } = decodeCommand(bytes);
      apply(state, command, time, events);
      inspect?.(command);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const sequence = block.firstSeq + index;
      throw new Error(`${place}, command ${sequence}: ${reason}`, { cause: error });
    }
  }
  const replayed = state.effects.close();
  if (replayed === block.stateHash) return;
  throw new Error(
    `${place} replays to the state hash ${replayed}, but the journal has ${block.stateHash}: the engine is not the one that wrote it, or is not deterministic`,
  );
}
