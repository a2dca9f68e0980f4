/** Follows the ledger and reports what each slot brought at each commitment. */
import type { LedgerTransaction } from "#services/chain/ledger/block-runner.ts";
import type { Commitment, Ledger } from "#services/chain/ledger/ledger.ts";
import type { ChainProgress } from "./subscription.ts";

export class ProgressFeed {
  readonly #ledger: Ledger;
  readonly #notify: (progress: ChainProgress) => void;
  /** Transactions that are not final, by slot. */
  readonly #waiting = new Map<number, LedgerTransaction[]>();
  readonly #reached: Record<"confirmed" | "finalized", number>;
  readonly #stop: () => void;

  constructor(ledger: Ledger, notify: (progress: ChainProgress) => void) {
    this.#ledger = ledger;
    this.#notify = notify;
    this.#reached = { confirmed: ledger.slot("confirmed"), finalized: ledger.slot("finalized") };
    this.#stop = ledger.listen({
      processed: (transaction) => this.#processed(transaction),
      opened: (slot) => notify({ commitment: "processed", slot, transactions: [], changed: NONE }),
      confirmed: (confirmed, finalized) => {
        this.#advance("confirmed", confirmed);
        this.#advance("finalized", finalized);
      },
    });
  }

  stop(): void {
    this.#stop();
  }

  #processed(transaction: LedgerTransaction): void {
    const { slot, keys } = transaction;
    const waiting = this.#waiting.get(slot);
    if (waiting === undefined) this.#waiting.set(slot, [transaction]);
    else waiting.push(transaction);
    const changed = new Set(keys);
    this.#notify({ commitment: "processed", slot, transactions: [transaction], changed });
  }

  #advance(commitment: Exclude<Commitment, "processed">, slot: number): void {
    const last = this.#reached[commitment];
    if (slot <= last) return;
    this.#reached[commitment] = slot;
    const transactions: LedgerTransaction[] = [];
    const changed = new Set<string>();
    for (const [at, waiting] of this.#waiting) {
      if (at <= last || at > slot) continue;
      // A fork may have dropped some of them.
      transactions.push(
        ...waiting.filter((one) => this.#ledger.recent(one.signature)?.slot === at),
      );
      for (const key of this.#ledger.accounts.versions.changedIn(at)) changed.add(key);
      if (commitment === "finalized") this.#waiting.delete(at);
    }
    this.#notify({ commitment, slot, transactions, changed });
  }
}

const NONE: ReadonlySet<string> = new Set();
