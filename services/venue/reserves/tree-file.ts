/**
 * A tree on the disk, of which a path is read without the rest. Records have a fixed size: each leaf with its salt, hash, balance
 * and positions, in the order of the salts, then the hash and sum of each node above, level by level.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { EMPTY_NODE, owedBy, type SumNode } from "#lib/kernel/reserves/sum-tree.ts";
import { type Leaf, levelSizes, type ReservesTree } from "./reserves-tree.ts";

const HASH_BYTES = 32;
const AMOUNT_BYTES = 16;
const LEAF_BYTES = 2 * HASH_BYTES + 2 * AMOUNT_BYTES;
const NODE_BYTES = HASH_BYTES + AMOUNT_BYTES;
const AMOUNT_BITS = 8 * AMOUNT_BYTES;
const HALF_BITS = 64n;

/** A node beside a path, and on which side. */
type Beside = SumNode & { side: "left" | "right" };
type FoundLeaf = Omit<Leaf, "node"> & { path: Beside[] };

export function encodeTree({ leaves, levels }: ReservesTree): Buffer {
  const inner = levels.slice(1).flat();
  const bytes = Buffer.alloc(leaves.length * LEAF_BYTES + inner.length * NODE_BYTES);
  let at = 0;
  for (const { salt, node, balance, positions } of leaves) {
    at += bytes.write(salt, at, "hex");
    at += bytes.write(node.hash, at, "hex");
    at = writeAmount(bytes, balance, at);
    at = writeAmount(bytes, positions, at);
  }
  for (const node of inner) {
    at += bytes.write(node.hash, at, "hex");
    at = writeAmount(bytes, node.sum, at);
  }
  return bytes;
}

/**
 * @param count leaves of the tree
 * @returns undefined when no leaf has this salt. @throws Error when the file has another size
 */
export function findLeaf(path: string, count: number, salt: string): FoundLeaf | undefined {
  const file = openSync(path, "r");
  try {
    const sizes = levelSizes(count);
    const nodes = sizes.slice(1).reduce((sum, size) => sum + size, 0);
    if (fstatSync(file).size !== count * LEAF_BYTES + nodes * NODE_BYTES) {
      throw new Error(`${path} is no tree of ${count} leaves`);
    }
    const index = placeOf(file, count, salt);
    if (index === undefined) return undefined;
    const { balance, positions } = readLeaf(file, index);
    return { salt, balance, positions, path: pathOf(file, sizes, index) };
  } finally {
    closeSync(file);
  }
}

/** A binary search: the leaves are in the order of their salts. */
function placeOf(file: number, count: number, salt: string): number | undefined {
  let from = 0;
  for (let end = count; from < end; ) {
    const middle = (from + end) >> 1;
    const found = readBytes(file, middle * LEAF_BYTES, HASH_BYTES).toString("hex");
    if (found === salt) return middle;
    if (found < salt) from = middle + 1;
    else end = middle;
  }
  return undefined;
}

function pathOf(file: number, sizes: readonly number[], leaf: number): Beside[] {
  const [count = 0] = sizes;
  let index = leaf;
  let begin = count * LEAF_BYTES;
  return sizes.slice(0, -1).map((size, level) => {
    const other = index ^ 1;
    const side = other < index ? "left" : "right";
    index >>= 1;
    if (level === 0) return { side, ...(other < size ? nodeOfLeaf(file, other) : EMPTY_NODE) };
    const at = begin + other * NODE_BYTES;
    begin += size * NODE_BYTES;
    return { side, ...(other < size ? readNode(file, at) : EMPTY_NODE) };
  });
}

function readLeaf(file: number, index: number) {
  const bytes = readBytes(file, index * LEAF_BYTES, LEAF_BYTES);
  return {
    hash: bytes.toString("hex", HASH_BYTES, 2 * HASH_BYTES),
    balance: readAmount(bytes, 2 * HASH_BYTES),
    positions: readAmount(bytes, 2 * HASH_BYTES + AMOUNT_BYTES),
  };
}

function nodeOfLeaf(file: number, index: number): SumNode {
  const { hash, ...owed } = readLeaf(file, index);
  return { hash, sum: owedBy(owed) };
}

function readNode(file: number, at: number): SumNode {
  const bytes = readBytes(file, at, NODE_BYTES);
  return { hash: bytes.toString("hex", 0, HASH_BYTES), sum: readAmount(bytes, HASH_BYTES) };
}

function readBytes(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length)
    throw new Error("the tree's file ends early");
  return bytes;
}

/** Signed, of 128 bits. @returns where the next begins */
function writeAmount(bytes: Buffer, amount: bigint, at: number): number {
  bytes.writeBigInt64BE(amount >> HALF_BITS, at);
  return bytes.writeBigUInt64BE(BigInt.asUintN(Number(HALF_BITS), amount), at + AMOUNT_BYTES / 2);
}

function readAmount(bytes: Buffer, at: number): bigint {
  const high = bytes.readBigInt64BE(at) << HALF_BITS;
  return BigInt.asIntN(AMOUNT_BITS, high | bytes.readBigUInt64BE(at + AMOUNT_BYTES / 2));
}
