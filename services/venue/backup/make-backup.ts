/** Copies a venue's journal and its newest snapshot into a new folder, while the venue runs. */
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { BackupError } from "#services/venue/journal/backup-error.ts";
import { JournalReader, type PlacedBlock } from "#services/venue/journal/journal-reader.ts";
import type { JournalPosition } from "#services/venue/journal/position.ts";
import { refuseUnfinished } from "#services/venue/journal/unfinished-restore.ts";
import { tableBlocks } from "#services/venue/journal-audit/walk-table.ts";
import { JournalConnection } from "#services/venue/journal-store/connection.ts";
import { isCopy } from "#services/venue/journal-store/copy-marker.ts";
import { tableEnd } from "#services/venue/journal-store/journal-table.ts";
import {
  loadSnapshot,
  snapshotFolder,
  snapshotPath,
} from "#services/venue/snapshot/snapshot-files.ts";
import { MANIFEST, type Manifest, manifestText } from "./manifest.ts";
import { SegmentWriter } from "./segment-writer.ts";
import { syncFolder } from "./sync-folder.ts";

const PROGRESS_MS = 2_000;

export type BackupOptions = {
  /** The venue's folder, or the address of the journal's database. */
  source: { folder: string } | { url: Secret };
  /** A folder that is not there yet, or is empty. */
  to: string;
  /** Unix milliseconds. */
  now: number;
  /** Called every two seconds. */
  onProgress?: (progress: { height: number; end: number }) => void;
};

/** The blocks that were there when it began, with a snapshot that is not ahead of them. */
type Copied = Pick<Manifest, "journal" | "snapshot"> & {
  end: number;
  blocks: AsyncIterable<PlacedBlock> | Iterable<PlacedBlock>;
  /** Proves that what was copied cannot be lost any more. */
  prove: () => Promise<void>;
};

/**
 * Contains every block that was acknowledged before it began. The folder gets its name when everything in it is on the disk.
 * @throws BackupError; Error that names file and byte, or height, of a block that is damaged; the system's errors.
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const to = resolve(options.to);
  if (existsSync(to) && readdirSync(to).length > 0) {
    throw new BackupError("BACKUP_TARGET_NOT_EMPTY", `${to} is not empty: name a new folder`);
  }
  const folder = `${to}.unfinished`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { source } = options;
  const copied =
    "folder" in source ? await ofFolder(source.folder, folder) : await ofTable(source.url);
  const manifest = await copyBlocks(options, copied, folder);
  await writeFile(join(folder, MANIFEST), manifestText(manifest), { mode: 0o600, flush: true });
  await syncFolder(folder);
  await rename(folder, to);
  await syncFolder(dirname(to));
  return manifest;
}

async function ofFolder(source: string, folder: string): Promise<Copied> {
  refuseUnfinished(source);
  if (isCopy(source)) {
    const text = `${source} is a copy of a journal in Postgres and may lack its newest blocks: use --table`;
    throw new BackupError("BACKUP_OF_COPY", text);
  }
  const { snapshot, position } = await copySnapshot(source, folder);
  const end = endOf(source, position);
  return {
    journal: "files",
    snapshot,
    end,
    blocks: fileBlocks(source, end),
    prove: async () => {},
  };
}

async function ofTable(url: Secret): Promise<Copied> {
  const { height: end } = await connected(url, tableEnd);
  return {
    journal: "table",
    snapshot: null,
    end,
    blocks: tableBlocks(url, end),
    // A row that is only visible may still be lost with its server.
    prove: () => connected(url, (connection) => connection.barrier()),
  };
}

async function connected<Result>(
  url: Secret,
  use: (connection: JournalConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await JournalConnection.open(url, "reads");
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

async function copySnapshot(
  source: string,
  folder: string,
): Promise<Pick<Manifest, "snapshot"> & { position?: JournalPosition }> {
  const { snapshot } = loadSnapshot(source);
  if (snapshot === undefined) return { snapshot: null };
  const { position } = snapshot;
  const bytes = readFileSync(snapshotPath(source, position.height));
  const path = snapshotPath(folder, position.height);
  await mkdir(snapshotFolder(folder), { mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600, flush: true });
  await syncFolder(snapshotFolder(folder));
  const entry = {
    file: `${basename(snapshotFolder(folder))}/${basename(path)}`,
    bytes: bytes.length,
    sha256: hash("sha256", bytes, "hex"),
    height: position.height,
  };
  return { snapshot: entry, position };
}

/** The height of the last block, found from a snapshot on. A venue under load would lead a copy on for ever. */
function endOf(source: string, from: JournalPosition | undefined): number {
  const reader = new JournalReader(source, from);
  try {
    while (reader.next() !== undefined);
    return reader.position.height;
  } finally {
    reader.close();
  }
}

/** The blocks of files in order up to `end`. @throws Error that names file and byte of one that does not check out. */
export function* fileBlocks(folder: string, end: number): Generator<PlacedBlock> {
  const reader = new JournalReader(folder);
  try {
    while (reader.position.height < end) {
      const read = reader.next();
      if (read === undefined) throw new Error(`${reader.positionText}: block ${end} is missing`);
      yield read;
    }
  } finally {
    reader.close();
  }
}

async function copyBlocks(
  { now, onProgress = () => {} }: BackupOptions,
  { blocks, end, prove, ...facts }: Copied,
  folder: string,
): Promise<Manifest> {
  if (end === 0) throw new BackupError("BACKUP_OF_NOTHING", "the journal has no block");
  const writer = new SegmentWriter(folder, { pauses: true });
  let last: JournalPosition | undefined;
  let reportedAt = performance.now();
  try {
    for await (const read of blocks) {
      await writer.write(read);
      last = read.position;
      if (performance.now() - reportedAt < PROGRESS_MS) continue;
      reportedAt = performance.now();
      onProgress({ height: last.height, end });
    }
    if (last?.height !== end) throw new Error(`block ${end} of the journal is missing`);
    const segments = await writer.finish();
    await prove();
    const { height, hash: block_hash, stateHash: state_hash } = last;
    const made = { venue_version: venueVersion(), made_at: new Date(now).toISOString() };
    return { ...made, ...facts, height, block_hash, state_hash, segments };
  } finally {
    await writer.abandon();
  }
}

function venueVersion(): string {
  const text = readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
