/**
 * Faults that a test has asked for, in memory that all gateway threads share: a fault that is to happen once happens
 * once, whichever thread gets the request.
 */
import type { ErrorCode } from "#lib/platform/errors.ts";

export type FaultKind =
  /** The connection ends without an answer. */
  | "drop_answer"
  /** The connection stays open, and nothing comes. */
  | "silence"
  /** The answer comes `ms` later. */
  | "slow"
  /** Refused with `code` in place of being executed. */
  | "refuse"
  /** Answered by a clock that is `ms` ahead: `GET /v1/time`, and the window of signed timestamps. */
  | "clock_skew";

export type Fault = {
  kind: FaultKind;
  /** Whether a request is executed first and its answer falls victim (`after`), or never reaches the venue (`before`). */
  when: "before" | "after";
  method?: string | undefined;
  /** What the path begins with. */
  path?: string | undefined;
  /** Of signed writes, and of requests with a key of that account. */
  account?: string | undefined;
  ms: number;
  code: ErrorCode;
  /** What the text of the code needs. */
  context: Readonly<Record<string, string | number>>;
};

/** A fault and the requests that it is still for. */
export type LiveFault = Fault & { id: number; left: number };

const SLOTS = 64;
const SLOT_BYTES = 1_024;
const LENGTH_BYTES = 4;
const LEFT_BITS = 16;
const LEFT_MASK = (1 << LEFT_BITS) - 1;
export const MOST_REQUESTS = LEFT_MASK - 1;
/** A slot whose text is being written belongs to nobody yet. */
const WRITING = LEFT_MASK;
const LARGEST_GENERATION = 0x7f_ff;

type Cached = { generation: number; fault: Fault };

export function createFaultTable(): SharedArrayBuffer {
  return new SharedArrayBuffer((SLOTS + 1) * Int32Array.BYTES_PER_ELEMENT + SLOTS * SLOT_BYTES);
}

export class FaultTable {
  /** Of each slot its generation and how many requests are left, in one word; behind them a count of all changes. */
  private readonly words: Int32Array;
  private readonly bytes: Uint8Array;
  private readonly cache: (Cached | undefined)[] = [];

  constructor(shared: SharedArrayBuffer) {
    this.words = new Int32Array(shared, 0, SLOTS + 1);
    this.bytes = new Uint8Array(shared, (SLOTS + 1) * Int32Array.BYTES_PER_ELEMENT);
  }

  /** @returns the id, or `undefined` when there is no room or the text is too long. */
  add(fault: Fault, count: number): number | undefined {
    const text = Buffer.from(JSON.stringify(fault));
    if (text.length > SLOT_BYTES - LENGTH_BYTES) return undefined;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const word = Atomics.load(this.words, slot);
      if (leftOf(word) !== 0) continue;
      const generation = (generationOf(word) % LARGEST_GENERATION) + 1;
      const writing = wordOf(generation, WRITING);
      if (Atomics.compareExchange(this.words, slot, word, writing) !== word) continue;
      const place = this.place(slot);
      place.set(text, LENGTH_BYTES);
      new DataView(place.buffer, place.byteOffset).setInt32(0, text.length);
      Atomics.store(this.words, slot, wordOf(generation, count));
      Atomics.add(this.words, SLOTS, 1);
      return idOf(slot, generation);
    }
    return undefined;
  }

  /** Takes one request from the first fault that `matches`. */
  take(matches: (fault: Fault) => boolean): Fault | undefined {
    // Without a fault since the start, one look is all that a request costs.
    if (Atomics.load(this.words, SLOTS) === 0) return undefined;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      for (;;) {
        const word = Atomics.load(this.words, slot);
        const left = leftOf(word);
        if (left === 0 || left === WRITING) break;
        const fault = this.read(slot, word);
        if (fault === undefined || !matches(fault)) break;
        if (Atomics.compareExchange(this.words, slot, word, word - 1) === word) return fault;
      }
    }
    return undefined;
  }

  list(): LiveFault[] {
    const found: LiveFault[] = [];
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const word = Atomics.load(this.words, slot);
      const left = leftOf(word);
      const fault = left === 0 || left === WRITING ? undefined : this.read(slot, word);
      if (fault) found.push({ ...fault, id: idOf(slot, generationOf(word)), left });
    }
    return found;
  }

  /** Ends one fault, or all of them. @returns how many. */
  clear(id?: number): number {
    let cleared = 0;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      const word = Atomics.load(this.words, slot);
      const generation = generationOf(word);
      if (leftOf(word) === 0 || (id !== undefined && idOf(slot, generation) !== id)) continue;
      if (Atomics.exchange(this.words, slot, wordOf(generation, 0)) !== 0) cleared += 1;
    }
    return cleared;
  }

  /** The fault of a word; `undefined` when the slot has become another's meanwhile. */
  private read(slot: number, word: number): Fault | undefined {
    const generation = generationOf(word);
    const cached = this.cache[slot];
    if (cached?.generation === generation) return cached.fault;
    // A copy: text decoders take no shared memory.
    const place = Uint8Array.from(this.place(slot));
    if (generationOf(Atomics.load(this.words, slot)) !== generation) return undefined;
    const length = new DataView(place.buffer).getInt32(0);
    const text = new TextDecoder().decode(place.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
    const fault = JSON.parse(text) as Fault;
    this.cache[slot] = { generation, fault };
    return fault;
  }

  private place(slot: number): Uint8Array {
    return this.bytes.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES);
  }
}

const wordOf = (generation: number, left: number) => (generation << LEFT_BITS) | left;
const generationOf = (word: number) => word >>> LEFT_BITS;
const leftOf = (word: number) => word & LEFT_MASK;
const idOf = (slot: number, generation: number) => generation * SLOTS + slot;
