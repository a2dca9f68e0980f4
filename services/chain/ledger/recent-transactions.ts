/**
 * Transactions that landed during the life of their blockhash, by signature and by message. A
 * message has one effect.
 */
import { base58 } from "@scure/base";
import type { TransactionError } from "#services/chain/vm/transaction-error.ts";

type Landed = { slot: number; error: TransactionError | null };
type Name = { signature: string | Uint8Array; message: string };

export class RecentTransactions {
  readonly #bySignature = new Map<string, Landed>();
  /**
   * Transactions from before a restart, by the bytes of their signature: base58 of each would take
   * seconds.
   */
  readonly #restored = new Map<string, Landed>();
  readonly #messages = new Set<string>();
  readonly #bySlot = new Map<number, Name[]>();
  #oldest = Number.MAX_SAFE_INTEGER;

  /** @param message the message's digest */
  add(message: string, { signature, slot, error }: Landed & { signature: string }): void {
    this.#bySignature.set(signature, { slot, error });
    this.#keep(slot, { signature, message });
  }

  /** Adds a transaction that landed before a restart. */
  restore(message: string, { signature, slot, error }: Landed & { signature: Uint8Array }): void {
    this.#restored.set(bytesKey(signature), { slot, error });
    this.#keep(slot, { signature, message });
  }

  find(signature: string): Landed | undefined {
    const found = this.#bySignature.get(signature);
    if (found !== undefined || this.#restored.size === 0) return found;
    return this.#restored.get(bytesKey(base58.decode(signature)));
  }

  /** @param message the message's digest */
  has(message: string): boolean {
    return this.#messages.has(message);
  }

  /** Removes a slot. @returns the signatures of its transactions */
  remove(slot: number): string[] {
    return this.#forget(slot).map(({ signature }) =>
      typeof signature === "string" ? signature : base58.encode(signature),
    );
  }

  forgetBefore(slot: number): void {
    for (; this.#oldest < slot; this.#oldest += 1) this.#forget(this.#oldest);
  }

  #keep(slot: number, name: Name): void {
    this.#messages.add(name.message);
    const names = this.#bySlot.get(slot);
    if (names === undefined) this.#bySlot.set(slot, [name]);
    else names.push(name);
    this.#oldest = Math.min(this.#oldest, slot);
  }

  #forget(slot: number): readonly Name[] {
    const names = this.#bySlot.get(slot) ?? [];
    for (const { signature, message } of names) {
      if (typeof signature === "string") this.#bySignature.delete(signature);
      else this.#restored.delete(bytesKey(signature));
      this.#messages.delete(message);
    }
    this.#bySlot.delete(slot);
    return names;
  }
}

function bytesKey(signature: Uint8Array): string {
  return Buffer.from(signature.buffer, signature.byteOffset, signature.length).toString("latin1");
}
