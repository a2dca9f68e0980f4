/** Totals of the venue, with what its vault holds and owes. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import type { VenueTotals } from "#lib/protocol/wire/market.ts";
import type { PublicTotals, VaultProof } from "#lib/protocol/wire/vault.ts";
import type { Cached } from "#lib/trading/market-data/cached-read.ts";
import { marketData } from "#lib/trading/market-data/market-hub.ts";
import { vaultProof } from "./read-vault-proof.ts";

let joined: { totals: VenueTotals; proof: VaultProof; value: PublicTotals } | undefined;

/** The same object until something newer was read. @throws MARKET_DATA_UNAVAILABLE */
export async function publicTotals(): Promise<Cached<PublicTotals>> {
  if (config().chain?.vault === undefined) return marketData().totalsAnswer();
  const [totals, proof] = await Promise.all([marketData().totalsAnswer(), vaultProof()]);
  const maxAgeSeconds = Math.min(totals.maxAgeSeconds, proof.maxAgeSeconds);
  if (joined?.totals !== totals.value || joined.proof !== proof.value) {
    const value = withVault(totals.value, proof.value);
    joined = { totals: totals.value, proof: proof.value, value };
  }
  return { value: joined.value, maxAgeSeconds };
}

/** What is locked is what the chain shows, not what the venue counted. */
function withVault(totals: VenueTotals, proof: VaultProof): PublicTotals {
  const { balance, vault_address, liabilities, unattributed, difference } = proof;
  return {
    ...totals,
    value_locked: balance,
    vault_address,
    liabilities,
    unattributed,
    difference,
  };
}
