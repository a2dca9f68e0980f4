/**
 * The subset of borsh that the signing layouts use (spec 2, "Signature algorithm" 1):
 * string = u32 little-endian byte length + UTF-8, Option = 0x00 | 0x01 value, u8, u64 little-endian.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Appends fields in order; field names are not encoded, position is meaning. */
export class BorshWriter {
  private buffer: Uint8Array;
  private view: DataView;
  private length = 0;

  constructor(capacity = 256) {
    this.buffer = new Uint8Array(capacity);
    this.view = new DataView(this.buffer.buffer);
  }

  u8(value: number): this {
    this.reserve(1);
    this.buffer[this.length] = value;
    this.length += 1;
    return this;
  }

  u32(value: number): this {
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
    return this;
  }

  u64(value: bigint): this {
    this.reserve(8);
    this.view.setBigUint64(this.length, value, true);
    this.length += 8;
    return this;
  }

  string(value: string): this {
    const bytes = encoder.encode(value);
    return this.u32(bytes.length).bytes(bytes);
  }

  /** A fixed-size array: the bytes as they are, without a length. */
  bytes(value: Uint8Array): this {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
    return this;
  }

  option<T>(value: T | null | undefined, write: (writer: this, present: T) => void): this {
    if (value === null || value === undefined) return this.u8(0);
    this.u8(1);
    write(this, value);
    return this;
  }

  finish(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(extra: number): void {
    if (this.length + extra <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(this.buffer.length * 2, this.length + extra));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
    this.view = new DataView(grown.buffer);
  }
}

/** Reads what {@link BorshWriter} writes. Throws `RangeError` past the end and `TypeError` on bytes that are no value. */
export class BorshReader {
  private readonly view: DataView;
  private offset = 0;
  private readonly buffer: Uint8Array;

  constructor(buffer: Uint8Array) {
    this.buffer = buffer;
    this.view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  u8(): number {
    const value = this.view.getUint8(this.offset);
    this.offset += 1;
    return value;
  }

  u32(): number {
    const value = this.view.getUint32(this.offset, true);
    this.offset += 4;
    return value;
  }

  u64(): bigint {
    const value = this.view.getBigUint64(this.offset, true);
    this.offset += 8;
    return value;
  }

  string(): string {
    return decoder.decode(this.bytes(this.u32()));
  }

  bytes(length: number): Uint8Array {
    if (this.offset + length > this.buffer.length) throw new RangeError("borsh: past the end");
    const value = this.buffer.subarray(this.offset, this.offset + length);
    this.offset += length;
    return value;
  }

  option<T>(read: (reader: this) => T): T | null {
    const tag = this.u8();
    if (tag > 1) throw new TypeError(`borsh: ${tag} is no Option tag`);
    return tag === 1 ? read(this) : null;
  }

  /** Asserts that nothing is left over. */
  end(): void {
    if (this.offset !== this.buffer.length) throw new TypeError("borsh: bytes left over");
  }
}
