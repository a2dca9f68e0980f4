/** Transactions of the slots in which their blockhash lives, by signature and by message: one message has one effect. */
import type { TransactionError } from "#services/chain/vm/transaction-error.ts";

type Landed = { signature: string; slot: number; error: TransactionError | null };

export class RecentTransactions {
  readonly #bySignature = new Map<string, Landed>();
  readonly #messages = new Set<string>();
  readonly #bySlot = new Map<number, { signature: string; message: string }[]>();
  #oldest = Number.MAX_SAFE_INTEGER;

  add(message: string, { signature, slot, error }: Landed): void {
    this.#bySignature.set(signature, { signature, slot, error });
    this.#messages.add(message);
    const names = this.#bySlot.get(slot);
    if (names === undefined) this.#bySlot.set(slot, [{ signature, message }]);
    else names.push({ signature, message });
    this.#oldest = Math.min(this.#oldest, slot);
  }

  find(signature: string): Landed | undefined {
    return this.#bySignature.get(signature);
  }

  /** @param message its digest */
  has(message: string): boolean {
    return this.#messages.has(message);
  }

  /** Forgets a slot. @returns the signatures that it had */
  remove(slot: number): string[] {
    const names = this.#bySlot.get(slot) ?? [];
    for (const { signature, message } of names) {
      this.#bySignature.delete(signature);
      this.#messages.delete(message);
    }
    this.#bySlot.delete(slot);
    return names.map(({ signature }) => signature);
  }

  forgetBefore(slot: number): void {
    for (; this.#oldest < slot; this.#oldest += 1) this.remove(this.#oldest);
  }
}
