/** Refuses a swap that the chain would refuse. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { POOL_ERROR } from "#lib/protocol/solana/pool.ts";
import type { ChainError, SwapNode } from "#lib/swaps/chain/swap-node.ts";

/**
 * @returns the slot of the simulation
 * @throws INSUFFICIENT_BALANCE, IMPACT_EXCEEDED, QUOTE_EXPIRED or TRANSACTION_MISMATCH, by the
 * chain's error
 */
export async function requireSimulation(node: SwapNode, bytes: string): Promise<number> {
  const { error, slot } = await node.simulate(bytes);
  if (error !== null) throw refusalForChainError(error);
  return slot;
}

/**
 * Errors of the token program, and the node's errors for a wallet without SOL or one that could not
 * keep its rent.
 */
const TOO_LITTLE =
  /"Custom":1[}\]]|InsufficientFundsForRent|^(?:InsufficientFunds|AccountNotFound)/;

export function refusalForChainError(error: NonNullable<ChainError>): ServiceError {
  const text = typeof error === "string" ? error : JSON.stringify(error);
  // Jupiter's slippage error has the same number.
  if (text.includes(`"Custom":${POOL_ERROR.SLIPPAGE}`)) return new ServiceError("IMPACT_EXCEEDED");
  if (TOO_LITTLE.test(text)) return new ServiceError("INSUFFICIENT_BALANCE");
  if (text === "BlockhashNotFound") return new ServiceError("QUOTE_EXPIRED");
  return new ServiceError("TRANSACTION_MISMATCH", { reason: `the chain would refuse it: ${text}` });
}
