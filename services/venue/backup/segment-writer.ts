/** Writes blocks into the files of a new journal, in slices that are synced one by one. */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeBlock } from "#services/venue/journal/block.ts";
import type { PlacedBlock } from "#services/venue/journal/journal-reader.ts";
import { segmentPath } from "#services/venue/journal/position.ts";
import type { SegmentEntry } from "./manifest.ts";

const SLICE_BYTES = 1024 * 1024;
const SEGMENT_BYTES = 64 * 1024 * 1024;

export type WriterOptions = {
  /** The size before which a segment ends, for blocks of a table. */
  segmentBytes?: number;
  /** Waits after each slice for as long as it took, where a running venue needs the disk and a core. */
  pauses?: boolean;
};

type OpenSegment = {
  number: number;
  file: FileHandle;
  bytes: number;
  sha256: Hash;
  first: number;
  last: number;
};

export class SegmentWriter {
  readonly #folder: string;
  readonly #segmentBytes: number;
  readonly #pauses: boolean;
  #open: OpenSegment | undefined;
  #written: SegmentEntry[] = [];
  #slice: Buffer[] = [];
  #sliceBytes = 0;
  #sliceBegan = performance.now();

  constructor(folder: string, options: WriterOptions = {}) {
    const { segmentBytes = SEGMENT_BYTES, pauses = false } = options;
    this.#folder = folder;
    this.#segmentBytes = segmentBytes;
    this.#pauses = pauses;
  }

  /** A block of files keeps its place, which snapshots name. @throws the file system's errors. */
  async write({ block, position }: PlacedBlock): Promise<void> {
    const { bytes, hash } = encodeBlock(block);
    if (hash !== position.hash) throw new Error(`block ${block.height} is encoded in another way`);
    const { segment, start } = position.segment === 0 ? this.#next(bytes.length) : position;
    if (this.#open?.number !== segment) await this.#begin(segment, block.height);
    const current = this.#open;
    if (current?.bytes !== start) throw new Error(`block ${block.height} does not follow its file`);
    current.bytes += bytes.length;
    current.last = block.height;
    this.#slice.push(bytes);
    this.#sliceBytes += bytes.length;
    if (this.#sliceBytes < SLICE_BYTES) return;
    await this.#flush();
    if (this.#pauses) await sleep(performance.now() - this.#sliceBegan);
    this.#sliceBegan = performance.now();
  }

  /** Everything is on the disk, but for the names in the folder. */
  async finish(): Promise<SegmentEntry[]> {
    await this.#end();
    return this.#written;
  }

  /** Closes what is open, after a failure. */
  async abandon(): Promise<void> {
    await this.#open?.file.close();
    this.#open = undefined;
  }

  #next(length: number): { segment: number; start: number } {
    const { number: segment = 1, bytes: start = 0 } = this.#open ?? {};
    const isFull = start > 0 && start + length > this.#segmentBytes;
    return isFull ? { segment: segment + 1, start: 0 } : { segment, start };
  }

  async #begin(number: number, height: number): Promise<void> {
    await this.#end();
    const file = await open(segmentPath(this.#folder, number), "wx", 0o600);
    const parts = { sha256: createHash("sha256"), first: height, last: height };
    this.#open = { number, file, bytes: 0, ...parts };
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#slice.splice(0));
    this.#sliceBytes = 0;
    this.#open?.sha256.update(bytes);
    await this.#open?.file.appendFile(bytes);
    await this.#open?.file.datasync();
  }

  async #end(): Promise<void> {
    const ended = this.#open;
    if (ended === undefined) return;
    await this.#flush();
    this.#open = undefined;
    await ended.file.sync();
    await ended.file.close();
    this.#written.push({
      file: basename(segmentPath(this.#folder, ended.number)),
      bytes: ended.bytes,
      sha256: ended.sha256.digest("hex"),
      first_height: ended.first,
      last_height: ended.last,
    });
  }
}
