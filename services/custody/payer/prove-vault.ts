/** The proof of reserves: what the vault has on the chain, beside what the venue owes. */

import type { ChainReads } from "#lib/kernel/chain-client/chain-reads.ts";
import { VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { VaultProof } from "#lib/protocol/wire/vault.ts";
import type { Books } from "#services/custody/books/reconcile.ts";
import { usdcText, venueAmount } from "#services/custody/vault/units.ts";
import type { VaultHistory } from "#services/custody/vault/vault-history.ts";
import type { VenueLedger } from "#services/custody/venue/venue-ledger.ts";
import type { SignerPool } from "./signer-pool.ts";

type ProofParts = {
  network: SolanaNetwork;
  chain: ChainReads;
  history: VaultHistory;
  ledger: VenueLedger;
  signers: SignerPool;
  now: () => number;
};

/** @param paying whether custody begins payments now */
export async function proveVault(
  { network, history, chain, ledger, signers, now }: ProofParts,
  books: Books,
  paying: boolean,
): Promise<VaultProof> {
  const { vault } = history;
  const { amount, slot } = await chain.tokenBalance(vault.account);
  const reserved = ledger
    .open()
    .filter(({ digest }) => history.payments(digest).length === 0)
    .reduce((sum, one) => sum + venueAmount(one.amount), 0n);
  return {
    network,
    vault_address: vault.account,
    authority: vault.authority,
    mint: vault.mint,
    threshold: VAULT_THRESHOLD,
    signers: signers.rows(),
    balance: usdcText(amount),
    liabilities: usdcText(books.liabilities),
    reserved: usdcText(reserved / 1_000n),
    unattributed: usdcText(books.unattributed),
    difference: usdcText(amount - books.liabilities),
    slot,
    read_at: now(),
    paying,
  };
}
