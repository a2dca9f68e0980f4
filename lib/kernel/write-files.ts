/** Files that a crash leaves whole or not at all. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes each file whole or not at all, in this order, and to the disk. Makes the folder. @throws the file system's errors */
export function writeFiles(
  folder: string,
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of files) {
    const path = join(folder, name);
    writeFileSync(`${path}.tmp`, content, { mode: 0o600, flush: true });
    renameSync(`${path}.tmp`, path);
  }
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}
