/** One journaled block, applied again and compared with what it did the first time. */
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand } from "#services/venue/engine/command-codec.ts";
import type { Command } from "#services/venue/engine/commands.ts";
import type { EngineEvents } from "#services/venue/engine/events.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { formatPosition, type PlacedBlock } from "#services/venue/journal/journal-reader.ts";

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
  const blockText = `Block ${block.height} (${formatPosition(folder, position)})`;
  for (const [index, bytes] of block.commands.entries()) {
    try {
      const { command, time } = decodeCommand(bytes);
      apply(state, command, time, events);
      inspect?.(command);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const sequence = block.firstSeq + index;
      throw new Error(`${blockText}, command ${sequence}: ${reason}`, { cause: error });
    }
  }
  const replayed = state.effects.close();
  if (replayed === block.stateHash) return;
  throw new Error(
    `${blockText} replays to the state hash ${replayed}, but the journal has ${block.stateHash}: the engine is not the one that wrote it, or is not deterministic`,
  );
}
