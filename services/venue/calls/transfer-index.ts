/** Transfers by account and in order of their changes: the state keeps deposits by reference and withdrawals by id. */
import type { Transfer } from "#services/venue/engine/transfers.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";

export class TransferIndex {
  readonly #byAccount = new Map<string, Transfer[]>();
  /** Each transfer's place in the list of its account. */
  readonly #positions = new Map<string, number>();
  /** In order of `seq`. A withdrawal that changed has one entry for each change; all but the last are void. */
  readonly #changes: Transfer[];

  constructor(state: VenueState) {
    this.#changes = [...state.transfers.values(), ...state.withdrawals.values()].toSorted(
      (a, b) => a.seq - b.seq,
    );
    const made = this.#changes.toSorted((a, b) => createdSeq(a) - createdSeq(b));
    for (const transfer of made) this.#file(transfer);
  }

  /** A new transfer, or the new record of one that changed. */
  add(transfer: Transfer): void {
    this.#changes.push(transfer);
    this.#file(transfer);
  }

  /** Oldest first. */
  of(account: string): readonly Transfer[] {
    return this.#byAccount.get(account) ?? [];
  }

  /** The latest records of all transfers that changed after the command `seq`, in order of their last change. */
  changedAfter(seq: number, limit: number): Transfer[] {
    const found: Transfer[] = [];
    for (let index = this.#firstAfter(seq); index < this.#changes.length; index += 1) {
      const transfer = this.#changes[index];
      if (found.length === limit || transfer === undefined) break;
      if (this.#latest(transfer) === transfer) found.push(transfer);
    }
    return found;
  }

  #file(transfer: Transfer): void {
    const own = this.#byAccount.get(transfer.account) ?? [];
    this.#byAccount.set(transfer.account, own);
    const position = this.#positions.get(transfer.id) ?? own.length;
    this.#positions.set(transfer.id, position);
    own[position] = transfer;
  }

  #latest({ id, account }: Transfer): Transfer | undefined {
    return this.#byAccount.get(account)?.[this.#positions.get(id) ?? -1];
  }

  /** Where the first change behind `seq` is. */
  #firstAfter(seq: number): number {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function createdSeq(transfer: Transfer): number {
  return transfer.kind === "DEPOSIT" ? transfer.seq : transfer.createdSeq;
}
