/**
 * Matches each payment of the vault with a withdrawal that its owner signed, and each credit with a
 * payment.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#lib/kernel/env.ts";
import {
  type Books,
  computeLiabilities,
  reconcileWith,
} from "#services/custody/books/reconcile.ts";
import type { CustodyAddresses } from "#services/custody/config.ts";
import { openVault } from "#services/custody/open-vault.ts";
import { checkAnchor } from "#services/custody/reserves/check-anchor.ts";
import { venueAmount } from "#services/custody/vault/units.ts";
import { VaultHistory } from "#services/custody/vault/vault-history.ts";
import { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import { VenueLedger } from "#services/custody/venue/venue-ledger.ts";

const ATTEMPTS = 5;
const WAIT_MS = 500;

export type Audit = Books & {
  vault: string;
  slot: number;
  deposits: number;
  withdrawals: number;
  payments: number;
  /** The number of the newest proof of reserves; null before the first. */
  proof: number | null;
};

/** @throws Error when chain or venue cannot be read completely */
export async function auditVault(
  addresses: CustodyAddresses & { readerKey: Secret },
): Promise<Audit> {
  const { chain, vault } = await openVault(addresses);
  const venue = new CustodyVenueClient(addresses.venueUrl, addresses.readerKey);
  try {
    const ledger = new VenueLedger(venue);
    const history = new VaultHistory(chain, vault, Date.now);
    const books = await settledBooks(venue, ledger, history);
    const proof = await venue.reserves();
    if (proof !== undefined) books.findings.push(...(await checkAnchor(proof, chain, vault)));
    const transfers = [...ledger.transfers()];
    return {
      ...books,
      vault: vault.account,
      slot: history.slot,
      deposits: transfers.filter(({ kind }) => kind === "DEPOSIT").length,
      withdrawals: ledger.withdrawals().length,
      payments: [...history.entries()].length,
      proof: proof?.proof.height ?? null,
    };
  } finally {
    chain.close();
    venue.close();
  }
}

/** Reads again while there are findings: a difference that came from money in motion disappears. */
async function settledBooks(
  venue: CustodyVenueClient,
  ledger: VenueLedger,
  history: VaultHistory,
): Promise<Books> {
  for (let attempt = 1; ; attempt += 1) {
    await ledger.update();
    const totals = await venue.totals();
    const books = await reconcileWith(ledger, history);
    await compareTotals(books, ledger, totals);
    if (books.findings.length === 0 || attempt === ATTEMPTS) return books;
    await sleep(WAIT_MS);
  }
}

/** The feed must be complete: its sum must equal what the venue says it owes. */
async function compareTotals(
  books: Books,
  ledger: VenueLedger,
  totals: { liabilities: string; seq: number },
): Promise<void> {
  // The totals do not include changes after they were read.
  if ([...ledger.transfers()].some(({ seq }) => seq > totals.seq)) return;
  const listed = computeLiabilities(ledger);
  if (listed === venueAmount(totals.liabilities)) return;
  await ledger.update();
  if (computeLiabilities(ledger) !== listed) return;
  const text = `the venue owes ${totals.liabilities} USDC and lists transfers of another sum`;
  books.findings.push({ code: "FEED_NOT_WHOLE", text });
}
