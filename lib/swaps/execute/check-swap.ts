/** Whether a signed transaction is the swap of a plan that its user may still make. */
import "server-only";
import { isSignedBy } from "#lib/platform/ed25519.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { SIGNATURE_LAMPORTS } from "#lib/protocol/solana/transaction-rules.ts";
import { slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { expiryOf, hasItsAmounts, planDigest } from "#lib/protocol/swaps/route-plan.ts";
import { swapFee } from "#lib/protocol/swaps/swap-fee.ts";
import { readSwap, type SwapTransaction } from "#lib/protocol/swaps/swap-transaction.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";

/** A plan lives at most so long, and clocks of browsers may be so much ahead. */
const LONGEST_LIFE_SECONDS = 30;
const CLOCK_SKEW_SECONDS = 10;

export type SwapFacts = {
  settings: SwapSettings;
  /** The session's wallet, base58. */
  account: string;
  isReferred: boolean;
  /** Unix milliseconds. */
  now: number;
};

/** @throws TRANSACTION_MISMATCH with the reason, QUOTE_EXPIRED */
export async function checkSwap(
  facts: SwapFacts,
  plan: RoutePlan,
  bytes: Uint8Array,
): Promise<SwapTransaction> {
  const read = readSwap(bytes, facts.settings);
  if (!read.ok) throw mismatch(read.reason);
  const { swap } = read;
  const problem =
    problemOfPlan(plan) ??
    problemOfSigner(swap, facts.account) ??
    (await problemOfMemo(swap, plan)) ??
    problemOfTerms(swap, plan) ??
    problemOfRoute(swap, plan, facts.settings) ??
    problemOfFee(swap, facts);
  if (problem !== undefined) throw mismatch(problem);
  const left = expiryOf(plan) - facts.now / 1_000;
  if (left <= 0) throw new ServiceError("QUOTE_EXPIRED");
  if (left > LONGEST_LIFE_SECONDS + CLOCK_SKEW_SECONDS)
    throw mismatch(`its plan lives longer than ${LONGEST_LIFE_SECONDS} s`);
  return swap;
}

function mismatch(reason: string): ServiceError {
  return new ServiceError("TRANSACTION_MISMATCH", { reason });
}

function problemOfPlan(plan: RoutePlan): string | undefined {
  const cap = slippageCapBps(plan.in.asset, plan.out.asset);
  if (plan.slippage_bps > cap) return `its slippage is above the ${cap} bps of these assets`;
  return hasItsAmounts(plan) ? undefined : "the amounts of its plan are not those of its units";
}

function problemOfSigner(swap: SwapTransaction, account: string): string | undefined {
  if (swap.payer !== account) return "another wallet pays it";
  const key = decodePublicKey(account);
  const isSigned = key !== undefined && isSignedBy(key, swap.message, swap.signature);
  return isSigned ? undefined : "its signature is not the wallet's";
}

async function problemOfMemo({ memo }: SwapTransaction, plan: RoutePlan) {
  const isOfPlan = memo.digest === (await planDigest(plan)) && memo.expiresAt === expiryOf(plan);
  return isOfPlan ? undefined : "its memo names another plan";
}

function problemOfTerms(swap: SwapTransaction, plan: RoutePlan): string | undefined {
  if (swap.mintIn !== TOKENS[plan.in.asset].mint || swap.mintOut !== TOKENS[plan.out.asset].mint)
    return "it swaps other assets than its plan";
  if (String(swap.amountIn) !== plan.in.units) return "it swaps another amount than its plan";
  if (String(swap.minOut) !== plan.out.units_min) return "its minimum is not the one of its plan";
  const priority = swap.networkLamports - SIGNATURE_LAMPORTS;
  return priority === BigInt(plan.priority_fee_lamports)
    ? undefined
    : "its priority fee is not the one of its plan";
}

function problemOfRoute({ hops }: SwapTransaction, { route }: RoutePlan, { venues }: SwapSettings) {
  const isRoute =
    hops.length === route.length &&
    hops.every((hop, index) => {
      const venue = venues.find(({ address }) => address === hop.pool);
      if (venue === undefined || venue.name !== route[index]?.venue) return false;
      const vaults = [hop.vaultIn, hop.vaultOut];
      return vaults.includes(venue.vaultA) && vaults.includes(venue.vaultB);
    });
  return isRoute ? undefined : "its route is not the one of its plan";
}

function problemOfFee(swap: SwapTransaction, { settings, isReferred }: SwapFacts) {
  const { charged } = swapFee(swap.amountIn, settings.feePpm, isReferred);
  if (charged === 0n && settings.feePpm > 0n) return "its amount is too small to have a fee";
  return swap.fee === charged ? undefined : `its fee is ${swap.fee} units and not ${charged}`;
}
