/**
 * What a backup contains. The manifest is the last file that is written, and its text follows from its content byte by byte,
 * so a changed bit in it is found like one in any other file.
 */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { BackupError } from "#services/venue/journal/backup-error.ts";

export const MANIFEST = "manifest.json";
const FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

const segment = z.strictObject({
  file: z.string().regex(/^\d{8}\.journal$/),
  bytes: count,
  sha256,
  first_height: count,
  last_height: count,
});

const content = z.strictObject({
  format: z.literal(FORMAT),
  /** Version of the program that made the backup. */
  venue_version: z.string(),
  made_at: z.iso.datetime(),
  /** Where the journal was. */
  journal: z.enum(["files", "table"]),
  /** Height and hash of the last block, and the hash of the engine after it. */
  height: count,
  block_hash: sha256,
  state_hash: sha256,
  segments: z.array(segment).min(1),
  /** Its height is that of its last block, never above the journal's. */
  snapshot: z
    .strictObject({
      file: z.string().regex(/^snapshots\/\d{16}\.snapshot$/),
      bytes: count,
      sha256,
      height: count,
    })
    .nullable(),
});

export type Manifest = Omit<z.output<typeof content>, "format">;
export type SegmentEntry = z.output<typeof segment>;

/** The text of the file. `checksum` is the SHA-256 of the other fields as JSON without spaces. */
export function manifestText(manifest: Manifest): string {
  const fields = content.parse({ format: FORMAT, ...manifest });
  const checksum = hash("sha256", JSON.stringify(fields), "hex");
  return `${JSON.stringify({ ...fields, checksum }, undefined, 2)}\n`;
}

/** @throws BackupError when the folder has none, or one that is damaged or of another format. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) {
    throw new BackupError(
      "BACKUP_INCOMPLETE",
      `${folder} has no ${MANIFEST}: it is no whole backup`,
    );
  }
  const bytes = readFileSync(path);
  const json = parsed(bytes.toString());
  const isOther = z.object({ format: z.int().min(FORMAT + 1) }).safeParse(json).success;
  const found = content.extend({ checksum: z.string() }).safeParse(json);
  if (found.success) {
    const { format: _, checksum: __, ...manifest } = found.data;
    if (Buffer.from(manifestText(manifest)).equals(bytes)) return manifest;
  }
  // The checksum of another format is not known here, so that format may also be a damaged number.
  if (isOther) {
    throw new BackupError("BACKUP_UNREADABLE", `${path} is damaged, or of a newer venue`);
  }
  throw new BackupError("BACKUP_DAMAGED", `${path} is not the file that was written`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
