/** The transfers of the venue, followed by its feed. */
import type {
  CustodyDeposit,
  CustodyTransfer,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import {
  type VerifiedWithdrawal,
  verifyWithdrawal,
} from "#services/custody/vault/verify-withdrawal.ts";
import type { VenueClient } from "./venue-client.ts";

const CHAIN_REFERENCE = /^solana:(.+)$/;

/** The reference by which a transaction is credited once. */
export function referenceOf(signature: string): string {
  return `solana:${signature}`;
}

/** The transaction that a deposit names; undefined for one of no chain. */
export function signatureOf({ reference, tx_hash }: CustodyDeposit): string | undefined {
  const named = CHAIN_REFERENCE.exec(reference)?.[1];
  return named === undefined || named !== tx_hash ? undefined : named;
}

export class VenueLedger {
  readonly #venue: Pick<VenueClient, "transfers">;
  readonly #transfers = new Map<string, CustodyTransfer>();
  readonly #credited = new Map<string, CustodyDeposit>();
  readonly #verified = new Map<string, VerifiedWithdrawal | undefined>();
  #after: string | undefined;

  constructor(venue: Pick<VenueClient, "transfers">) {
    this.#venue = venue;
  }

  transfers(): Iterable<CustodyTransfer> {
    return this.#transfers.values();
  }

  /** The deposit that a transaction was credited as. */
  credited(signature: string): CustodyDeposit | undefined {
    return this.#credited.get(signature);
  }

  withdrawals(): CustodyWithdrawal[] {
    return [...this.#transfers.values()].filter((one) => one.kind === "WITHDRAWAL");
  }

  /** What its owner signed; undefined for a record that its owner did not sign. */
  verified(record: CustodyWithdrawal): VerifiedWithdrawal | undefined {
    // These fields decide the answer, and a signature takes some 100 µs to verify.
    const { account, amount, digest, payload, signature } = record;
    const name = [account, amount, digest, payload, signature].join(" ");
    if (!this.#verified.has(name)) this.#verified.set(name, verifyWithdrawal(record));
    return this.#verified.get(name);
  }

  /** Withdrawals that have not ended, oldest first. */
  open(): CustodyWithdrawal[] {
    return this.withdrawals()
      .filter(({ status }) => status === "RESERVED" || status === "SENT")
      .toSorted((one, other) => one.created_at - other.created_at);
  }

  /** Reads what changed. @throws UpstreamError */
  async update(): Promise<void> {
    for (;;) {
      const { results, next } = await this.#venue.transfers(this.#after);
      for (const one of results) this.#take(one);
      const last = results.at(-1);
      if (last !== undefined) this.#after = String(last.seq);
      if (next === null) return;
    }
  }

  #take(transfer: CustodyTransfer): void {
    this.#transfers.set(transfer.id, transfer);
    if (transfer.kind !== "DEPOSIT") return;
    const signature = signatureOf(transfer);
    if (signature !== undefined) this.#credited.set(signature, transfer);
  }
}
