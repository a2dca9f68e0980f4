/**
 * What a transaction must contain to be a swap of the service, and nothing more. The page shows these fields before they are
 * signed, the app passes no other transaction on, and the public tape has no other one.
 */
import {
  type DecodedTransaction,
  decodeTransaction,
} from "#lib/protocol/solana/decode-transaction.ts";
import { ALL_OF_SOURCE } from "#lib/protocol/solana/pool.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import { every, networkFee, only, requireKinds } from "#lib/protocol/solana/transaction-rules.ts";
import { MOST_HOPS } from "./assets.ts";
import { readSwapMemo, type SwapMemo } from "./swap-memo.ts";

/** Addresses are base58. */
export type SwapTerms = {
  /** Token account that takes the fee, by mint. */
  feeAccounts: Readonly<Record<string, string>>;
  /** A key that nobody has: every swap names it. */
  reference: string;
};

export type SwapHop = {
  pool: string;
  vaultIn: string;
  vaultOut: string;
};

/** Addresses are base58, amounts in base units. */
export type SwapTransaction = {
  /** It pays, swaps and is the only signer. */
  payer: string;
  mintIn: string;
  mintOut: string;
  /** What is swapped, without the fee. */
  amountIn: bigint;
  /** Less than this makes the transaction fail. */
  minOut: bigint;
  fee: bigint;
  hops: readonly SwapHop[];
  /** Token account that input and fee leave; one that the transaction opens and closes for SOL. */
  source: string;
  /** Token account that gets the output; one that the transaction opens and closes for SOL. */
  destination: string;
  /** The transaction opens it if the wallet has none, and the wallet pays the rent. */
  opensDestination: boolean;
  /** Accounts that the transaction opens and closes again, with what is put into each. */
  temporary: readonly { account: string; mint: string; lamports: bigint }[];
  memo: SwapMemo;
  networkLamports: bigint;
  /** Checks that the wallet has added. */
  guards: number;
  blockhash: string;
  signature: Uint8Array;
  message: Uint8Array;
};

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
  "pool-swap",
  "close-token-account",
  "memo",
] as const;

/** Bytes of a token account. */
export const TOKEN_ACCOUNT_BYTES = 165n;

/** Reads the bytes of a swap, signed or not. */
export function readSwap(bytes: Uint8Array, terms: SwapTerms): ReadSwap {
  try {
    return { ok: true, swap: swapOf(decodeTransaction(bytes), terms) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : "it cannot be read" };
  }
}

function swapOf(decoded: DecodedTransaction, terms: SwapTerms): SwapTransaction {
  const signature = requireKinds(decoded, KINDS);
  const { payer, message, blockhash, instructions } = decoded;
  const paid = feeOf(decoded, terms);
  const temporary = temporaryAccounts(decoded);
  const { hops, amountIn, minOut, destination } = hopsOf(decoded, paid.source, temporary);
  const { mintOut, opensDestination } = outputOf(decoded, destination, temporary);
  const memo = readSwapMemo(memoOf(decoded));
  if (memo === undefined) throw new Error("its memo names no plan");
  const wrapped = temporary.find(({ account }) => account === paid.source);
  if ((paid.mint === NATIVE_MINT) !== (wrapped !== undefined))
    throw new Error("it takes its input from an account that it should not");
  if (paid.mint === mintOut) throw new Error("it swaps a token for itself");
  return {
    payer,
    mintIn: paid.mint,
    mintOut,
    amountIn,
    minOut,
    fee: paid.amount,
    hops,
    source: paid.source,
    destination,
    opensDestination,
    temporary,
    memo,
    networkLamports: networkFee(instructions),
    guards: every(instructions, "guard").length,
    blockhash,
    signature,
    message,
  };
}

function feeOf({ payer, instructions }: DecodedTransaction, { feeAccounts, reference }: SwapTerms) {
  const transfer = only(instructions, "token-transfer");
  const { mint, destination, authority, references } = transfer;
  if (authority !== payer) throw new Error("it takes from another wallet than the payer's");
  if (!Object.hasOwn(feeAccounts, mint) || feeAccounts[mint] !== destination)
    throw new Error("its fee goes to another account");
  if (references.length !== 1 || references[0] !== reference)
    throw new Error("its fee does not name the reference key");
  return transfer;
}

function memoOf({ payer, instructions }: DecodedTransaction): string {
  const { text, signers } = only(instructions, "memo");
  if (signers.some((signer) => signer !== payer)) throw new Error("its memo names another signer");
  return text;
}

type Temporary = SwapTransaction["temporary"];

/** Each is created for the payer, opened for one mint, and closed: what it holds at the end goes to the payer. */
function temporaryAccounts({ payer, instructions }: DecodedTransaction): Temporary {
  const opened = every(instructions, "open-token-account");
  const closed = every(instructions, "close-token-account");
  const created = every(instructions, "create-account");
  if (opened.length !== created.length || closed.length !== created.length)
    throw new Error("it does not close what it opens");
  return created.map(({ account, payer: paying, base, program, space, lamports }) => {
    const open = opened.filter((one) => one.account === account);
    const close = closed.filter((one) => one.account === account);
    const isOwn =
      paying === payer &&
      base === payer &&
      program === TOKEN_PROGRAM &&
      space === TOKEN_ACCOUNT_BYTES &&
      open[0]?.owner === payer &&
      close[0]?.owner === payer &&
      close[0].destination === payer;
    if (!isOwn || open.length !== 1 || close.length !== 1)
      throw new Error("it opens an account that is not the payer's own");
    return { account, mint: open[0]?.mint ?? "", lamports };
  });
}

function hopsOf({ payer, instructions }: DecodedTransaction, source: string, temporary: Temporary) {
  const swaps = every(instructions, "pool-swap");
  const [first] = swaps;
  const last = swaps.at(-1);
  if (first === undefined || last === undefined) throw new Error("it swaps nothing");
  if (swaps.length > MOST_HOPS) throw new Error("it has too many hops");
  let from = source;
  for (const swap of swaps) {
    if (swap.user !== payer || swap.tokenProgram !== TOKEN_PROGRAM)
      throw new Error("it swaps for another wallet");
    if (swap.source !== from) throw new Error("its hops do not follow each other");
    if (swap !== first && swap.amountIn !== ALL_OF_SOURCE)
      throw new Error("it leaves a part between two hops");
    if (swap !== last && !temporary.some(({ account }) => account === swap.destination))
      throw new Error("it keeps what is between two hops in an account of the wallet");
    from = swap.destination;
  }
  const { amountIn } = first;
  if (amountIn === 0n || amountIn === ALL_OF_SOURCE) throw new Error("its amount is not exact");
  const hops = swaps.map(({ pool, vaultIn, vaultOut }) => ({ pool, vaultIn, vaultOut }));
  return { hops, amountIn, minOut: last.minOut, destination: last.destination };
}

/** SOL arrives in an account that is closed; any other token in the wallet's associated account. */
function outputOf(
  { payer, instructions }: DecodedTransaction,
  destination: string,
  temporary: Temporary,
): { mintOut: string; opensDestination: boolean } {
  const [created, second] = every(instructions, "create-token-account");
  const closed = temporary.find(({ account }) => account === destination);
  if (closed !== undefined) {
    if (created !== undefined || closed.mint !== NATIVE_MINT)
      throw new Error("its output goes to an account that is closed");
    return { mintOut: closed.mint, opensDestination: false };
  }
  if (created === undefined || second !== undefined || created.account !== destination)
    throw new Error("its output goes to an account that it does not name");
  if (created.payer !== payer || created.owner !== payer)
    throw new Error("its output goes to another wallet");
  if (created.mint === NATIVE_MINT) throw new Error("it leaves SOL wrapped");
  return { mintOut: created.mint, opensDestination: true };
}

/** Whether the wallet signed what it was shown; only guards may be added. */
export function isSameSwap(shown: SwapTransaction, signed: SwapTransaction): boolean {
  const { guards: _shown, signature: _one, message: _two, ...before } = shown;
  const { guards: _signed, signature: _three, message: _four, ...after } = signed;
  return textOf(before) === textOf(after);
}

function textOf(value: object): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? each.toString() : each,
  );
}
