/** Finalized deposits at the relay, read from the source chain alone. */

import type { ChainReads, SignatureRow } from "#lib/kernel/chain-client/chain-reads.ts";
import type { CrossAsset } from "#lib/protocol/swaps/assets.ts";
import { type Deposit, readDeposit } from "./read-deposit.ts";

/** A node does not order the signatures of a slot and may list one late: each pass reads these slots again. */
const OVERLAP_SLOTS = 64;

export class DepositFeed {
  readonly #chain: ChainReads;
  readonly #accounts: ReadonlyMap<CrossAsset, string>;
  /** Slots by signature, as far back as passes read. */
  readonly #seen = new Map<string, number>();
  #slot = 0;

  constructor(chain: ChainReads, accounts: ReadonlyMap<CrossAsset, string>) {
    this.#chain = chain;
    this.#accounts = accounts;
  }

  /**
   * What is new, the oldest first.
   * @param isEnded skips deposits that need not be read again
   * @throws ChainUnreachable; then the next pass begins at the same place
   */
  async next(isEnded: (signature: string) => boolean): Promise<Deposit[]> {
    const { slot } = await this.#chain.finalizedHead();
    const from = this.#slot - OVERLAP_SLOTS;
    const deposits: Deposit[] = [];
    // Kept only when the whole pass has been read: what a failed one found is read again.
    const marks = new Map<string, number>();
    for (const account of this.#accounts.values()) {
      for (const row of (await this.#rowsSince(account, from, slot)).toReversed()) {
        if (this.#seen.has(row.signature) || marks.has(row.signature)) continue;
        const skips = row.err !== null || isEnded(row.signature);
        const found = skips ? undefined : await this.#chain.bytes(row.signature);
        // A node that lists what it does not have is asked again.
        if (found === null) continue;
        marks.set(row.signature, row.slot);
        const deposit = found && readable(row.signature, found, this.#accounts);
        if (deposit !== undefined) deposits.push(deposit);
      }
    }
    for (const [signature, seen] of marks) this.#seen.set(signature, seen);
    this.#slot = Math.max(this.#slot, slot);
    for (const [signature, seen] of this.#seen)
      if (seen < this.#slot - OVERLAP_SLOTS) this.#seen.delete(signature);
    return deposits;
  }

  async #rowsSince(account: string, from: number, slot: number): Promise<SignatureRow[]> {
    const rows: SignatureRow[] = [];
    for (let before: string | undefined; ; ) {
      const page = await this.#chain.signatures(account, before, slot);
      rows.push(...page.filter((row) => row.slot >= from));
      const last = page.at(-1);
      if (last === undefined || last.slot < from) return rows;
      before = last.signature;
    }
  }
}

/** Anybody may name the relay's accounts in bytes that are no transaction of a known form. */
function readable(...given: Parameters<typeof readDeposit>): Deposit | undefined {
  try {
    return readDeposit(...given);
  } catch {
    return undefined;
  }
}
