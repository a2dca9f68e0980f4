/**
 * The chain's block hashes. Every slot has a block, so height and slot are the same number. A block
 * with transactions is chained to the last block with transactions before it. The hash of an empty
 * block follows from that block and the slot, so that idle slots need no record.
 */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { VALID_BLOCKS } from "#lib/protocol/solana.ts";

/** A transaction whose blockhash is older than this many slots is never accepted. */
export const VALID_SLOTS = VALID_BLOCKS;

/** The newest block with transactions at or before a slot. */
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

/** The hashes of the newest slots, and the slots by their hashes. */
export class Blockhashes {
  readonly #slotOf = new Map<string, number>();
  readonly #hashOf = new Map<number, string>();
  readonly #capacity: number;

  constructor(capacity: number = VALID_SLOTS * 2) {
    this.#capacity = capacity;
  }

  add(slot: number, hash: string): void {
    this.#slotOf.set(hash, slot);
    this.#hashOf.set(slot, hash);
    this.#forget(slot - this.#capacity);
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
