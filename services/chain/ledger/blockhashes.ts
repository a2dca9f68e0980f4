/**
 * The chain's block hashes. Every slot has a block, so height and slot are one number. A block with transactions is chained to
 * the block with transactions before it; the hash of an empty one follows from that and its slot, so that idle slots need no record.
 */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";

/** A transaction whose blockhash is older than this many slots is never accepted. */
export const VALID_SLOTS = 150;

/** The newest block with transactions that a slot builds on. */
export type Anchor = { slot: number; hash: string };

/** @param parts of the block's content, in order */
export function blockHash(
  anchor: Anchor,
  slot: number,
  parts: Iterable<Uint8Array | string>,
): string {
  const hash = createHash("sha256").update(`${anchor.hash}:${anchor.slot}:${slot}`);
  for (const part of parts) hash.update(part);
  return base58.encode(hash.digest());
}

export function emptyBlockHash(anchor: Anchor, slot: number): string {
  return blockHash(anchor, slot, ["empty"]);
}

/** Hashes of the newest slots in both directions. */
export class Blockhashes {
  readonly #slotOf = new Map<string, number>();
  readonly #hashOf = new Map<number, string>();
  readonly #kept: number;

  constructor(kept: number = VALID_SLOTS * 2) {
    this.#kept = kept;
  }

  add(slot: number, hash: string): void {
    this.#slotOf.set(hash, slot);
    this.#hashOf.set(slot, hash);
    this.#forget(slot - this.#kept);
  }

  slotOf(hash: string): number | undefined {
    return this.#slotOf.get(hash);
  }

  hashOf(slot: number): string | undefined {
    return this.#hashOf.get(slot);
  }

  remove(slot: number): void {
    this.#forget(slot);
  }

  #forget(slot: number): void {
    const hash = this.#hashOf.get(slot);
    if (hash === undefined) return;
    this.#hashOf.delete(slot);
    this.#slotOf.delete(hash);
  }
}
