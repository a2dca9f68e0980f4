/** Transfers by account, in order: the state keeps them by reference only. */
import type { Transfer } from "#services/venue/engine/outcome.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";

export class TransferIndex {
  readonly #byAccount = new Map<string, Transfer[]>();

  constructor(state: VenueState) {
    for (const transfer of state.transfers.values()) this.add(transfer);
  }

  add(transfer: Transfer): void {
    const known = this.#byAccount.get(transfer.account);
    if (known === undefined) this.#byAccount.set(transfer.account, [transfer]);
    else known.push(transfer);
  }

  /** Oldest first. */
  of(account: string): readonly Transfer[] {
    return this.#byAccount.get(account) ?? [];
  }
}
