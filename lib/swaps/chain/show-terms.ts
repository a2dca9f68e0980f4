/** The terms that clients need to make a swap. */
import "server-only";
import { isReferred } from "#lib/partner/referrals/is-referred.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { tokenAccountOf } from "#lib/protocol/solana/find-token-account.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { CROSS_ASSETS } from "#lib/protocol/swaps/assets.ts";
import { venueOfRelay } from "#lib/protocol/swaps/plan/swap-plan.ts";
import type { SwapFeeAnswer, SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";
import { type CrossSettings, requireSwaps, swapSettings } from "./swap-settings.ts";

/** Null where swaps are not available. */
export async function swapTerms(): Promise<SwapTermsAnswer> {
  const settings = await swapSettings();
  if (settings === undefined) return { swaps: null };
  const { network, venues, routesUrl, feeAccounts, reference, feePpm, cross } = settings;
  return {
    swaps: {
      network,
      simulated: network === "simulated",
      sandbox_url: network === "simulated" ? (config().sandboxUrl ?? null) : null,
      pools: venues.map(({ name, address, vaultA, vaultB }) => ({
        venue: name,
        address,
        vault_a: vaultA,
        vault_b: vaultB,
      })),
      routes_url: routesUrl ?? null,
      assets: SWAP_ASSETS.filter((asset) => network === "simulated" || asset !== "THIN"),
      fee_accounts: feeAccounts,
      reference,
      fee_ppm: Number(feePpm),
      destinations: cross === undefined ? [] : [destinationOf(network, cross)],
    },
  };
}

/** The relay uses the same names for the networks. */
function destinationOf(source: string, { network, relay, terms }: CrossSettings) {
  return {
    network,
    simulated: true,
    quote_url: relay.url,
    from_chain: source,
    to_chain: network,
    venue: venueOfRelay(network),
    assets: [...CROSS_ASSETS],
    deposit_accounts: terms.depositAccounts,
  };
}

/** @throws SWAPS_NOT_AVAILABLE */
export async function showSwapFee({
  ctx,
}: {
  ctx: { actor: WalletActor };
}): Promise<SwapFeeAnswer> {
  const { feePpm } = await requireSwaps();
  const is_referred = await isReferred(await database(), ctx.actor.account);
  const token_accounts = await accountsOf(ctx.actor.account);
  return { fee_ppm: Number(feePpm), is_referred, token_accounts };
}

/**
 * Sent along because the page shows balances before it has loaded the code that derives these
 * accounts.
 */
async function accountsOf(wallet: string): Promise<Record<string, string>> {
  const tokens = SWAP_ASSETS.filter((asset) => asset !== "SOL");
  const accounts = tokens.map(
    async (asset) => [asset, await tokenAccountOf(wallet, TOKENS[asset].mint)] as const,
  );
  return Object.fromEntries(await Promise.all(accounts));
}
