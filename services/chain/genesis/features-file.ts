/**
 * From which slot on programs see the hashes of recent slots. Earlier transactions ran without them, and a replay must
 * give each the result that it had.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFiles } from "#lib/kernel/write-files.ts";

const FILE = "features.json";

const schema = z.strictObject({ slot_hashes_from: z.number().int().min(0) });

/** The stored slot. Where none is stored, `first` becomes it. @throws Error when the file is damaged */
export function slotHashesFrom(folder: string, first: number): number {
  const path = join(folder, FILE);
  if (!existsSync(path)) {
    writeFiles(folder, [[FILE, `${JSON.stringify({ slot_hashes_from: first })}\n`]]);
    return first;
  }
  return schema.parse(JSON.parse(readFileSync(path, "utf8"))).slot_hashes_from;
}
