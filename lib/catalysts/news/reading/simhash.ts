/**
 * The 64-bit simhash (Charikar, 2002) of a text over triples of words: similar texts have hashes
 * that differ in few bits.
 */

/** Two halves of 32 bits, unsigned. */
export type Simhash = { high: number; low: number };

const BITS = 32;

/** @param words in order; with fewer than three, each counts alone */
export function computeSimhash(words: readonly string[]): Simhash {
  const counts = new Int32Array(2 * BITS);
  for (const feature of featuresOf(words)) {
    countBits(counts, 0, hashOf(feature, 0x811c9dc5));
    countBits(counts, BITS, hashOf(feature, 0x1b873593));
  }
  return { high: bitsOf(counts, 0), low: bitsOf(counts, BITS) };
}

function featuresOf(words: readonly string[]): readonly string[] {
  if (words.length < 3) return words;
  return words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
}

/** FNV-1a with the final mix of MurmurHash3, so that every bit depends on every character. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function countBits(counts: Int32Array, from: number, hash: number): void {
  for (let bit = 0; bit < BITS; bit += 1) {
    counts[from + bit] = (counts[from + bit] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1);
  }
}

function bitsOf(counts: Int32Array, from: number): number {
  let bits = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    if ((counts[from + bit] ?? 0) > 0) bits |= 1 << bit;
  }
  return bits >>> 0;
}

/** Number of bits that differ. */
export function hammingDistance(one: Simhash, other: Simhash): number {
  return ones(one.high ^ other.high) + ones(one.low ^ other.low);
}

function ones(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** 16 hex digits. */
export function formatHex({ high, low }: Simhash): string {
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}

export function simhashFromHex(hex: string): Simhash {
  return { high: Number.parseInt(hex.slice(0, 8), 16), low: Number.parseInt(hex.slice(8), 16) };
}

/** Four parts of 16 bits. Hashes that differ in at most three bits share at least one part. */
export function splitBands({ high, low }: Simhash): number[] {
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff].map(
    (part, band) => band * 0x10000 + part,
  );
}
