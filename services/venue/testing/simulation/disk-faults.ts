/** Damages the files of a journal as a crash or a bad disk would. */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { JournalReader } from "#services/venue/journal/journal-reader.ts";
import { type JournalPosition, segmentPath } from "#services/venue/journal/position.ts";
import { snapshotFolder, snapshotsOf } from "#services/venue/snapshot/snapshot-files.ts";
import type { Random } from "./random.ts";

/** A disk writes a sector whole or not at all. */
const SECTOR = 512;
/** Like the journal's own preallocation: zeros behind the last block. */
const PREALLOCATED = 4_096;

/** Positions of all blocks in the folder, in order. */
export function blocksOf(folder: string): JournalPosition[] {
  const reader = new JournalReader(folder);
  const positions: JournalPosition[] = [];
  try {
    for (let read = reader.next(); read !== undefined; read = reader.next()) {
      positions.push(read.position);
    }
  } finally {
    reader.close();
  }
  return positions;
}

/**
 * Leaves the files as a crash may, after the last synced block `kept`: with nothing, some sectors or all of the block that
 * was being written. @returns what was done, for the failure's text.
 */
export function crashAfter(
  folder: string,
  blocks: JournalPosition[],
  synced: number,
  random: Random,
): string {
  const last = blocks[synced - 1];
  const inFlight = blocks[synced];
  const bytes = inFlight === undefined ? undefined : bytesOf(folder, inFlight);
  const segment = last?.segment ?? 1;
  cutAfter(folder, segment, last?.end ?? 0, random.oneIn(2));
  if (inFlight === undefined || bytes === undefined || random.oneIn(4)) return "nothing in flight";
  if (inFlight.segment !== segment && random.oneIn(2)) {
    // The new segment was made, and nothing was written into it.
    writeFileSync(
      segmentPath(folder, inFlight.segment),
      Buffer.alloc(random.below(2) * PREALLOCATED),
    );
    return "an empty segment";
  }
  const what = tear(bytes, random);
  const file = openSync(
    segmentPath(folder, inFlight.segment),
    inFlight.segment === segment ? "r+" : "w",
  );
  writeSync(file, bytes, 0, bytes.length, inFlight.start);
  closeSync(file);
  return what;
}

/** Flips one bit of a block that others follow. @returns its position. */
export function flipBit(
  folder: string,
  blocks: JournalPosition[],
  random: Random,
): JournalPosition {
  const position = blocks[random.below(blocks.length - 1)];
  if (position === undefined)
    throw new Error("a bit is flipped in a journal of at least two blocks");
  const path = segmentPath(folder, position.segment);
  const bytes = readFileSync(path);
  const stated = bytes.readUInt32LE(position.start + 4);
  const at = position.start + random.below(stated);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  writeFileSync(path, bytes);
  return position;
}

/** Damages the newest snapshot, or leaves an unfinished one beside it. */
export function tearSnapshot(folder: string, random: Random): void {
  const [newest] = snapshotsOf(folder);
  if (newest === undefined) return;
  const bytes = readFileSync(newest.path);
  const length = random.below(bytes.length);
  if (random.oneIn(3)) {
    const name = `${String(newest.height + 1).padStart(16, "0")}.snapshot.tmp`;
    writeFileSync(join(snapshotFolder(folder), name), bytes.subarray(0, length));
  } else if (random.oneIn(2)) {
    truncateSync(newest.path, length);
  } else {
    bytes[length] = (bytes[length] ?? 0) ^ (1 << random.below(8));
    writeFileSync(newest.path, bytes);
  }
}

function bytesOf(folder: string, { segment, start, end }: JournalPosition): Buffer {
  return Buffer.from(readFileSync(segmentPath(folder, segment)).subarray(start, end));
}

/** Nothing is behind `end` but zeros, as many as were preallocated or none. */
function cutAfter(folder: string, segment: number, end: number, preallocated: boolean): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".journal") && name > `${String(segment).padStart(8, "0")}.journal`) {
      rmSync(join(folder, name));
    }
  }
  const path = segmentPath(folder, segment);
  truncateSync(path, end);
  if (preallocated) truncateSync(path, end + PREALLOCATED);
}

/** Some sectors of the block did not reach the disk; all did, in one case of four. */
function tear(bytes: Buffer, random: Random): string {
  if (random.oneIn(4)) return "a whole block that was not acknowledged";
  if (random.oneIn(2)) {
    const from = random.below(bytes.length);
    bytes.fill(0, from);
    return `a block torn at byte ${from}`;
  }
  const sectors = Math.ceil(bytes.length / SECTOR);
  const lost = random.below(sectors);
  for (let sector = 0; sector < sectors; sector += 1) {
    if (sector !== lost && !random.oneIn(3)) continue;
    bytes.fill(0, sector * SECTOR, Math.min(bytes.length, (sector + 1) * SECTOR));
  }
  return `a block of ${sectors} sectors without sector ${lost}`;
}
