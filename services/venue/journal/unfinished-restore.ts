/** The mark of a folder into which a restore has not ended. Nothing may take it for a venue's. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "./backup-error.ts";

export const UNFINISHED = "unfinished-restore";

/** @throws BackupError when a restore into the venue's folder was interrupted. */
export function refuseUnfinished(folder: string): void {
  if (!existsSync(join(folder, UNFINISHED))) return;
  throw new BackupError(
    "RESTORE_UNFINISHED",
    `a restore into ${folder} has not ended. Run it again; it starts over`,
  );
}
