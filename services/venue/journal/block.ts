/**
 * A block is one group commit: the commands that were synced together. It is the unit of the checksum, so a
 * torn write can only be the last block, whatever order the disk wrote its pages in; blocks are chained by
 * hash, so history cannot be changed in the middle.
 *
 * Layout, little-endian, padded with zeros to 8 bytes:
 * `u32 magic ‖ u32 length ‖ u32 crc32 ‖ u32 commands ‖ u64 height ‖ u64 first_seq ‖ u64 time_ms ‖ previous hash (32) ‖
 * state hash (32)`, then per command `u32 length ‖ bytes`. `length` counts everything but the padding; the checksum
 * covers what follows it. The state hash is the engine's, after the block's commands: a replay must come to the same.
 */
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

const MAGIC = 0x32435653; // "SVC2": the digit is the version of the format
const MAGIC_VERSION_1 = 0x42435653; // "SVCB"
const LENGTH_OFFSET = 4;
const HASH_OFFSET = 40;
const STATE_HASH_OFFSET = 72;
const HEADER_BYTES = 104;
const CHECKED_FROM = 12;
const BLOCK_ALIGNMENT = 8;

export type Block = {
  height: number;
  firstSeq: number;
  /** Unix milliseconds of the commit. */
  time: number;
  /** Lowercase hex SHA-256 of the previous block; 64 zeros before the first. */
  previousHash: string;
  /** Lowercase hex of the engine's chained hash after the commands. */
  stateHash: string;
  commands: Uint8Array[];
};

/** A block as the journal stores it. */
export type EncodedBlock = { block: Block; bytes: Buffer; hash: string };

export const GENESIS_HASH = "0".repeat(64);

/** Bytes that a command adds to a block. */
export function commandBytes(command: Uint8Array): number {
  return 4 + command.length;
}

export function encodeBlock(block: Block): { bytes: Buffer; hash: string } {
  const length = block.commands.reduce((sum, c) => sum + commandBytes(c), HEADER_BYTES);
  const bytes = Buffer.alloc(align(length));
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(length, LENGTH_OFFSET);
  bytes.writeUInt32LE(block.commands.length, 12);
  bytes.writeBigUInt64LE(BigInt(block.height), 16);
  bytes.writeBigUInt64LE(BigInt(block.firstSeq), 24);
  bytes.writeBigUInt64LE(BigInt(block.time), 32);
  bytes.write(block.previousHash, HASH_OFFSET, "hex");
  bytes.write(block.stateHash, STATE_HASH_OFFSET, "hex");
  let offset = HEADER_BYTES;
  for (const command of block.commands) {
    offset = bytes.writeUInt32LE(command.length, offset);
    bytes.set(command, offset);
    offset += command.length;
  }
  const checked = bytes.subarray(CHECKED_FROM, length);
  bytes.writeUInt32LE(crc32(checked), 8);
  return { bytes, hash: hash("sha256", checked, "hex") };
}

/** True when a block of the first, pre-release format begins at `offset`. */
export function isVersion1(bytes: Buffer, offset: number): boolean {
  return offset + 4 <= bytes.length && bytes.readUInt32LE(offset) === MAGIC_VERSION_1;
}

/** Length of the block at `offset` by its header, padding included; `undefined` where no block begins. */
export function statedBytes(bytes: Buffer, offset: number): number | undefined {
  if (offset + HEADER_BYTES > bytes.length) return undefined;
  if (bytes.readUInt32LE(offset) !== MAGIC) return undefined;
  return align(bytes.readUInt32LE(offset + LENGTH_OFFSET));
}

/** The block at `offset` with its end, or `undefined` when the bytes there are no whole block. Commands are views. */
export function decodeBlock(
  bytes: Buffer,
  offset: number,
): { block: Block; hash: string; end: number } | undefined {
  if (statedBytes(bytes, offset) === undefined) return undefined;
  const length = bytes.readUInt32LE(offset + LENGTH_OFFSET);
  if (length < HEADER_BYTES || offset + length > bytes.length) return undefined;
  const checked = bytes.subarray(offset + CHECKED_FROM, offset + length);
  if (crc32(checked) !== bytes.readUInt32LE(offset + 8)) return undefined;
  const block: Block = {
    height: Number(bytes.readBigUInt64LE(offset + 16)),
    firstSeq: Number(bytes.readBigUInt64LE(offset + 24)),
    time: Number(bytes.readBigUInt64LE(offset + 32)),
    previousHash: bytes.toString("hex", offset + HASH_OFFSET, offset + STATE_HASH_OFFSET),
    stateHash: bytes.toString("hex", offset + STATE_HASH_OFFSET, offset + HEADER_BYTES),
    commands: [],
  };
  let cursor = offset + HEADER_BYTES;
  for (let count = bytes.readUInt32LE(offset + 12); count > 0; count -= 1) {
    const size = bytes.readUInt32LE(cursor);
    block.commands.push(bytes.subarray(cursor + 4, cursor + 4 + size));
    cursor += 4 + size;
  }
  return { block, hash: hash("sha256", checked, "hex"), end: offset + align(length) };
}

/** Offset of the next whole block at or after `from`, if any: it distinguishes a torn tail from damage in the middle. */
export function findBlock(bytes: Buffer, from: number): number | undefined {
  for (let offset = align(from); offset + HEADER_BYTES <= bytes.length; offset += BLOCK_ALIGNMENT) {
    if (bytes.readUInt32LE(offset) === MAGIC && decodeBlock(bytes, offset) !== undefined) {
      return offset;
    }
  }
  return undefined;
}

function align(offset: number): number {
  return Math.ceil(offset / BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT;
}
