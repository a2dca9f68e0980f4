/**
 * Restores a backup into an empty folder or table, or only verifies it. Every block is replayed and every signature verified
 * before it is written, so that nothing is restored that an audit would refuse.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Secret } from "#lib/kernel/env.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { BackupError } from "#services/venue/journal/backup-error.ts";
import { SignatureAudit } from "#services/venue/journal-audit/audit-signatures.ts";
import { type Walk, Walker, type WalkOptions } from "#services/venue/journal-audit/walk-journal.ts";
import { decodeSnapshot, type Snapshot } from "#services/venue/snapshot/snapshot-codec.ts";
import { FolderTarget } from "./folder-target.ts";
import { fileBlocks } from "./make-backup.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { TableTarget } from "./table-target.ts";
import { verifyFiles } from "./verify-files.ts";

export type RestoreOptions = {
  /** The backup's folder. */
  from: string;
  /** The venue's folder, or the address of the journal's database; without one, the backup is only verified. */
  target: { folder: string } | { url: Secret } | undefined;
  /** The last block that is restored; the backup's unless given. */
  height?: number | undefined;
  onProgress?: WalkOptions["onProgress"];
  /** What is tolerated, such as a snapshot of another version. */
  onWarning?: (text: string) => void;
};

/** @throws BackupError; Error that names the place of a block that does not check out; the system's errors. */
export async function restoreBackup(options: RestoreOptions): Promise<Walk> {
  const { from } = options;
  const manifest = readManifest(from);
  const height = options.height ?? manifest.height;
  if (height < 1 || height > manifest.height) {
    const text = `${from} has the blocks 1 to ${manifest.height}, not block ${height}`;
    throw new BackupError("RESTORE_HEIGHT_UNKNOWN", text);
  }
  const target = targetOf(options);
  try {
    await verifyFiles(from, manifest);
    await target?.begin();
    const walk = await replay(options, { manifest, height, target });
    const { snapshot } = manifest;
    const isBelow = snapshot !== null && snapshot.height <= height;
    const retained = isBelow
      ? { height: snapshot.height, bytes: bytesOf(from, snapshot) }
      : undefined;
    await target?.finish(retained);
    return walk;
  } catch (error) {
    await target?.abandon();
    throw error;
  }
}

function targetOf({ target }: RestoreOptions): RestoreTarget | undefined {
  if (target === undefined) return undefined;
  return "folder" in target ? new FolderTarget(target.folder) : new TableTarget(target.url);
}

async function replay(
  options: RestoreOptions,
  parts: { manifest: Manifest; height: number; target: RestoreTarget | undefined },
): Promise<Walk> {
  const { from, onProgress = () => {} } = options;
  const { manifest, height, target } = parts;
  const audit = new SignatureAudit();
  const inspect: WalkOptions["inspect"] = (command) => audit.check(command);
  const walker = new Walker({ folder: from, inspect, onProgress });
  const snapshot = snapshotOf(options, manifest);
  for (const read of fileBlocks(from, height)) {
    walker.step(read);
    if (read.position.height === snapshot?.position.height) compare(from, snapshot, walker);
    await target?.write(read);
  }
  const walk = walker.finish(0);
  const { hash, stateHash: state } = walk.position;
  const isManifests = hash === manifest.block_hash && state === manifest.state_hash;
  if (height < manifest.height || isManifests) return walk;
  throw new BackupError("BACKUP_DAMAGED", `${from}: block ${height} is not the manifest's`);
}

function snapshotOf(
  { from, onWarning = () => {} }: RestoreOptions,
  { snapshot }: Manifest,
): Snapshot | undefined {
  if (snapshot === null) return undefined;
  try {
    return decodeSnapshot(bytesOf(from, snapshot));
  } catch (error) {
    // A venue ignores one of another version, and replays.
    onWarning(
      `${snapshot.file} is not used: ${error instanceof Error ? error.message : "unknown"}`,
    );
    return undefined;
  }
}

function bytesOf(from: string, { file }: { file: string }): Buffer {
  return readFileSync(join(from, file));
}

function compare(from: string, snapshot: Snapshot, walker: Walker): void {
  if (stateHash(snapshot.state) === stateHash(walker.state)) return;
  const text = `${from}: the snapshot of block ${snapshot.position.height} is not the state after that block`;
  throw new BackupError("BACKUP_DAMAGED", text);
}
