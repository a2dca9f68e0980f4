/**
 * Reads the journal's blocks in order, from any position, while it may be growing. It proves the chain and changes
 * nothing: recovery, the follower and the tools all read through it.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { type Block, decodeBlock, findBlock, isVersion1, statedBytes } from "./block.ts";
import { JOURNAL_START, type JournalPosition, segmentPath } from "./position.ts";

const WINDOW_BYTES = 1024 * 1024;
/** Enough for the blocks that a busy venue writes while its follower looks away. */
const NEWEST_BYTES = 32 * 1024;
/** A block that is being written may be read half; a second read finds it whole. */
const LOOKS = 3;

/** A block with its position. */
export type PlacedBlock = { block: Block; position: JournalPosition };

export class JournalReader {
  /** The last block that `next` gave. */
  position: JournalPosition;
  /** Bytes of an unfinished write behind the last block; known once `next` has answered `undefined`. */
  tornBytes = 0;
  readonly #folder: string;
  #segment: number;
  #offset: number;
  #file: number | undefined;
  /** Bytes of the segment from `windowStart` on. */
  #window = Buffer.alloc(0);
  #windowStart = 0;

  constructor(folder: string, from: JournalPosition = JOURNAL_START) {
    this.#folder = folder;
    this.position = from;
    this.#segment = from.segment;
    this.#offset = from.end;
  }

  /**
   * The next block, `undefined` at the end of what is written.
   * @throws Error that names file and byte when a block is damaged, does not follow, or is of another format.
   */
  next(): PlacedBlock | undefined {
    for (let attempt = 1; ; attempt += 1) {
      const read = this.#decode();
      if (read !== undefined) return this.#advance(read);
      const end = this.#inspectEnd();
      if (end === "next segment") attempt = 0;
      else if (end === "end") return undefined;
      else if (attempt === LOOKS) throw this.#damage();
    }
  }

  /** Where the block after `position` is looked for, as a text for messages. */
  get positionText(): string {
    return formatPosition(this.#folder, { segment: this.#segment, start: this.#offset });
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #decode(): ReturnType<typeof decodeBlock> {
    const held = decodeBlock(this.#window, this.#offset - this.#windowStart);
    if (held !== undefined) return held;
    // At the end of what was written a whole window would be read again for each block.
    const wasEnd = this.#window[this.#offset - this.#windowStart] === 0;
    this.#fill(wasEnd ? NEWEST_BYTES : WINDOW_BYTES);
    const stated = statedBytes(this.#window, 0);
    if (stated !== undefined && stated > this.#window.length) this.#fill(stated);
    if (isVersion1(this.#window, 0)) throw new JournalVersionError(this.#folder);
    return decodeBlock(this.#window, 0);
  }

  #advance({ block, hash, end }: NonNullable<ReturnType<typeof decodeBlock>>): PlacedBlock {
    const { position } = this;
    const follows =
      block.height === position.height + 1 &&
      block.previousHash === position.hash &&
      block.firstSeq === position.seq + 1;
    if (!follows)
      throw new Error(`${this.positionText}: the block does not follow the one before it`);
    const start = this.#offset;
    this.#offset = this.#windowStart + end;
    this.position = {
      height: block.height,
      hash,
      stateHash: block.stateHash,
      seq: position.seq + block.commands.length,
      segment: this.#segment,
      start,
      end: this.#offset,
    };
    return { block, position: this.position };
  }

  /** Describes the bytes at the offset that are not a whole block. */
  #inspectEnd(): "end" | "next segment" | "damaged" {
    const isLast = !existsSync(segmentPath(this.#folder, this.#segment + 1));
    this.#fill(this.#segmentBytes() - this.#offset);
    this.tornBytes = lastNonZero(this.#window) + 1;
    if (this.tornBytes > 0) {
      return isLast && findBlock(this.#window, 1) === undefined ? "end" : "damaged";
    }
    if (isLast) return "end";
    this.close();
    this.#segment += 1;
    this.#offset = 0;
    this.#forget();
    return "next segment";
  }

  #damage(): Error {
    return new Error(
      `${this.positionText}: the block is damaged and others follow it; restore this file from a copy`,
    );
  }

  /** Reads a new window from the offset on; commands that were returned are views of the old one. */
  #fill(bytes: number): void {
    this.#forget();
    const file = this.#open();
    if (file === undefined || bytes <= 0) return;
    const window = Buffer.allocUnsafe(bytes);
    let length = 0;
    for (;;) {
      const read = readSync(file, window, length, bytes - length, this.#offset + length);
      length += read;
      if (read === 0 || length === bytes) break;
    }
    this.#window = window.subarray(0, length);
  }

  #forget(): void {
    this.#window = Buffer.alloc(0);
    this.#windowStart = this.#offset;
  }

  #segmentBytes(): number {
    const file = this.#open();
    return file === undefined ? 0 : fstatSync(file).size;
  }

  #open(): number | undefined {
    if (this.#file !== undefined) return this.#file;
    try {
      this.#file = openSync(segmentPath(this.#folder, this.#segment), "r");
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isMissing) throw error;
    }
    return this.#file;
  }
}

/** File and byte, or table and height, as messages name them. */
export function formatPosition(folder: string, at: { segment: number; start: number }): string {
  if (at.segment === 0) return `${folder}, height ${at.start}`;
  return `${segmentPath(folder, at.segment)}, byte ${at.start}`;
}

/** The block that a position names, when it is still there; `undefined` when the journal is another. */
export function blockAt(folder: string, position: JournalPosition): Block | undefined {
  const path = segmentPath(folder, position.segment);
  if (position.height === 0 || !existsSync(path)) return undefined;
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(position.end - position.start);
    readSync(file, bytes, 0, bytes.length, position.start);
    const read = decodeBlock(bytes, 0);
    return read?.hash === position.hash ? read.block : undefined;
  } finally {
    closeSync(file);
  }
}

/** The journal has the first, pre-release format, which cannot be read. */
export class JournalVersionError extends Error {
  constructor(folder: string) {
    super(
      `The journal in ${folder} was made by a pre-release version of the venue and cannot be read by this one. Move that folder away; in the embedded setup, "npm run reset" wipes it.`,
    );
    this.name = "JournalVersionError";
  }
}

/** Index of the last byte that is not zero, -1 when there is none. */
function lastNonZero(bytes: Buffer): number {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    if (bytes[index] !== 0) return index;
  }
  return -1;
}
