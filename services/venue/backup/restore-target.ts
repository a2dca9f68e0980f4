import type { PlacedBlock } from "#services/venue/journal/journal-reader.ts";

/** Takes blocks in order. What it was given counts only after `finish`. */
export type RestoreTarget = {
  /** @throws BackupError when there is something already. */
  begin: () => Promise<void>;
  write: (read: PlacedBlock) => Promise<void>;
  /** `snapshot` is a file's bytes with their height. */
  finish: (snapshot: { height: number; bytes: Buffer } | undefined) => Promise<void>;
  /** After a failure. */
  abandon: () => Promise<void>;
};
