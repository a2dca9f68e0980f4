/** Compares the files of a backup with its manifest, and says where one differs. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "#services/venue/journal/backup-error.ts";
import { decodeBlock, encodeBlock } from "#services/venue/journal/block.ts";
import type { Manifest, SegmentEntry } from "./manifest.ts";

/** @throws BackupError that names the file, and the block or the byte. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const { snapshot, segments } = manifest;
  if (snapshot !== null && (await differs(folder, snapshot))) {
    const what = `the snapshot of block ${snapshot.height}`;
    throw damaged(join(folder, snapshot.file), `${what} is not the one that was written`);
  }
  for (const segment of segments) {
    if (await differs(folder, segment))
      throw damaged(join(folder, segment.file), findDamage(folder, segment));
  }
}

function damaged(path: string, what: string): BackupError {
  return new BackupError("BACKUP_DAMAGED", `${path}: ${what}`);
}

async function differs(
  folder: string,
  entry: { file: string; bytes: number; sha256: string },
): Promise<boolean> {
  const path = join(folder, entry.file);
  if (!existsSync(path)) throw damaged(path, "the file is missing");
  const { size } = statSync(path);
  if (size !== entry.bytes) throw damaged(path, `it has ${size} bytes, not ${entry.bytes}`);
  const digest = createHash("sha256");
  for await (const piece of createReadStream(path)) digest.update(piece);
  return digest.digest("hex") !== entry.sha256;
}

/** The first block of a segment that is not as it was written. A block is whole in one segment, which is read at once. */
function findDamage(folder: string, { file, first_height, last_height }: SegmentEntry): string {
  const bytes = readFileSync(join(folder, file));
  let offset = 0;
  for (let height = first_height; height <= last_height; height += 1) {
    const read = decodeBlock(bytes, offset);
    // The checksum does not cover the padding.
    const isWhole =
      read?.block.height === height &&
      encodeBlock(read.block).bytes.equals(bytes.subarray(offset, read.end));
    if (!isWhole) return `block ${height} at byte ${offset} is not the one that was written`;
    offset = read.end;
  }
  return `what follows block ${last_height} at byte ${offset} is not what was written`;
}
