/** How swaps are made on the configured chain. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import type { RelayConfig, SwapConfig } from "#lib/platform/config/swap-config.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { poolAddresses } from "#lib/protocol/solana/find-pool.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { POOL_PROGRAM, POOLS } from "#lib/protocol/solana/pools.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import {
  DESTINATION_NETWORKS,
  type DestinationNetwork,
  type SolanaNetwork,
} from "#lib/protocol/solana.ts";
import { CROSS_ASSETS } from "#lib/protocol/swaps/assets.ts";
import type { CrossTerms } from "#lib/protocol/swaps/cross/cross-swap-transaction.ts";
import { venueOfPool } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { referenceKey } from "#lib/protocol/swaps/reference-key.ts";
import type { SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import type { SwapVenue } from "#lib/protocol/swaps/verify/match-plan.ts";

export type SwapSettings = SwapTerms & {
  network: SolanaNetwork;
  /** Share of the input, in millionths. */
  feePpm: bigint;
  /** Empty on a real network. */
  venues: readonly SwapVenue[];
  /** The address at which browsers ask Jupiter for routes. */
  routesUrl: string | undefined;
  /** Undefined where swaps to another network are not available. */
  cross: CrossSettings | undefined;
};

export type CrossSettings = {
  network: DestinationNetwork;
  relay: RelayConfig;
  terms: CrossTerms;
};

let derived: { swaps: SwapConfig; settings: Promise<SwapSettings> } | undefined;

/** Jupiter runs on no other real network. */
const ROUTED_NETWORK: SolanaNetwork = "mainnet-beta";

/**
 * Undefined where swaps are not available: there is no source of routes, or no wallet for the fees.
 */
export async function swapSettings(): Promise<SwapSettings | undefined> {
  const { chain } = config();
  if (chain?.swaps === undefined) return undefined;
  const { swaps, network } = chain;
  const isRouted = network === ROUTED_NETWORK && swaps.routesUrl !== undefined;
  if (network !== "simulated" && !isRouted) return undefined;
  const known = derived?.swaps === swaps ? derived : undefined;
  derived = known ?? { swaps, settings: derive(swaps, network) };
  return derived.settings;
}

/** @throws SWAPS_NOT_AVAILABLE */
export async function requireSwaps(): Promise<SwapSettings> {
  const settings = await swapSettings();
  if (settings === undefined) throw new ServiceError("SWAPS_NOT_AVAILABLE");
  return settings;
}

async function derive(
  { feeOwner, feePpm, relay, routesUrl }: SwapConfig,
  network: SolanaNetwork,
): Promise<SwapSettings> {
  const isSimulated = network === "simulated";
  const feeAccounts = await accountsOf(feeOwner, SWAP_ASSETS);
  const venues = await Promise.all(
    (isSimulated ? POOLS : []).map(async ({ a, b }) => ({
      name: venueOfPool({ pool: { mintA: TOKENS[a].mint, mintB: TOKENS[b].mint } }),
      ...(await poolAddresses(POOL_PROGRAM, TOKENS[a].mint, TOKENS[b].mint)),
    })),
  );
  const terms = { feeAccounts, reference: await referenceKey(feeOwner) };
  return {
    network,
    feePpm,
    ...terms,
    venues,
    routesUrl,
    // Swaps to another network need pools, which measure the relay's price.
    cross: isSimulated && relay !== undefined ? await crossOf(relay, terms) : undefined,
  };
}

async function crossOf(relay: RelayConfig, terms: SwapTerms): Promise<CrossSettings> {
  const depositAccounts = await accountsOf(relay.owner, CROSS_ASSETS);
  return { network: DESTINATION_NETWORKS[0], relay, terms: { ...terms, depositAccounts } };
}

/** Associated token accounts, by mint. */
async function accountsOf(
  owner: string,
  assets: readonly TokenSymbol[],
): Promise<Record<string, string>> {
  const accounts: Record<string, string> = {};
  for (const symbol of assets) {
    const { mint } = TOKENS[symbol];
    accounts[mint] = await tokenAccountOf(owner, mint);
  }
  return accounts;
}
