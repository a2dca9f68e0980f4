/**
 * The exact contents of a swap of the service. The page shows these fields before the user signs,
 * and neither the app nor the public tape accepts any other transaction.
 */
import {
  type DecodedTransaction,
  decodeTransaction,
} from "#lib/protocol/solana/decode-transaction.ts";
import { every, networkFee, requireKinds } from "#lib/protocol/solana/transaction-rules.ts";
import type { LoadedAddresses } from "#lib/protocol/solana/wire-transaction.ts";
import { jupiterRoute, MAX_TABLES } from "#lib/protocol/swaps/jupiter/routed-swap.ts";
import { poolRoute } from "#lib/protocol/swaps/pools/pool-route.ts";
import { readSwapMemo } from "#lib/protocol/swaps/swap-memo.ts";
import {
  findFee,
  readMemo,
  requireOrder,
  type SwapTerms,
  type SwapTransaction,
  temporaryAccounts,
} from "#lib/protocol/swaps/swap-rules.ts";

export type ReadSwap =
  | { ok: true; swap: SwapTransaction }
  /** A technical reason, in English. */
  | { ok: false; reason: string };

const KINDS = [
  "compute-limit",
  "compute-price",
  "create-account",
  "open-token-account",
  "create-token-account",
  "token-transfer",
  "close-token-account",
  "memo",
] as const;

/**
 * Reads the bytes of a swap, signed or not.
 * @param loaded addresses of its lookup tables. Only a route of Jupiter may have tables
 */
export function readSwap(bytes: Uint8Array, terms: SwapTerms, loaded?: LoadedAddresses): ReadSwap {
  try {
    return { ok: true, swap: swapOf(decodeTransaction(bytes, loaded), terms) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function swapOf(decoded: DecodedTransaction, terms: SwapTerms): SwapTransaction {
  const { payer, message, blockhash, instructions } = decoded;
  const isRouted = instructions.some(({ kind }) => kind === "jupiter-route");
  const signature = isRouted
    ? requireKinds(decoded, [...KINDS, "jupiter-route"], MAX_TABLES)
    : requireKinds(decoded, [...KINDS, "pool-swap"]);
  requireOrder(decoded);
  const paid = findFee(decoded, terms);
  const temporary = temporaryAccounts(decoded);
  const route = isRouted
    ? jupiterRoute(decoded, paid, temporary)
    : poolRoute(decoded, paid, temporary);
  const memo = readSwapMemo(readMemo(decoded));
  if (memo === undefined) throw new Error("its memo names no plan");
  return {
    payer,
    mintIn: paid.mint,
    fee: paid.amount,
    source: paid.source,
    ...route,
    temporary,
    memo,
    networkLamports: networkFee(instructions),
    guards: every(instructions, "guard").length,
    blockhash,
    signature,
    message,
  };
}

type Signed = Pick<SwapTransaction, "guards" | "signature" | "message">;

/** Whether the wallet signed what it was shown. It may add guards only. */
export function isSameSwap<Swap extends Signed>(shown: Swap, signed: Swap): boolean {
  const { guards: _shown, signature: _one, message: _two, ...before } = shown;
  const { guards: _signed, signature: _three, message: _four, ...after } = signed;
  return textOf(before) === textOf(after);
}

function textOf(value: object): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? each.toString() : each,
  );
}
