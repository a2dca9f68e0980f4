/** Follows the ledger and says what each slot brought at each commitment. */
import type { LedgerTransaction } from "#services/chain/ledger/block-runner.ts";
import type { Commitment, Ledger } from "#services/chain/ledger/ledger.ts";
import type { Progress } from "./subscription.ts";

export class ProgressFeed {
  readonly #ledger: Ledger;
  readonly #tell: (progress: Progress) => void;
  /** Transactions that are not final, by slot. */
  readonly #waiting = new Map<number, LedgerTransaction[]>();
  readonly #reached: Record<"confirmed" | "finalized", number>;
  readonly #stop: () => void;

  constructor(ledger: Ledger, tell: (progress: Progress) => void) {
    this.#ledger = ledger;
    this.#tell = tell;
    this.#reached = { confirmed: ledger.slot("confirmed"), finalized: ledger.slot("finalized") };
    this.#stop = ledger.listen({
      processed: (transaction) => this.#processed(transaction),
      opened: (slot) => tell({ commitment: "processed", slot, transactions: [], changed: NONE }),
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
    this.#tell({ commitment: "processed", slot, transactions: [transaction], changed });
  }

  #advance(commitment: Exclude<Commitment, "processed">, slot: number): void {
    const last = this.#reached[commitment];
    if (slot <= last) return;
    this.#reached[commitment] = slot;
    const transactions: LedgerTransaction[] = [];
    const changed = new Set<string>();
    for (const [at, waiting] of this.#waiting) {
      if (at <= last || at > slot) continue;
      // A fork may have dropped some.
      transactions.push(
        ...waiting.filter((one) => this.#ledger.recent(one.signature)?.slot === at),
      );
      for (const key of this.#ledger.accounts.versions.changedIn(at)) changed.add(key);
      if (commitment === "finalized") this.#waiting.delete(at);
    }
    this.#tell({ commitment, slot, transactions, changed });
  }
}

const NONE: ReadonlySet<string> = new Set();
