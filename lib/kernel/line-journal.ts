/** A file of JSON lines that is only ever appended to: a line is on the disk when `append` returns. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

export class LineJournal<Line> {
  readonly #file: number;
  readonly #keep: (line: Line) => void;
  #isDamaged = false;

  /**
   * @param kind of the lines, for the error of a damaged one. @param keep gets each line, also those of before
   * @throws Error that names the damaged line. A last line that a kill cut off is removed: nothing has followed from it
   */
  constructor(
    path: string,
    { schema, kind }: { schema: z.ZodType<Line>; kind: string },
    keep: (line: Line) => void,
  ) {
    this.#keep = keep;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, "a+", 0o600);
    const text = readFileSync(path, "utf8");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole));
    for (const [index, row] of whole.split("\n").slice(0, -1).entries()) {
      try {
        keep(schema.parse(JSON.parse(row)));
      } catch (cause) {
        const location = `${path}:${index + 1}`;
        throw new Error(`${location}: not ${kind}. Restore the file from a copy.`, { cause });
      }
    }
    // The name of a new file is durable only once its folder is synced.
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  }

  /** @throws Error when it is not on the disk; then nothing of it is */
  append(line: Line): void {
    if (this.#isDamaged) throw new Error("the journal ends in a part of a line");
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const { size } = fstatSync(this.#file);
    try {
      for (let written = 0; written < bytes.length; )
        written += writeSync(this.#file, bytes, written);
      fsyncSync(this.#file);
    } catch (error) {
      this.#isDamaged = true;
      ftruncateSync(this.#file, size);
      this.#isDamaged = false;
      throw error;
    }
    this.#keep(line);
  }

  close(): void {
    closeSync(this.#file);
  }
}
