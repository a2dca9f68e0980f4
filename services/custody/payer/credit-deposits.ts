/** Credits each finalized payment into the vault once: its transaction is the reference, which the venue takes once. */
import type { Logger } from "#lib/platform/log.ts";
import { creditOf, isInsurance } from "#services/custody/vault/reconcile.ts";
import { usdcText } from "#services/custody/vault/units.ts";
import type { VaultEntry, VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VenueClient } from "#services/custody/venue/venue-client.ts";
import { referenceOf, type VenueLedger } from "#services/custody/venue/venue-ledger.ts";

const SOURCE = "chain";

export type CreditParts = {
  history: VaultHistory;
  ledger: VenueLedger;
  venue: Pick<VenueClient, "credit" | "creditInsurance">;
  log: Pick<Logger, "info" | "warn">;
};

/** @returns how many were credited. A deposit that the venue refuses stays unattributed and holds up no other */
export async function creditDeposits(parts: CreditParts): Promise<number> {
  const { history, ledger, log } = parts;
  let credited = 0;
  for (const entry of history.entries()) {
    if (entry.amount <= 0n || ledger.credited(entry.signature) !== undefined) continue;
    const account = creditOf(entry, ledger);
    if (account === undefined) continue;
    try {
      await credit(parts, entry, account);
      credited += 1;
    } catch (error) {
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
