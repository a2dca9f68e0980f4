/**
 * The exact contents of a swap to another network: the service's fee, the deposit at the relay, and
 * the memo with the relay's order. A route through an unknown program cannot be shown, so it is
 * never signed.
 */
import {
  type DecodedTransaction,
  decodeTransaction,
} from "#lib/protocol/solana/decode-transaction.ts";
import { every, networkFee, requireKinds } from "#lib/protocol/solana/transaction-rules.ts";
import { readMemo, requireFee, type SwapTerms } from "#lib/protocol/swaps/swap-rules.ts";
import { type CrossMemo, readCrossMemo } from "./cross-memo.ts";

export type CrossTerms = SwapTerms & {
  /** The relay's token account for deposits, base58, by mint. */
  depositAccounts: Readonly<Record<string, string>>;
};

/** Addresses are base58, amounts in base units. */
export type CrossSwapTransaction = {
  /** The payer is the only signer. */
  payer: string;
  mintIn: string;
  /** The deposit, without the fee. */
  amountIn: bigint;
  fee: bigint;
  /** The token account that pays the deposit and the fee. */
  source: string;
  /** The relay's token account. */
  deposit: string;
  memo: CrossMemo;
  networkLamports: bigint;
  /** The number of guards: checks that the wallet added. */
  guards: number;
  blockhash: string;
  signature: Uint8Array;
  message: Uint8Array;
};

export type ReadCrossSwap =
  | { ok: true; swap: CrossSwapTransaction }
  /** A technical reason, in English. */
  | { ok: false; reason: string };

const KINDS = ["compute-limit", "compute-price", "token-transfer", "memo"] as const;

/** Reads the bytes of a swap to another network, signed or not. */
export function readCrossSwap(bytes: Uint8Array, terms: CrossTerms): ReadCrossSwap {
  try {
    return { ok: true, swap: crossSwapOf(decodeTransaction(bytes), terms) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function crossSwapOf(decoded: DecodedTransaction, terms: CrossTerms): CrossSwapTransaction {
  const signature = requireKinds(decoded, KINDS);
  const { payer, message, blockhash, instructions } = decoded;
  const [fee, deposit, ...others] = every(instructions, "token-transfer");
  if (fee === undefined || deposit === undefined || others.length > 0)
    throw new Error("it needs exactly a fee and a deposit");
  requireFee(fee, payer, terms);
  if (deposit.authority !== payer) throw new Error("it takes from another wallet than the payer's");
  if (deposit.mint !== fee.mint || deposit.source !== fee.source)
    throw new Error("its fee and its deposit come from different accounts");
  const { depositAccounts } = terms;
  if (
    !Object.hasOwn(depositAccounts, deposit.mint) ||
    depositAccounts[deposit.mint] !== deposit.destination
  )
    throw new Error("its deposit goes to another account than the relay's");
  if (deposit.references.length > 0) throw new Error("its deposit names further accounts");
  if (deposit.amount === 0n) throw new Error("it deposits nothing");
  const memo = readCrossMemo(readMemo(decoded));
  if (memo === undefined) throw new Error("its memo is no order for the relay");
  return {
    payer,
    mintIn: deposit.mint,
    amountIn: deposit.amount,
    fee: fee.amount,
    source: deposit.source,
    deposit: deposit.destination,
    memo,
    networkLamports: networkFee(instructions),
    guards: every(instructions, "guard").length,
    blockhash,
    signature,
    message,
  };
}
