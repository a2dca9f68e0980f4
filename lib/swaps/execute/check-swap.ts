/** Whether a signed transaction is the swap of a plan that its user may still make. */
import "server-only";
import { isSignedBy } from "#lib/platform/ed25519.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { LoadedAddresses } from "#lib/protocol/solana/wire-transaction.ts";
import { mismatchOfPlan } from "#lib/protocol/swaps/match-plan.ts";
import { expiryOf } from "#lib/protocol/swaps/route-plan.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import { readSwap } from "#lib/protocol/swaps/swap-transaction.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";

/** A plan lives at most so long, and clocks of browsers may be so much ahead. */
const LONGEST_LIFE_SECONDS = 30;
const CLOCK_SKEW_SECONDS = 10;

/** So far the impact may have moved since the plan was shown. */
export const MOVED_BPS = 50;

export type SwapFacts = {
  settings: SwapSettings;
  /** The session's wallet, base58. */
  account: string;
  isReferred: boolean;
  /** Unix milliseconds. */
  now: number;
};

/**
 * @param loaded addresses of the transaction's lookup tables
 * @throws TRANSACTION_MISMATCH with the reason, QUOTE_EXPIRED, ROUTE_UNAVAILABLE for a route of Jupiter where there are none
 */
export async function checkSwap(
  facts: SwapFacts,
  plan: RoutePlan,
  { bytes, loaded }: { bytes: Uint8Array; loaded: LoadedAddresses | undefined },
): Promise<SwapTransaction> {
  const read = readSwap(bytes, facts.settings, loaded);
  if (!read.ok) throw mismatch(read.reason);
  const { swap } = read;
  if (swap.routed !== undefined && facts.settings.routesUrl === undefined)
    throw new ServiceError("ROUTE_UNAVAILABLE");
  const problem =
    (await mismatchOfPlan(swap, plan, { ...facts, ...facts.settings })) ??
    problemOfSigner(swap, facts.account);
  if (problem !== undefined) throw mismatch(problem);
  requireInTime(plan, facts.now);
  return swap;
}

/** @param now Unix milliseconds. @param margin seconds that must be left. @throws QUOTE_EXPIRED, TRANSACTION_MISMATCH */
export function requireInTime(plan: RoutePlan, now: number, margin = 0): void {
  const left = expiryOf(plan) - now / 1_000;
  if (left <= margin) throw new ServiceError("QUOTE_EXPIRED");
  if (left > LONGEST_LIFE_SECONDS + CLOCK_SKEW_SECONDS)
    throw mismatch(`its plan lives longer than ${LONGEST_LIFE_SECONDS} s`);
}

export function mismatch(reason: string): ServiceError {
  return new ServiceError("TRANSACTION_MISMATCH", { reason });
}

export function problemOfSigner(
  { message, signature }: Pick<SwapTransaction, "message" | "signature">,
  account: string,
): string | undefined {
  const key = decodePublicKey(account);
  const isSigned = key !== undefined && isSignedBy(key, message, signature);
  return isSigned ? undefined : "its signature is not the wallet's";
}
