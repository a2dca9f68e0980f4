/** Where the sequencer commits its blocks: files (`journal/journal.ts`), or a table of Postgres. */
import type { Block } from "#services/venue/journal/block.ts";

export type JournalStore = {
  /** Resolves when the block is durable. Calls must not overlap. @throws what keeps it from ever being so. */
  append: (
    block: Pick<Block, "commands" | "time" | "stateHash">,
  ) => Promise<{ height: number; seq: number }>;
  close: () => Promise<void>;
};
