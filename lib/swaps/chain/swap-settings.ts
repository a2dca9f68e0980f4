/** How swaps are made on the configured chain. */
import "server-only";
import { config } from "#lib/platform/config.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { POOL_PROGRAM, POOLS } from "#lib/protocol/solana/pools.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import type { SolanaNetwork } from "#lib/protocol/solana.ts";
import type { Venue } from "#lib/protocol/swaps/match-plan.ts";
import { referenceKey } from "#lib/protocol/swaps/reference-key.ts";
import { venueOfPool } from "#lib/protocol/swaps/route-plan.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-transaction.ts";

export type SwapSettings = SwapTerms & {
  network: SolanaNetwork;
  /** Share of the input, in millionths. */
  feePpm: bigint;
  venues: readonly Venue[];
};

let derived: { feeOwner: string; settings: Promise<SwapSettings> } | undefined;

/** Undefined where swaps are not available: without a chain with pools, or without a wallet that takes the fees. */
export async function swapSettings(): Promise<SwapSettings | undefined> {
  const { chain } = config();
  if (chain?.swaps === undefined || chain.network !== "simulated") return undefined;
  const { feeOwner, feePpm } = chain.swaps;
  const known = derived?.feeOwner === feeOwner ? derived : undefined;
  derived = known ?? { feeOwner, settings: derive(feeOwner, feePpm, chain.network) };
  return derived.settings;
}

/** @throws SWAPS_NOT_AVAILABLE */
export async function requireSwaps(): Promise<SwapSettings> {
  const settings = await swapSettings();
  if (settings === undefined) throw new ServiceError("SWAPS_NOT_AVAILABLE");
  return settings;
}

async function derive(
  feeOwner: string,
  feePpm: bigint,
  network: SolanaNetwork,
): Promise<SwapSettings> {
  const feeAccounts: Record<string, string> = {};
  for (const symbol of SWAP_ASSETS) {
    const { mint } = TOKENS[symbol];
    feeAccounts[mint] = await tokenAccountOf(feeOwner, mint);
  }
  const venues = await Promise.all(
    POOLS.map(async ({ a, b }) => ({
      name: venueOfPool({ pool: { mintA: TOKENS[a].mint, mintB: TOKENS[b].mint } }),
      ...(await poolAddresses(POOL_PROGRAM, TOKENS[a].mint, TOKENS[b].mint)),
    })),
  );
  return { network, feePpm, feeAccounts, reference: await referenceKey(feeOwner), venues };
}
