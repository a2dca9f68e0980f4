/**
 * The journal: an append-only chain of blocks in preallocated segment files. Whoever awaited `append` knows
 * that the block is on the disk.
 */
import { constants, type FileHandle, mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Block, decodeBlock, encodeBlock, findBlock, GENESIS_HASH } from "./block.ts";

export type JournalOptions = {
  /** A segment ends before it would grow past this. */
  segmentBytes: number;
  /** Zeros written ahead, so that a commit never has to grow the file. */
  preallocateBytes: number;
};

const DEFAULTS: JournalOptions = {
  segmentBytes: 64 * 1024 * 1024,
  preallocateBytes: 4 * 1024 * 1024,
};

export type JournalHead = { height: number; hash: string };

/** What opening found: everything intact, or an unfinished last write that was cut off. */
export type Recovery = { blocks: number; tornBytes: number };

export class Journal {
  private file: FileHandle;
  private segment: number;
  private position: number;
  private allocated: number;
  private head: JournalHead;
  private readonly folder: string;
  private readonly options: JournalOptions;

  private constructor(
    folder: string,
    options: JournalOptions,
    at: {
      file: FileHandle;
      segment: number;
      position: number;
      allocated: number;
      head: JournalHead;
    },
  ) {
    this.folder = folder;
    this.options = options;
    this.file = at.file;
    this.segment = at.segment;
    this.position = at.position;
    this.allocated = at.allocated;
    this.head = at.head;
  }

  /**
   * Opens or creates the journal in `folder` and hands every block to `replay` in order.
   * @throws Error that names file and byte when a block other than the last is damaged.
   */
  static async open(
    folder: string,
    replay: (block: Block) => void,
    options: Partial<JournalOptions> = {},
  ): Promise<{ journal: Journal; recovery: Recovery }> {
    const settings = { ...DEFAULTS, ...options };
    await mkdir(folder, { recursive: true });
    const segments = await segmentNumbers(folder);
    let head: JournalHead = { height: 0, hash: GENESIS_HASH };
    let end = { position: 0, size: 0, tornBytes: 0 };
    for (const [index, segment] of segments.entries()) {
      const path = join(folder, segmentName(segment));
      const bytes = await readFile(path);
      const isLast = index === segments.length - 1;
      const read = readSegment({ bytes, path, head, isLast, replay });
      head = read.head;
      end = { position: read.end, size: bytes.length, tornBytes: read.tornBytes };
    }
    const segment = segments.at(-1) ?? 1;
    const file = await openSegment(folder, segment);
    if (end.tornBytes > 0) await wipe(file, end.position, end.tornBytes);
    const at = { file, segment, position: end.position, allocated: end.size, head };
    const journal = new Journal(folder, settings, at);
    await journal.preallocate();
    return { journal, recovery: { blocks: head.height, tornBytes: end.tornBytes } };
  }

  /** Writes one block and syncs it. Calls must not overlap. */
  async append(commands: Uint8Array[], firstSeq: number, time: number): Promise<JournalHead> {
    const { bytes, hash } = encodeBlock({
      height: this.head.height + 1,
      firstSeq,
      time,
      previousHash: this.head.hash,
      commands,
    });
    if (this.position > 0 && this.position + bytes.length > this.options.segmentBytes) {
      await this.startSegment();
    }
    await this.file.write(bytes, 0, bytes.length, this.position);
    await this.file.datasync();
    this.position += bytes.length;
    this.allocated = Math.max(this.allocated, this.position);
    this.head = { height: this.head.height + 1, hash };
    if (this.allocated - this.position < this.options.preallocateBytes / 2)
      await this.preallocate();
    return this.head;
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async startSegment(): Promise<void> {
    await this.file.close();
    this.segment += 1;
    this.file = await openSegment(this.folder, this.segment);
    this.position = 0;
    this.allocated = 0;
    await this.preallocate();
  }

  private async preallocate(): Promise<void> {
    const wanted = Math.min(
      this.position + this.options.preallocateBytes,
      Math.max(this.options.segmentBytes, this.position),
    );
    if (wanted <= this.allocated) return;
    await this.file.write(Buffer.alloc(wanted - this.allocated), 0, undefined, this.allocated);
    await this.file.sync();
    this.allocated = wanted;
  }
}

/** Reads one segment; `end` is where the next block goes. */
function readSegment(input: {
  bytes: Buffer;
  path: string;
  head: JournalHead;
  isLast: boolean;
  replay: (block: Block) => void;
}): { head: JournalHead; end: number; tornBytes: number } {
  const { bytes, path, isLast, replay } = input;
  let { head } = input;
  let offset = 0;
  for (;;) {
    const read = decodeBlock(bytes, offset);
    if (read === undefined) break;
    const { block } = read;
    if (block.height !== head.height + 1 || block.previousHash !== head.hash) {
      throw new Error(`${path}: the block at byte ${offset} does not follow the one before it`);
    }
    replay(block);
    head = { height: block.height, hash: read.hash };
    offset = read.end;
  }
  const rest = bytes.subarray(offset);
  const dirty = lastNonZero(rest) + 1;
  if (dirty > 0 && (!isLast || findBlock(bytes, offset + 1) !== undefined)) {
    throw new Error(
      `${path}: the block at byte ${offset} is damaged and others follow it; restore this file from a copy`,
    );
  }
  return { head, end: offset, tornBytes: dirty };
}

/** Index of the last byte that is not zero, -1 when there is none. */
function lastNonZero(bytes: Buffer): number {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    if (bytes[index] !== 0) return index;
  }
  return -1;
}

async function wipe(file: FileHandle, position: number, length: number): Promise<void> {
  await file.write(Buffer.alloc(length), 0, length, position);
  await file.sync();
}

async function openSegment(folder: string, segment: number): Promise<FileHandle> {
  const path = join(folder, segmentName(segment));
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  // The name of a new file is durable only once its folder is synced.
  const directory = await open(folder, "r");
  await directory.sync();
  await directory.close();
  return file;
}

async function segmentNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const numbers = names
    .map((name) => /^(\d{8})\.journal$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
  for (const [index, number] of numbers.entries()) {
    if (number !== index + 1) throw new Error(`${folder}: segment ${index + 1} is missing`);
  }
  return numbers;
}

function segmentName(segment: number): string {
  return `${String(segment).padStart(8, "0")}.journal`;
}
