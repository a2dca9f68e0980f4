/** The pool program's one instruction. */
import { SWAP_ACCOUNTS, SWAP_DATA_BYTES, type SwapAccount, type SwapAmounts } from "./pool.ts";
import type { WireInstruction } from "./wire-transaction.ts";

/** Amounts in base units; `amountIn` may be `ALL_OF_SOURCE`. */
export type PoolSwapInstruction = { kind: "pool-swap" } & Record<SwapAccount, string> & SwapAmounts;

export function decodePoolSwap({
  accounts,
  data,
}: WireInstruction): PoolSwapInstruction | undefined {
  const [user, pool, source, vaultIn, vaultOut, destination, tokenProgram] = accounts;
  if (accounts.length !== SWAP_ACCOUNTS.length || data.length !== SWAP_DATA_BYTES) return undefined;
  if (!user || !pool || !source || !vaultIn || !vaultOut || !destination || !tokenProgram) {
    return undefined;
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const amounts = { amountIn: view.getBigUint64(0, true), minOut: view.getBigUint64(8, true) };
  const named = { user, pool, source, vaultIn, vaultOut, destination, tokenProgram };
  return { kind: "pool-swap", ...named, ...amounts };
}
