/**
 * What a transaction must contain to be a swap of the service, and nothing more. The page shows these fields before they are
 * signed, the app passes no other transaction on, and the public tape has no other one.
 */
import {
  type DecodedInstruction,
  type DecodedTransaction,
  decodeTransaction,
} from "#lib/protocol/solana/decode-transaction.ts";
import { ALL_OF_SOURCE } from "#lib/protocol/solana/pool.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { NATIVE_MINT } from "#lib/protocol/solana/tokens.ts";
import {
  every,
  networkFee,
  type OfKind,
  only,
  requireKinds,
} from "#lib/protocol/solana/transaction-rules.ts";
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

/** Bytes of a token account, and the lamports that keep one: they come back when it is closed. */
export const TOKEN_ACCOUNT_BYTES = 165n;
export const TOKEN_ACCOUNT_LAMPORTS = 2_039_280n;

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
  requireOrder(decoded);
  const { payer, message, blockhash, instructions } = decoded;
  const paid = feeOf(decoded, terms);
  const temporary = temporaryAccounts(decoded);
  const { hops, amountIn, minOut, passed } = hopsOf(decoded, paid.source);
  const destination = passed.at(-1) ?? "";
  const { mintOut, opensDestination } = outputOf(decoded, destination, temporary);
  requireUsed(temporary, {
    used: [
      ...(paid.mint === NATIVE_MINT ? [paid.source] : []),
      ...passed.slice(0, -1),
      ...(opensDestination ? [] : [destination]),
    ],
    source: paid.source,
    wrapped: amountIn + paid.amount,
  });
  const between = passed.slice(0, -1).map((account) => mintIn(temporary, account));
  if (new Set([paid.mint, ...between, mintOut]).size !== hops.length + 1)
    throw new Error("it passes a token twice");
  const memo = readSwapMemo(memoOf(decoded));
  if (memo === undefined) throw new Error("its memo names no plan");
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

/** Accounts are opened, the fee is paid, the hops follow, and what was opened is closed. Budget, memo and guards move nothing. */
const PHASE: Partial<Record<DecodedInstruction["kind"], number>> = {
  "create-account": 0,
  "open-token-account": 0,
  "create-token-account": 0,
  "token-transfer": 1,
  "pool-swap": 2,
  "close-token-account": 3,
};

/** In any other order, an account could be opened for somebody else, or stay open. */
function requireOrder({ instructions }: DecodedTransaction): void {
  const moving = instructions.filter(({ kind }) => PHASE[kind] !== undefined);
  let phase = 0;
  for (const [index, one] of moving.entries()) {
    const own = PHASE[one.kind] ?? 0;
    if (own < phase) throw new Error("its instructions are in another order");
    phase = own;
    if (one.kind !== "create-account") continue;
    const next = moving[index + 1];
    if (next?.kind !== "open-token-account" || next.account !== one.account)
      throw new Error("it creates an account that it does not open");
  }
}

function feeOf({ payer, instructions }: DecodedTransaction, terms: SwapTerms) {
  const transfer = only(instructions, "token-transfer");
  requireFee(transfer, payer, terms);
  return transfer;
}

/** @throws Error that says why a transfer is not the service's fee, paid by `payer` */
export function requireFee(
  { mint, destination, authority, references }: OfKind<"token-transfer">,
  payer: string,
  { feeAccounts, reference }: SwapTerms,
): void {
  if (authority !== payer) throw new Error("it takes from another wallet than the payer's");
  if (!Object.hasOwn(feeAccounts, mint) || feeAccounts[mint] !== destination)
    throw new Error("its fee goes to another account");
  if (references.length !== 1 || references[0] !== reference)
    throw new Error("its fee does not name the reference key");
}

export function memoOf({ payer, instructions }: DecodedTransaction): string {
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
  const accounts = new Set(created.map(({ account }) => account));
  // Equal numbers of different accounts: each has one of the others.
  if (
    accounts.size !== created.length ||
    opened.length !== created.length ||
    closed.length !== created.length
  )
    throw new Error("it does not close what it opens");
  return created.map(({ account, payer: paying, base, program, space, lamports }) => {
    const open = opened.find((one) => one.account === account);
    const close = closed.find((one) => one.account === account);
    const isOwn =
      paying === payer &&
      base === payer &&
      program === TOKEN_PROGRAM &&
      space === TOKEN_ACCOUNT_BYTES &&
      open?.owner === payer &&
      close?.owner === payer &&
      close.destination === payer;
    if (!isOwn) throw new Error("it opens an account that is not the payer's own");
    return { account, mint: open.mint, lamports };
  });
}

type Use = {
  /** The accounts that input, hops and output need. */
  used: readonly string[];
  source: string;
  /** Lamports that the source of a swap of SOL holds beside its rent. */
  wrapped: bigint;
};

/** SOL on top of an account's rent would be swapped as well. */
function requireUsed(temporary: Temporary, { used, source, wrapped }: Use): void {
  const accounts = new Set(temporary.map(({ account }) => account));
  const isAll = used.length === accounts.size && used.every((account) => accounts.has(account));
  if (!isAll || new Set(used).size !== used.length)
    throw new Error("its accounts are not those of its hops");
  for (const { account, lamports } of temporary) {
    const wanted = TOKEN_ACCOUNT_LAMPORTS + (account === source ? wrapped : 0n);
    if (lamports !== wanted) throw new Error("it puts another amount of SOL into an account");
  }
}

function mintIn(temporary: Temporary, account: string): string {
  return temporary.find((one) => one.account === account)?.mint ?? "";
}

function hopsOf({ payer, instructions }: DecodedTransaction, source: string) {
  const swaps = every(instructions, "pool-swap");
  const [first] = swaps;
  const last = swaps.at(-1);
  if (first === undefined || last === undefined) throw new Error("it swaps nothing");
  if (swaps.length > MOST_HOPS) throw new Error("it has too many hops");
  if (new Set(swaps.map(({ pool }) => pool)).size !== swaps.length)
    throw new Error("it passes a pool twice");
  let from = source;
  for (const swap of swaps) {
    if (swap.user !== payer || swap.tokenProgram !== TOKEN_PROGRAM)
      throw new Error("it swaps for another wallet");
    if (swap.source !== from) throw new Error("its hops do not follow each other");
    if (swap !== first && swap.amountIn !== ALL_OF_SOURCE)
      throw new Error("it leaves a part between two hops");
    from = swap.destination;
  }
  const { amountIn } = first;
  if (amountIn === 0n || amountIn === ALL_OF_SOURCE) throw new Error("its amount is not exact");
  const hops = swaps.map(({ pool, vaultIn, vaultOut }) => ({ pool, vaultIn, vaultOut }));
  const passed = swaps.map(({ destination }) => destination);
  return { hops, amountIn, minOut: last.minOut, passed };
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

type Signed = Pick<SwapTransaction, "guards" | "signature" | "message">;

/** Whether the wallet signed what it was shown; only guards may be added. */
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
