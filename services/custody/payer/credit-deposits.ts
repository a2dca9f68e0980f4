/** Credits each finalized payment into the vault once: its transaction is the reference, which the venue takes once. */
import { UpstreamError } from "#lib/platform/http-client.ts";
import type { Logger } from "#lib/platform/log.ts";
import { creditOf, isInsurance } from "#services/custody/vault/reconcile.ts";
import { usdcText } from "#services/custody/vault/units.ts";
import type { VaultEntry, VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VenueClient } from "#services/custody/venue/venue-client.ts";
import { referenceOf, type VenueLedger } from "#services/custody/venue/venue-ledger.ts";

const SOURCE = "chain";

/** Deposits that the venue refused are tried again after this. */
const RETRY_MS = 60_000;

export type CreditParts = {
  /** When each deposit that the venue refused may be tried again, by signature. */
  refused: Map<string, number>;
  now: () => number;
  history: VaultHistory;
  ledger: VenueLedger;
  venue: Pick<VenueClient, "credit" | "creditInsurance">;
  log: Pick<Logger, "info" | "warn">;
};

/** @returns how many were credited. A deposit that the venue refuses stays unattributed and holds up no other */
export async function creditDeposits(parts: CreditParts): Promise<number> {
  const { history, ledger, refused, now, log } = parts;
  let credited = 0;
  for (const entry of history.entries()) {
    if (entry.amount <= 0n || ledger.credited(entry.signature) !== undefined) continue;
    const account = creditOf(entry, history);
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
  const deposit = { amount, reference: referenceOf(signature), tx_hash: signature };
  if (isInsurance(account)) await venue.creditInsurance(deposit);
  else await venue.credit({ ...deposit, account, source: SOURCE });
  log.info({ account, amount, signature }, "a deposit is credited");
}

function isRefusal(error: unknown): boolean {
  const status = error instanceof UpstreamError ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500;
}
