/** The vault on the configured chain. */
import "server-only";
import { address } from "@solana/kit";
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import type { ChainClient } from "#lib/kernel/chain-client/read-payment.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type ChainConfig, config } from "#lib/platform/config/config.ts";
import type { VaultConfig } from "#lib/platform/config/vault-config.ts";
import { configuredChain } from "#lib/platform/outbound/configured-chain.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";

/** Undefined where money cannot enter and leave. */
export async function vaultTerms(): Promise<VaultTerms | undefined> {
  const { chain, sandboxUrl } = config();
  if (chain?.vault === undefined) return undefined;
  const { network, mint, vault } = chain;
  const isSimulated = network === "simulated" && sandboxUrl !== undefined;
  return {
    network,
    mint,
    authority: vault.authority,
    address: await tokenAccountOf(vault, chain),
    sandbox_url: isSimulated ? sandboxUrl : null,
    gives_tokens: isSimulated,
    has_addresses: vault.deposits !== undefined,
  };
}

/** @throws TRANSFERS_NOT_AVAILABLE */
export async function requireVault(): Promise<VaultTerms> {
  const terms = await vaultTerms();
  if (terms === undefined) throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  return terms;
}

/** The node of the vault's chain. @throws TRANSFERS_NOT_AVAILABLE, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function vaultNode(): Promise<ChainClient> {
  const chain = await configuredChain();
  if (chain?.terms.vault === undefined) throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  return chain.node;
}

/** The node that pages read for transfers and swaps. @throws TRANSFERS_NOT_AVAILABLE, CHAIN_UNREACHABLE, CHAIN_IS_ANOTHER */
export async function pageNode(): Promise<ChainClient> {
  const chain = await configuredChain();
  if (chain?.terms.vault === undefined && chain?.terms.swaps === undefined)
    throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  return chain.node;
}

let derived: { authority: string; mint: string; account: string } | undefined;

/** The associated token account, base58. Derived once, because nothing about it changes. */
async function tokenAccountOf({ authority }: VaultConfig, { mint }: ChainConfig): Promise<string> {
  if (derived?.authority === authority && derived.mint === mint) return derived.account;
  const [account] = await findAssociatedTokenPda({
    owner: address(authority),
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  derived = { authority, mint, account };
  return account;
}
