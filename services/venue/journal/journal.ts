/**
 * The journal: an append-only chain of blocks in preallocated segment files. When `append` resolves, the block
 * is on the disk.
 */
import { constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { type Block, type EncodedBlock, encodeBlock } from "./block.ts";
import { JournalReader, type PlacedBlock } from "./journal-reader.ts";
import { JOURNAL_START, type JournalPosition, segmentNumbers, segmentPath } from "./position.ts";

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

const STEP_BYTES = 256 * 1024;

/** The last block that history or a snapshot contains: it was acknowledged. */
export type Recorded = { height: number; by: string };

/** What opening found: everything intact, or an unfinished last write that was cut off. */
export type Recovery = { blocks: number; tornBytes: number };

export class Journal {
  #file: FileHandle;
  #head: JournalPosition;
  #allocated: number;
  /** Zeros that are being written ahead. */
  #ahead: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  readonly #folder: string;
  readonly #options: JournalOptions;

  private constructor(
    folder: string,
    options: JournalOptions,
    at: { file: FileHandle; allocated: number; head: JournalPosition },
  ) {
    this.#folder = folder;
    this.#options = options;
    this.#file = at.file;
    this.#allocated = at.allocated;
    this.#head = at.head;
  }

  /**
   * Opens or creates the journal in `folder` and hands every block after `from` to `replay` in order.
   * @throws Error that names file and byte when a block other than the last is damaged, and one that names both heights
   * when the journal ends before the block that was recorded; no file was changed then.
   */
  static async open(
    folder: string,
    replay: (read: PlacedBlock) => void,
    options: Partial<JournalOptions> & { from?: JournalPosition; recorded?: Recorded } = {},
  ): Promise<{ journal: Journal; recovery: Recovery }> {
    const { from = JOURNAL_START, recorded, ...chosen } = options;
    await mkdir(folder, { recursive: true });
    const segments = segmentNumbers(folder);
    const reader = new JournalReader(folder, from);
    try {
      for (let read = reader.next(); read !== undefined; read = reader.next()) replay(read);
    } finally {
      reader.close();
    }
    const { tornBytes, position } = reader;
    // Before the torn bytes are wiped: they may be all that is left of an acknowledged block.
    if (recorded !== undefined && recorded.height > position.height) {
      throw new MissingBlocksError(reader.positionText, { end: position.height, ...recorded });
    }
    const last = segments.at(-1) ?? 1;
    // A crash can leave a new segment that no block has reached.
    const head = position.segment === last ? position : { ...position, segment: last, end: 0 };
    const file = await openSegment(folder, last);
    if (tornBytes > 0) await wipe(file, head.end, tornBytes);
    const { size } = await file.stat();
    const journal = new Journal(
      folder,
      { ...DEFAULTS, ...chosen },
      { file, allocated: size, head },
    );
    await journal.#preallocate();
    const blocks = head.height - from.height;
    return { journal, recovery: { blocks, tornBytes } };
  }

  /** Writes one block and syncs it. Calls must not overlap. */
  async append(block: Pick<Block, "commands" | "time" | "stateHash">): Promise<JournalPosition> {
    const { height, hash: previousHash, seq } = this.#head;
    const whole: Block = { ...block, height: height + 1, firstSeq: seq + 1, previousHash };
    return this.copy({ block: whole, ...encodeBlock(whole) });
  }

  /** The same for a block that was committed elsewhere. @throws Error when it does not follow the last one. */
  async copy({ block, bytes, hash }: EncodedBlock): Promise<JournalPosition> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const head = this.#head;
    const { height } = block;
    if (height !== head.height + 1 || block.previousHash !== head.hash) {
      throw new Error(`${this.#folder}: block ${height} does not follow block ${head.height}`);
    }
    let { segment, end: start } = head;
    if (start > 0 && start + bytes.length > this.#options.segmentBytes) {
      segment += 1;
      start = 0;
      await this.#startSegment(segment);
    }
    // Zeros that are still on their way must not land on a block.
    if (start + bytes.length > this.#allocated) await this.#ahead;
    const { bytesWritten } = await this.#file.write(bytes, 0, bytes.length, start);
    // A full disk may take a part; syncing that would acknowledge half a block.
    if (bytesWritten < bytes.length) throw new Error("the disk did not take a whole block");
    await this.#file.datasync();
    const end = start + bytes.length;
    this.#allocated = Math.max(this.#allocated, end);
    const seq = head.seq + block.commands.length;
    this.#head = { height, hash, stateHash: block.stateHash, seq, segment, start, end };
    if (this.#allocated - end < this.#options.preallocateBytes / 2) this.#preallocateAhead();
    return this.#head;
  }

  /** The last block. */
  get head(): JournalPosition {
    return this.#head;
  }

  async close(): Promise<void> {
    await this.#ahead;
    await this.#file.close();
  }

  async #startSegment(segment: number): Promise<void> {
    await this.#ahead;
    await this.#file.close();
    this.#file = await openSegment(this.#folder, segment);
    this.#head = { ...this.#head, segment, end: 0 };
    this.#allocated = 0;
    await this.#preallocate();
  }

  /** Runs beside the commits, and no caller waits for it. When it fails, the next commit throws its error. */
  #preallocateAhead(): void {
    this.#ahead ??= this.#preallocate()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#ahead = undefined;
      });
  }

  /** In steps: a commit meanwhile has to wait for the step that the disk is at. */
  async #preallocate(): Promise<void> {
    const { end } = this.#head;
    const wanted = Math.min(
      end + this.#options.preallocateBytes,
      Math.max(this.#options.segmentBytes, end),
    );
    const start = this.#allocated;
    if (start >= wanted) return;
    // A descriptor of its own: the system reports a failed page write once to each open file, and the sync of these zeros must
    // not consume the error that the sync of a block has to see.
    const file = await open(segmentPath(this.#folder, this.#head.segment), "r+");
    try {
      for (let offset = start; offset < wanted; offset += STEP_BYTES) {
        const step = Math.min(STEP_BYTES, wanted - offset);
        await file.write(Buffer.alloc(step), 0, step, offset);
        await file.datasync();
      }
    } finally {
      await file.close();
    }
    this.#allocated = Math.max(this.#allocated, wanted);
  }
}

/** The journal ends before an acknowledged block: its end was damaged or cut off. */
class MissingBlocksError extends Error {
  constructor(positionText: string, { end, height, by }: Recorded & { end: number }) {
    super(
      `The journal ends at block ${end} (${positionText}), but ${by} contains block ${height}: acknowledged blocks are missing from the journal. Restore it from a copy. Moving history.db and the snapshots away accepts the loss.`,
    );
    this.name = "MissingBlocksError";
  }
}

async function wipe(file: FileHandle, position: number, length: number): Promise<void> {
  await file.write(Buffer.alloc(length), 0, length, position);
  await file.sync();
}

async function openSegment(folder: string, segment: number): Promise<FileHandle> {
  const path = segmentPath(folder, segment);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  // The name of a new file is durable only once its folder is synced.
  const directory = await open(folder, "r");
  await directory.sync();
  await directory.close();
  return file;
}
