/**
 * Books that are read after a proposal arrived. Proposals that wait at the same time share one read
 * of venue and chain.
 */

import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import { type Books, reconcileWith } from "./reconcile.ts";

export class FreshBooks {
  readonly #ledger: VenueLedger;
  readonly #history: VaultHistory;
  readonly #onRead: () => void;
  #running: Promise<Books> | undefined;
  /** A read that begins when the running one has ended. */
  #next: Promise<Books> | undefined;

  /** @param onRead called after each complete read */
  constructor(ledger: VenueLedger, history: VaultHistory, onRead: () => void) {
    this.#onRead = onRead;
    this.#ledger = ledger;
    this.#history = history;
  }

  /** Everything in the result was read after this call. @throws ChainUnreachable, UpstreamError */
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
    // Read after the ledger, so that no credit is newer than its payment.
    const books = await reconcileWith(this.#ledger, this.#history);
    this.#onRead();
    return books;
  }
}
