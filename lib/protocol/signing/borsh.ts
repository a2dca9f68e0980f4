/**
 * The subset of borsh that the signing layouts use (docs/api/README.md):
 * string = u32 little-endian byte length + UTF-8, Option = 0x00 | 0x01 value, Vec = u32 count + items,
 * u8, u64 little-endian. Every order passes here twice, so short ASCII takes a path without the text coders.
 */

const encoder = new TextEncoder();
/** A byte order mark is kept: stripping it would read back a text other than the one that was signed. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Up to this many bytes a loop over ASCII is faster than a text coder. */
const SHORT_TEXT = 64;
const FIRST_NON_ASCII = 0x80;

/** A buffer for the next writer: allocating one takes longer than writing an order into it. */
let spare: Uint8Array | undefined;
const SPARE_LIMIT = 4_096;
const FINISHED = new Uint8Array(0);

/** Appends fields in order; field names are not encoded, position is meaning. For one value: ends with `finish`. */
export class BorshWriter {
  #buffer: Uint8Array;
  #view: DataView;
  #length = 0;

  constructor(capacity = 256) {
    const reused = spare !== undefined && spare.length >= capacity ? spare : undefined;
    if (reused !== undefined) spare = undefined;
    this.#buffer = reused ?? new Uint8Array(capacity);
    this.#view = new DataView(this.#buffer.buffer);
  }

  u8(value: number): this {
    this.#reserve(1);
    this.#buffer[this.#length] = value;
    this.#length += 1;
    return this;
  }

  u16(value: number): this {
    this.#reserve(2);
    this.#view.setUint16(this.#length, value, true);
    this.#length += 2;
    return this;
  }

  u32(value: number): this {
    this.#reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
    return this;
  }

  u64(value: bigint): this {
    this.#reserve(8);
    this.#view.setBigUint64(this.#length, value, true);
    this.#length += 8;
    return this;
  }

  string(value: string): this {
    if (value.length <= SHORT_TEXT && this.#shortAscii(value)) return this;
    const bytes = encoder.encode(value);
    return this.u32(bytes.length).bytes(bytes);
  }

  /** A fixed-size array: the bytes as they are, without a length. */
  bytes(value: Uint8Array): this {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  option<T>(value: T | null | undefined, write: (writer: this, present: T) => void): this {
    if (value === null || value === undefined) return this.u8(0);
    this.u8(1);
    write(this, value);
    return this;
  }

  optionalString(value: string | null | undefined): this {
    return value === null || value === undefined ? this.u8(0) : this.u8(1).string(value);
  }

  vec<T>(items: readonly T[], write: (writer: this, item: T) => void): this {
    this.u32(items.length);
    for (const item of items) write(this, item);
    return this;
  }

  finish(): Uint8Array {
    const written = this.#buffer.slice(0, this.#length);
    if (this.#buffer.length <= SPARE_LIMIT) spare = this.#buffer;
    this.#buffer = FINISHED;
    this.#length = 0;
    return written;
  }

  /** Writes nothing and answers false when a character is not ASCII. */
  #shortAscii(value: string): boolean {
    const { length } = value;
    this.#reserve(4 + length);
    const start = this.#length + 4;
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= FIRST_NON_ASCII) return false;
      this.#buffer[start + index] = code;
    }
    this.#view.setUint32(this.#length, length, true);
    this.#length = start + length;
    return true;
  }

  #reserve(extra: number): void {
    if (this.#length + extra <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + extra));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads what {@link BorshWriter} writes. Throws `RangeError` past the end and `TypeError` on invalid bytes. */
export class BorshReader {
  readonly #view: DataView;
  #offset: number;
  readonly #buffer: Uint8Array;

  /** Begins at byte `offset`. */
  constructor(buffer: Uint8Array, offset = 0) {
    this.#buffer = buffer;
    this.#offset = offset;
    this.#view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  u8(): number {
    const value = this.#buffer[this.#offset];
    if (value === undefined) throw new RangeError("borsh: past the end");
    this.#offset += 1;
    return value;
  }

  u16(): number {
    const value = this.#view.getUint16(this.#offset, true);
    this.#offset += 2;
    return value;
  }

  u32(): number {
    const value = this.#view.getUint32(this.#offset, true);
    this.#offset += 4;
    return value;
  }

  u64(): bigint {
    const value = this.#view.getBigUint64(this.#offset, true);
    this.#offset += 8;
    return value;
  }

  string(): string {
    const length = this.u32();
    const end = this.#offset + length;
    if (length > SHORT_TEXT || end > this.#buffer.length) return decoder.decode(this.bytes(length));
    let text = "";
    for (let index = this.#offset; index < end; index += 1) {
      const code = this.#buffer[index] ?? FIRST_NON_ASCII;
      if (code >= FIRST_NON_ASCII) return decoder.decode(this.bytes(length));
      text += String.fromCharCode(code);
    }
    this.#offset = end;
    return text;
  }

  /** A view of the buffer, not a copy. */
  bytes(length: number): Uint8Array {
    if (this.#offset + length > this.#buffer.length) throw new RangeError("borsh: past the end");
    const value = this.#buffer.subarray(this.#offset, this.#offset + length);
    this.#offset += length;
    return value;
  }

  option<T>(read: (reader: this) => T): T | null {
    return this.present() ? read(this) : null;
  }

  optionalString(): string | null {
    return this.present() ? this.string() : null;
  }

  /** The tag of an Option: whether a value follows. */
  present(): boolean {
    const tag = this.u8();
    if (tag > 1) throw new TypeError(`borsh: ${tag} is not an Option tag`);
    return tag === 1;
  }

  /** Every item takes at least a byte, so a false count ends in a RangeError and not in memory. */
  vec<T>(read: (reader: this) => T): T[] {
    const count = this.u32();
    const items: T[] = [];
    for (let index = 0; index < count; index += 1) items.push(read(this));
    return items;
  }

  get isAtEnd(): boolean {
    return this.left === 0;
  }

  /** Bytes that are not read yet. */
  get left(): number {
    return this.#buffer.length - this.#offset;
  }

  /** Asserts that nothing is left over. */
  end(): void {
    if (!this.isAtEnd) throw new TypeError("borsh: bytes left over");
  }
}
