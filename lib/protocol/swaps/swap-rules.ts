/** Rules that the transactions of all swaps share. */
import type {
  DecodedInstruction,
  DecodedTransaction,
} from "#lib/protocol/solana/decode-transaction.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { every, type OfKind, only } from "#lib/protocol/solana/transaction-rules.ts";
import type { SwapMemo } from "./swap-memo.ts";

/** Addresses are base58. */
export type SwapTerms = {
  /** Token account that receives the fee, by mint. */
  feeAccounts: Readonly<Record<string, string>>;
  /** A key without an owner, which every swap names. */
  reference: string;
};

/** Accounts that a transaction opens and closes again, with the lamports that it puts into each. */
export type Temporary = readonly { account: string; mint: string; lamports: bigint }[];

export type SwapHop = {
  pool: string;
  vaultIn: string;
  vaultOut: string;
};

/** Addresses are base58, amounts in base units. */
export type SwapTransaction = {
  /** The payer swaps and is the only signer. */
  payer: string;
  mintIn: string;
  mintOut: string;
  /** The swapped amount, without the fee. */
  amountIn: bigint;
  /** The transaction fails when less would arrive. */
  minOut: bigint;
  fee: bigint;
  /** The hops of a route through this network's pools; empty for a route of Jupiter. */
  hops: readonly SwapHop[];
  /** The accounts of Jupiter's instruction and its data as hex; undefined for other routes. */
  routed: { accounts: readonly string[]; data: string } | undefined;
  /** The token account that pays input and fee. For SOL it is temporary. */
  source: string;
  /** The token account that receives the output. For SOL it is temporary. */
  destination: string;
  /**
   * True if the transaction opens the account when the wallet has none. The wallet pays the rent.
   */
  opensDestination: boolean;
  /**
   * The wallet's own accounts of tokens on the way. They are opened if they do not exist, and stay.
   */
  between: readonly string[];
  temporary: Temporary;
  memo: SwapMemo;
  networkLamports: bigint;
  /** The number of guards: checks that the wallet added. */
  guards: number;
  blockhash: string;
  signature: Uint8Array;
  message: Uint8Array;
};

/** What the transaction does between the fee and the end. */
export type SwapRoute = Pick<
  SwapTransaction,
  | "mintOut"
  | "amountIn"
  | "minOut"
  | "hops"
  | "routed"
  | "destination"
  | "opensDestination"
  | "between"
>;

/**
 * Size of a token account, and the lamports that it must hold. They come back when it is closed.
 */
export const TOKEN_ACCOUNT_BYTES = 165n;
export const TOKEN_ACCOUNT_LAMPORTS = 2_039_280n;

/**
 * The order: accounts are opened, the fee is paid, the hops follow, and the opened accounts are
 * closed. Budget, memo and guards move nothing, so they may be anywhere.
 */
const PHASE: Partial<Record<DecodedInstruction["kind"], number>> = {
  "create-account": 0,
  "open-token-account": 0,
  "create-token-account": 0,
  "token-transfer": 1,
  "pool-swap": 2,
  "jupiter-route": 2,
  "close-token-account": 3,
};

/** In another order, an account could be opened for another owner, or stay open. */
export function requireOrder({ instructions }: DecodedTransaction): void {
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

export function findFee({ payer, instructions }: DecodedTransaction, terms: SwapTerms) {
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

export function readMemo({ payer, instructions }: DecodedTransaction): string {
  const { text, signers } = only(instructions, "memo");
  if (signers.some((signer) => signer !== payer)) throw new Error("its memo names another signer");
  return text;
}

/**
 * Each account is created by the payer, opened for one mint and closed. Its balance at the end goes
 * to the payer.
 */
export function temporaryAccounts({ payer, instructions }: DecodedTransaction): Temporary {
  const opened = every(instructions, "open-token-account");
  const closed = every(instructions, "close-token-account");
  const created = every(instructions, "create-account");
  const accounts = new Set(created.map(({ account }) => account));
  // The numbers are equal and the accounts differ, so each account has one of each instruction.
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
