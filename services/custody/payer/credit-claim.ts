/** Credits a payment that its sender claims. The reference is the transaction, as for every deposit, so a claim takes effect once. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { claimantOf, claimSource, isClaimed } from "#services/custody/books/claim.ts";
import { usdcText } from "#services/custody/vault/units.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { CustodyVenueClient } from "#services/custody/venue/venue-client.ts";
import { depositReference, type VenueLedger } from "#services/custody/venue/venue-ledger.ts";

/** The payment's signature and the account, base58; `signature` of the sending wallet over `claimText`. */
export type Claim = { payment: string; account: string; signature: Uint8Array };

export type ClaimParts = {
  history: Pick<VaultHistory, "entry">;
  ledger: Pick<VenueLedger, "credited">;
  venue: Pick<CustodyVenueClient, "credit">;
  log: Pick<Logger, "info">;
};

/** @throws CLAIM_REFUSED with the reason; UpstreamError of the venue */
export async function creditClaim(
  { history, ledger, venue, log }: ClaimParts,
  { payment, account, signature }: Claim,
): Promise<void> {
  const entry = history.entry(payment);
  if (entry === undefined || entry.amount <= 0n)
    throw refused("it is no final payment of at least 1 USDC into the vault");
  if (ledger.credited(payment) !== undefined) throw refused("it was credited before");
  if (claimantOf(entry) === undefined)
    throw refused("a memo says whose it is, or several wallets have paid it");
  if (!isClaimed(entry, account, signature)) throw refused("the sending wallet did not sign it");
  const amount = usdcText(entry.amount);
  const source = claimSource(signature);
  await venue.credit({
    account,
    amount,
    source,
    reference: depositReference(payment),
    tx_hash: payment,
  });
  log.info({ account, amount, signature: payment }, "a claimed deposit is credited");
}

const refused = (reason: string) => new ServiceError("CLAIM_REFUSED", { reason });
