/** The books as they are after a proposal came: proposals that wait at the same time share one reading of venue and chain. */
import { type Books, reconcileWith } from "#services/custody/vault/reconcile.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";

export class FreshBooks {
  readonly #ledger: VenueLedger;
  readonly #history: VaultHistory;
  readonly #onRead: () => void;
  #running: Promise<Books> | undefined;
  /** Begins when the running one has ended. */
  #next: Promise<Books> | undefined;

  /** @param onRead called after each complete reading */
  constructor(ledger: VenueLedger, history: VaultHistory, onRead: () => void) {
    this.#onRead = onRead;
    this.#ledger = ledger;
    this.#history = history;
  }

  /** Everything is read after this call. @throws ChainUnreachable, UpstreamError */
  check(): Promise<Books> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin();
    this.#next = this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<Books> {
    const running = this.#read().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #read(): Promise<Books> {
    await this.#ledger.update();
    // After the ledger: a credit is then never ahead of its payment.
    const books = await reconcileWith(this.#ledger, this.#history);
    this.#onRead();
    return books;
  }
}
