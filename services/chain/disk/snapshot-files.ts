/** Snapshots of the VM with their position in the log. A crash never leaves a partial file. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFiles } from "#lib/kernel/write-files.ts";

const MAX_SNAPSHOTS = 2;
const NAME = /^\d{16}\.snapshot$/;

const head = z.strictObject({
  /** The slot after which the VM was saved, and its block's hash. */
  slot: z.number().int().min(0),
  hash: z.string(),
  /** Where that block's line ends in the log. */
  logEnd: z.number().int().min(0),
  sha256: z.string(),
});

export type VmSnapshot = { slot: number; hash: string; logEnd: number; vm: Uint8Array };

export function writeVmSnapshot(folder: string, { vm, ...position }: VmSnapshot): void {
  const name = `${String(position.slot).padStart(16, "0")}.snapshot`;
  const text = JSON.stringify({ ...position, sha256: sha256(vm) });
  writeFiles(folder, [[name, Buffer.concat([Buffer.from(`${text}\n`), vm])]]);
  for (const old of namesIn(folder).slice(MAX_SNAPSHOTS)) rmSync(join(folder, old));
}

/** Valid snapshots, newest first. Warns about the others. */
export function* readSnapshots(
  folder: string,
  warn: (text: string) => void,
): Generator<VmSnapshot> {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    try {
      yield readSnapshot(readFileSync(path));
    } catch (error) {
      warn(`${path} is ignored: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

export function removeSnapshotsAfter(folder: string, slot: number): void {
  for (const name of namesIn(folder)) {
    if (Number(name.slice(0, 16)) > slot) rmSync(join(folder, name));
  }
}

function readSnapshot(bytes: Buffer): VmSnapshot {
  const at = bytes.indexOf("\n");
  if (at < 0) throw new Error("it has no head");
  const { sha256: wanted, ...position } = head.parse(JSON.parse(bytes.toString("utf8", 0, at)));
  const vm = bytes.subarray(at + 1);
  if (sha256(vm) !== wanted) throw new Error("its checksum does not match");
  return { ...position, vm };
}

/** Newest first. */
function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed();
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
