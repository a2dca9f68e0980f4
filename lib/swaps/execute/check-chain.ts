/** Whether the chain would make a swap now as its plan says. */
import "server-only";
import { ServiceError } from "#lib/platform/errors.ts";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import { readTokenHolding } from "#lib/protocol/solana/token-account.ts";
import { slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { type AccountData, accountsOfPools, livePools } from "#lib/protocol/swaps/live-pools.ts";
import { outputAlong } from "#lib/protocol/swaps/plan-route.ts";
import { leastOutput } from "#lib/protocol/swaps/route-plan.ts";
import type { SwapTransaction } from "#lib/protocol/swaps/swap-rules.ts";
import type { RoutePlan } from "#lib/protocol/wire/swaps.ts";
import type { ChainError, SwapNode } from "#lib/swaps/chain/swap-node.ts";
import type { SwapSettings } from "#lib/swaps/chain/swap-settings.ts";

/**
 * Plans the swap again on the confirmed pools.
 * @throws INSUFFICIENT_BALANCE when the wallet has no account of the input, or too little in it, ROUTE_UNAVAILABLE when a pool is gone or gives nothing, IMPACT_EXCEEDED when less than the minimum would arrive,
 * QUOTE_EXPIRED when so much more would arrive that the minimum protects less than the cap of the assets
 */
export async function planAgain(
  node: SwapNode,
  { venues }: SwapSettings,
  swap: SwapTransaction,
  plan: RoutePlan,
): Promise<void> {
  const passed = swap.hops.flatMap(
    ({ pool }) => venues.find(({ address }) => address === pool) ?? [],
  );
  const accounts = await node.accounts([...accountsOfPools(passed), swap.source]);
  requireInput(swap, accounts);
  const pools = livePools(passed, accounts);
  const route =
    pools.length === swap.hops.length ? outputAlong(pools, swap.mintIn, swap.amountIn) : undefined;
  if (route === undefined || route.out === 0n || route.hops.at(-1)?.mintOut !== swap.mintOut)
    throw new ServiceError("ROUTE_UNAVAILABLE");
  if (route.out < swap.minOut) throw new ServiceError("IMPACT_EXCEEDED");
  const cap = slippageCapBps(plan.in.asset, plan.out.asset);
  if (swap.minOut < leastOutput(route.out, cap)) throw new ServiceError("QUOTE_EXPIRED");
}

/** @param accounts has that of the input. @throws INSUFFICIENT_BALANCE */
export function requireInput(swap: SwapTransaction, accounts: AccountData): void {
  const isWrapped = swap.temporary.some(({ account }) => account === swap.source);
  if (!isWrapped && heldIn(accounts.get(swap.source)) < swap.amountIn + swap.fee)
    throw new ServiceError("INSUFFICIENT_BALANCE");
}

/** Base units of a token account; 0 without one. */
export function heldIn(data: Uint8Array | undefined): bigint {
  return data === undefined ? 0n : (readTokenHolding(data)?.amount ?? 0n);
}

/**
 * @returns the slot in which the chain would have taken it
 * @throws INSUFFICIENT_BALANCE, IMPACT_EXCEEDED, QUOTE_EXPIRED, TRANSACTION_MISMATCH: what the chain would answer
 */
export async function simulate(node: SwapNode, bytes: string): Promise<number> {
  const { error, slot } = await node.simulate(bytes);
  if (error !== null) throw refusalOf(error);
  return slot;
}

/** Of the token program; the node's own for a wallet without any SOL, or one that could not keep its rent. */
const TOO_LITTLE =
  /"Custom":1[}\]]|InsufficientFundsForRent|^(?:InsufficientFunds|AccountNotFound)/;

export function refusalOf(error: NonNullable<ChainError>): ServiceError {
  const text = typeof error === "string" ? error : JSON.stringify(error);
  // The number is Jupiter's as well.
  if (text.includes(`"Custom":${POOL_ERROR.SLIPPAGE}`)) return new ServiceError("IMPACT_EXCEEDED");
  if (TOO_LITTLE.test(text)) return new ServiceError("INSUFFICIENT_BALANCE");
  if (text === "BlockhashNotFound") return new ServiceError("QUOTE_EXPIRED");
  return new ServiceError("TRANSACTION_MISMATCH", { reason: `the chain would refuse it: ${text}` });
}
