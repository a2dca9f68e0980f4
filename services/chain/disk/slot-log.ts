/**
 * The blocks with transactions in an append-only file, one line each. A block is confirmed once its
 * line is synced.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";

const CHUNK_BYTES = 1024 * 1024;
const CHECKSUM_CHARACTERS = 8;
const NEWLINE = 0x0a;

const record = z.strictObject({
  slot: z.number().int().min(0),
  hash: z.string(),
  /** Transactions as they arrived, in base64. */
  transactions: z.array(z.string()),
});

export type BlockRecord = z.output<typeof record>;

/** A block and where its line ends. */
export type LoggedBlock = { block: BlockRecord; end: number };

export class SlotLog {
  readonly #path: string;
  readonly #file: FileHandle;
  #end: number;

  private constructor(path: string, file: FileHandle, end: number) {
    this.#path = path;
    this.#file = file;
    this.#end = end;
  }

  /**
   * Opens or creates the log and passes the blocks from byte `from` on to `replay`, in order. A
   * last line that a kill cut off is removed, because it was never confirmed.
   * @throws Error that names file and byte for damage anywhere else. Then the file is not changed
   */
  static async open(
    path: string,
    from: number,
    replay: (read: LoggedBlock) => void,
  ): Promise<SlotLog> {
    createFile(path);
    const end = replayFile(path, from, replay);
    if (end < statSync(path).size) truncateSync(path, end);
    return new SlotLog(path, await open(path, "r+"), end);
  }

  get end(): number {
    return this.#end;
  }

  /**
   * When this resolves, the blocks are on the disk. Calls must not overlap. @returns where each
   * block's line ends
   */
  async append(blocks: readonly BlockRecord[]): Promise<number[]> {
    const lines = blocks.map(lineOf);
    const bytes = Buffer.concat(lines);
    const { bytesWritten } = await this.#file.write(bytes, 0, bytes.length, this.#end);
    if (bytesWritten < bytes.length) throw new Error("the disk did not take a whole block");
    await this.#file.datasync();
    return lines.map((line) => {
      this.#end += line.length;
      return this.#end;
    });
  }

  /** Removes the blocks after byte `end`. */
  async truncate(end: number): Promise<void> {
    await this.#file.truncate(end);
    await this.#file.datasync();
    this.#end = end;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  get path(): string {
    return this.#path;
  }
}

function lineOf(block: BlockRecord): Buffer {
  const text = JSON.stringify(block);
  return Buffer.from(`${checksum(text)} ${text}\n`);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_CHARACTERS, "0");
}

function createFile(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  // The name of a new file is durable only once its folder is synced.
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}

/** @returns where the last whole line ends */
function replayFile(path: string, from: number, replay: (read: LoggedBlock) => void): number {
  const file = openSync(path, "r");
  let end = from;
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const bytes = readSync(file, chunk, 0, CHUNK_BYTES, end + rest.length);
      if (bytes === 0) return end;
      rest = Buffer.concat([rest, chunk.subarray(0, bytes)]);
      for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
        const block = readLine(rest.toString("utf8", 0, at), `${path} at byte ${end}`);
        end += at + 1;
        rest = rest.subarray(at + 1);
        replay({ block, end });
      }
    }
  } finally {
    closeSync(file);
  }
}

function readLine(line: string, location: string): BlockRecord {
  const text = line.slice(CHECKSUM_CHARACTERS + 1);
  if (line.slice(0, CHECKSUM_CHARACTERS) !== checksum(text)) {
    throw new Error(`${location}: the block is damaged. Restore the file from a copy.`);
  }
  return record.parse(JSON.parse(text));
}
