/**
 * What commands did, as a chain of hashes: every change of an order, a position or a balance is appended here,
 * and closing a block hashes it together with the hash before. Two engines that agree on this hash at every block
 * did the same; a replay that differs is found at the block where it began to.
 */
import { createHash } from "node:crypto";
import type { Account, Order } from "./market-state.ts";
import type { Transfer } from "./transfers.ts";

const FIRST_SLOTS = 4_096;
/** Hex digits of SHA-256. */
export const GENESIS_STATE_HASH = "0".repeat(64);

/** Is told which records a command changed, as often as they change. It must not change them. */
export type ChangeListener = {
  order: (order: Order) => void;
  account: (account: Account) => void;
  transfer: (transfer: Transfer) => void;
};

export class EffectLog {
  /** Hash after the last closed block, lowercase hex. */
  head: string;
  /** The follower's; the thread that executes commands has none. */
  listener: ChangeListener | undefined;
  #length = 0;
  #buffer = new ArrayBuffer(FIRST_SLOTS * 8);
  #numbers = new Float64Array(this.#buffer);
  #integers = new BigInt64Array(this.#buffer);

  constructor(head: string = GENESIS_STATE_HASH) {
    this.head = head;
  }

  /** A safe integer. */
  hashNumber(value: number): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  /** An amount; its low 64 bits are kept. */
  hashAmount(value: bigint): void {
    if (this.#length === this.#numbers.length) this.#grow();
    this.#integers[this.#length] = value;
    this.#length += 1;
  }

  /** Ends a block. */
  close(): string {
    const effects = new Uint8Array(this.#buffer, 0, this.#length * 8);
    this.head = createHash("sha256").update(this.head).update(effects).digest("hex");
    this.#length = 0;
    return this.head;
  }

  #grow(): void {
    const larger = new ArrayBuffer(this.#buffer.byteLength * 2);
    new Uint8Array(larger).set(new Uint8Array(this.#buffer));
    this.#buffer = larger;
    this.#numbers = new Float64Array(larger);
    this.#integers = new BigInt64Array(larger);
  }
}
