/** Rules that the transactions of swaps share, whatever their routes pass. */
import type {
  DecodedInstruction,
  DecodedTransaction,
} from "#lib/protocol/solana/decode-transaction.ts";
import { TOKEN_PROGRAM } from "#lib/protocol/solana/programs.ts";
import { every, type OfKind, only } from "#lib/protocol/solana/transaction-rules.ts";
import type { SwapMemo } from "./swap-memo.ts";

/** Addresses are base58. */
export type SwapTerms = {
  /** Token account that takes the fee, by mint. */
  feeAccounts: Readonly<Record<string, string>>;
  /** A key that nobody has: every swap names it. */
  reference: string;
};

/** Accounts that a transaction opens and closes again, with what is put into each: lamports. */
export type Temporary = readonly { account: string; mint: string; lamports: bigint }[];

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
  /** Of a route through the pools of this network; none of a routed one. */
  hops: readonly SwapHop[];
  /** What Jupiter's instruction is given, of a route that Jupiter made: its accounts, and its data as hex. */
  routed: { accounts: readonly string[]; data: string } | undefined;
  /** Token account that input and fee leave; one that the transaction opens and closes for SOL. */
  source: string;
  /** Token account that gets the output; one that the transaction opens and closes for SOL. */
  destination: string;
  /** The transaction opens it if the wallet has none, and the wallet pays the rent. */
  opensDestination: boolean;
  /** The wallet's own accounts of tokens that the route passes between: opened if there are none, and they stay. */
  between: readonly string[];
  temporary: Temporary;
  memo: SwapMemo;
  networkLamports: bigint;
  /** Checks that the wallet has added. */
  guards: number;
  blockhash: string;
  signature: Uint8Array;
  message: Uint8Array;
};

/** What follows from the part of a transaction between its fee and its end. */
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

/** Bytes of a token account, and the lamports that keep one: they come back when it is closed. */
export const TOKEN_ACCOUNT_BYTES = 165n;
export const TOKEN_ACCOUNT_LAMPORTS = 2_039_280n;

/** Accounts are opened, the fee is paid, the hops follow, and what was opened is closed. Budget, memo and guards move nothing. */
const PHASE: Partial<Record<DecodedInstruction["kind"], number>> = {
  "create-account": 0,
  "open-token-account": 0,
  "create-token-account": 0,
  "token-transfer": 1,
  "pool-swap": 2,
  "jupiter-route": 2,
  "close-token-account": 3,
};

/** In any other order, an account could be opened for somebody else, or stay open. */
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

export function feeOf({ payer, instructions }: DecodedTransaction, terms: SwapTerms) {
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

/** Each is created for the payer, opened for one mint, and closed: what it holds at the end goes to the payer. */
export function temporaryAccounts({ payer, instructions }: DecodedTransaction): Temporary {
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
