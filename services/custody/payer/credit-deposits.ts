/**
 * Credits each finalized payment into the vault once: the transaction is the reference, which the
 * venue accepts once.
 */
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { findCreditAccount, isInsurance } from "#services/custody/books/reconcile.ts";
import { usdcText } from "#services/custody/vault/units.ts";
import type { VaultEntry } from "#services/custody/vault/vault-entry.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import { depositReference, type VenueLedger } from "#services/custody/venue/venue-ledger.ts";

const SOURCE = "chain";

/** After this time a refused deposit is tried again. */
const RETRY_MS = 60_000;

export type CreditParts = {
  /** The time at which each refused deposit may be tried again, by signature. */
  refused: Map<string, number>;
  now: () => number;
  history: VaultHistory;
  ledger: VenueLedger;
  venue: Pick<CustodyVenueClient, "credit" | "creditInsurance">;
  log: Pick<Logger, "info" | "warn">;
};

/**
 * @returns how many were credited. A refused deposit stays unattributed and does not delay others
 */
export async function creditDeposits(parts: CreditParts): Promise<number> {
  const { history, ledger, refused, now, log } = parts;
  let credited = 0;
  for (const entry of history.entries()) {
    if (entry.amount <= 0n || ledger.credited(entry.signature) !== undefined) continue;
    const account = findCreditAccount(entry, history);
    if (account === undefined || (refused.get(entry.signature) ?? 0) > now()) continue;
    try {
      await credit(parts, entry, account);
      credited += 1;
    } catch (error) {
      if (isRefusal(error)) refused.set(entry.signature, now() + RETRY_MS);
      log.warn({ err: error, signature: entry.signature }, "a deposit was not credited");
    }
  }
  return credited;
}

async function credit({ venue, log }: CreditParts, entry: VaultEntry, account: string) {
  const { signature } = entry;
  const amount = usdcText(entry.amount);
  const deposit = { amount, reference: depositReference(signature), tx_hash: signature };
  if (isInsurance(account)) await venue.creditInsurance(deposit);
  else await venue.credit({ ...deposit, account, source: SOURCE });
  log.info({ account, amount, signature }, "a deposit is credited");
}

function isRefusal(error: unknown): boolean {
  const status = error instanceof UpstreamError ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500;
}
