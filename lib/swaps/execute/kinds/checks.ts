/** What the checks of every kind of swap share. */
import "server-only";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import { parseExpiry } from "#lib/protocol/swaps/plan/swap-plan.ts";
import type { AccountDataMap } from "#lib/protocol/swaps/pools/live-pools.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";

/** The longest life of a plan, and how far a browser's clock may be ahead. */
const LONGEST_LIFE_SECONDS = 30;
const CLOCK_SKEW_SECONDS = 10;

/** How much more impact than the plan states is accepted: prices move after the plan was shown. */
export const MOVED_BPS = 50;

export type SwapCheckFacts = {
  settings: SwapSettings;
  /** The session's wallet, base58. */
  account: string;
  isReferred: boolean;
  /** Unix milliseconds. */
  now: number;
};

/**
 * @param now Unix milliseconds. @param margin seconds that must be left. @throws QUOTE_EXPIRED,
 * TRANSACTION_MISMATCH
 */
export function requireInTime(plan: RoutePlan, now: number, margin = 0): void {
  const left = parseExpiry(plan) - now / 1_000;
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

/** @param accounts includes the source account of the swap. @throws INSUFFICIENT_BALANCE */
export function requireInput(swap: SwapTransaction, accounts: AccountDataMap): void {
  const isWrapped = swap.temporary.some(({ account }) => account === swap.source);
  if (!isWrapped && heldIn(accounts.get(swap.source)) < swap.amountIn + swap.fee)
    throw new ServiceError("INSUFFICIENT_BALANCE");
}

/** Base units of a token account; 0 without one. */
export function heldIn(data: Uint8Array | undefined): bigint {
  return data === undefined ? 0n : (readTokenHolding(data)?.amount ?? 0n);
}
