/** Snapshots in the venue's folder: written so that a crash leaves whole files only, read newest first. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { writeFiles } from "#lib/kernel/write-files.ts";
import { blockAt } from "#services/venue/journal/journal-reader.ts";
import { decodeSnapshot, encodeSnapshot, type Snapshot } from "./snapshot-codec.ts";

const KEPT = 2;

export function snapshotFolder(venueFolder: string): string {
  return join(venueFolder, "snapshots");
}

export function snapshotPath(venueFolder: string, height: number): string {
  return join(snapshotFolder(venueFolder), `${String(height).padStart(16, "0")}.snapshot`);
}

/** Writes the snapshot and removes all but the newest two. @throws the file system's errors. */
export function writeSnapshot(venueFolder: string, snapshot: Snapshot): string {
  const folder = snapshotFolder(venueFolder);
  const path = snapshotPath(venueFolder, snapshot.position.height);
  writeFiles(folder, [[basename(path), encodeSnapshot(snapshot)]]);
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".tmp")) rmSync(join(folder, name));
  }
  for (const { path: old } of snapshotsOf(venueFolder).slice(KEPT)) rmSync(old);
  return path;
}

/** Snapshots of a venue, newest first. */
export function snapshotsOf(venueFolder: string): { path: string; height: number }[] {
  const folder = snapshotFolder(venueFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{16}\.snapshot$/.test(name))
    .toSorted()
    .toReversed()
    .map((name) => ({ path: join(folder, name), height: Number(name.slice(0, 16)) }));
}

/**
 * The newest snapshot that verifies and belongs to the journal beside it; `undefined` when there is none.
 * @param atMost the highest block that it may contain
 */
export function loadSnapshot(
  venueFolder: string,
  atMost: number = Number.MAX_SAFE_INTEGER,
): { snapshot: Snapshot | undefined; warnings: string[] } {
  const warnings: string[] = [];
  for (const { path, height } of snapshotsOf(venueFolder)) {
    if (height > atMost) continue;
    try {
      const snapshot = decodeSnapshot(readFileSync(path));
      if (blockAt(venueFolder, snapshot.position) !== undefined) return { snapshot, warnings };
      warnings.push(`${path} is ignored: its last block is not in the journal`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`${path} is ignored: ${reason}`);
    }
  }
  return { snapshot: undefined, warnings };
}
