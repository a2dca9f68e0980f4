/** Restores into the folder of a venue. A marker file stays in it until everything is on the disk. */
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BackupError } from "#services/venue/journal/backup-error.ts";
import type { PlacedBlock } from "#services/venue/journal/journal-reader.ts";
import { UNFINISHED } from "#services/venue/journal/unfinished-restore.ts";
import { snapshotFolder, snapshotPath } from "#services/venue/snapshot/snapshot-files.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { syncFolder } from "./sync-folder.ts";

export class FolderTarget implements RestoreTarget {
  readonly #folder: string;
  readonly #marker: string;
  readonly #writer: SegmentWriter;

  constructor(folder: string) {
    this.#folder = folder;
    this.#marker = join(folder, UNFINISHED);
    this.#writer = new SegmentWriter(folder);
  }

  async begin(): Promise<void> {
    const folder = this.#folder;
    const names = existsSync(folder) ? readdirSync(folder) : [];
    if (names.length > 0 && !names.includes(UNFINISHED)) {
      throw new BackupError("RESTORE_TARGET_NOT_EMPTY", `${folder} is not empty: move it away`);
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#marker, "", { mode: 0o600, flush: true });
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    for (const name of names) {
      if (name !== UNFINISHED) await rm(join(folder, name), { recursive: true });
    }
  }

  write(read: PlacedBlock): Promise<void> {
    return this.#writer.write(read);
  }

  async finish(snapshot: { height: number; bytes: Buffer } | undefined): Promise<void> {
    const folder = this.#folder;
    await this.#writer.finish();
    if (snapshot !== undefined) {
      await mkdir(snapshotFolder(folder), { mode: 0o700 });
      const path = snapshotPath(folder, snapshot.height);
      await writeFile(path, snapshot.bytes, { mode: 0o600, flush: true });
      await syncFolder(snapshotFolder(folder));
    }
    await syncFolder(folder);
    await rm(this.#marker);
    await syncFolder(folder);
  }

  abandon(): Promise<void> {
    return this.#writer.abandon();
  }
}
