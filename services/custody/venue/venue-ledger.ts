/** The venue's transfers, read from its feed. */
import type {
  CustodyDeposit,
  CustodyTransfer,
  CustodyWithdrawal,
} from "#lib/protocol/wire/custody.ts";
import {
  type VerifiedWithdrawal,
  verifyWithdrawal,
} from "#services/custody/vault/verify-withdrawal.ts";
import type { CustodyVenueClient } from "./venue-client.ts";

const CHAIN_REFERENCE = /^solana:(.+)$/;

/** The reference under which a transaction is credited once. */
export function depositReference(signature: string): string {
  return `solana:${signature}`;
}

/** The transaction that a deposit names; undefined for a deposit without a chain. */
export function depositSignature({ reference, tx_hash }: CustodyDeposit): string | undefined {
  const named = CHAIN_REFERENCE.exec(reference)?.[1];
  return named === undefined || named !== tx_hash ? undefined : named;
}

export class VenueLedger {
  readonly #venue: Pick<CustodyVenueClient, "transfers">;
  readonly #transfers = new Map<string, CustodyTransfer>();
  readonly #credited = new Map<string, CustodyDeposit>();
  readonly #verified = new Map<string, VerifiedWithdrawal | undefined>();
  #after: string | undefined;

  constructor(venue: Pick<CustodyVenueClient, "transfers">) {
    this.#venue = venue;
  }

  transfers(): Iterable<CustodyTransfer> {
    return this.#transfers.values();
  }

  /** The deposit that was credited for a transaction. */
  credited(signature: string): CustodyDeposit | undefined {
    return this.#credited.get(signature);
  }

  withdrawals(): CustodyWithdrawal[] {
    return [...this.#transfers.values()].filter((one) => one.kind === "WITHDRAWAL");
  }

  /** What the owner signed; undefined if the owner did not sign this record. */
  verified(record: CustodyWithdrawal): VerifiedWithdrawal | undefined {
    // The result depends on these fields only, and verifying a signature takes some 100 µs, so it
    // is cached.
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

  /** Reads changes. @throws UpstreamError */
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
    const signature = depositSignature(transfer);
    if (signature !== undefined) this.#credited.set(signature, transfer);
  }
}
