/**
 * A node's record of a transaction beside its bytes: fee, balances, logs and inner instructions.
 */
import { base58 } from "@scure/base";
import { COMPUTE_BUDGET_PROGRAM } from "#lib/protocol/solana/programs.ts";
import type { AccountState } from "#services/chain/vm/account-state.ts";
import { readMint, tokenHolding } from "#services/chain/vm/token-account.ts";
import type { Execution } from "#services/chain/vm/vm.ts";
import type { TransactionKeys, TransactionMessage } from "#services/chain/vm/wire-transaction.ts";

/** Lamports for each signature. */
export const SIGNATURE_FEE = 5_000n;
const DEFAULT_UNITS = 200_000n;
const MAX_UNITS = 1_400_000n;
const MICRO = 1_000_000n;

export type TokenBalance = {
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  amount: string;
  decimals: number;
};

export type TransactionMeta = {
  fee: number;
  units: number;
  logs: string[];
  preBalances: number[];
  postBalances: number[];
  preTokenBalances: TokenBalance[];
  postTokenBalances: TokenBalance[];
  inner: {
    index: number;
    instructions: {
      programIdIndex: number;
      accounts: number[];
      /** base58 */
      data: string;
      stackHeight: number;
    }[];
  }[];
  loaded: { writable: string[]; readonly: string[] };
  returnData: { programId: string; data: [string, "base64"] } | null;
};

/** Reads the state of an account before or after a transaction. */
export type AccountReader = (key: string) => AccountState | null;

export type MetaParts = {
  keys: TransactionKeys;
  fee: bigint;
  execution: Execution;
  before: readonly (AccountState | null)[];
  after: readonly (AccountState | null)[];
  /** Finds the mint of a token account. */
  readAccount: AccountReader;
};

export function transactionMeta(parts: MetaParts): TransactionMeta {
  const { keys, fee, execution, before, after, readAccount } = parts;
  return {
    fee: Number(fee),
    units: Number(execution.units),
    logs: execution.logs,
    preBalances: before.map(lamportsOf),
    postBalances: after.map(lamportsOf),
    preTokenBalances: tokenBalances(keys.keys, before, readAccount),
    postTokenBalances: tokenBalances(keys.keys, after, readAccount),
    inner: innerOf(execution),
    loaded: keys.loaded,
    returnData: returnDataOf(execution),
  };
}

/** Base fee and priority fee (https://solana.com/docs/core/fees). */
export function computeFee(message: TransactionMessage): bigint {
  const programs = message.instructions.map(
    (one) => message.staticAccounts[one.programAddressIndex],
  );
  let price = 0n;
  let limit: bigint | undefined;
  let others = 0n;
  for (const [index, { data }] of message.instructions.entries()) {
    if (programs[index] !== COMPUTE_BUDGET_PROGRAM) {
      others += 1n;
      continue;
    }
    const view = data && new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (view?.byteLength === 5 && view.getUint8(0) === 2) limit = BigInt(view.getUint32(1, true));
    if (view?.byteLength === 9 && view.getUint8(0) === 3) price = view.getBigUint64(1, true);
  }
  const units = limit ?? others * DEFAULT_UNITS;
  const priority = (price * (units < MAX_UNITS ? units : MAX_UNITS) + MICRO - 1n) / MICRO;
  return SIGNATURE_FEE * BigInt(message.header.numSignerAccounts) + priority;
}

function lamportsOf(state: AccountState | null): number {
  return Number(state?.lamports ?? 0n);
}

function tokenBalances(
  keys: readonly string[],
  states: readonly (AccountState | null)[],
  readAccount: AccountReader,
): TokenBalance[] {
  return states.flatMap((state, accountIndex) => {
    const holding = tokenHolding(state);
    if (state === null || holding === undefined) return [];
    const { mint, owner, amount } = holding;
    const index = keys.indexOf(mint);
    const decimals =
      readMint(index < 0 ? readAccount(mint) : (states[index] ?? readAccount(mint)))?.decimals ?? 0;
    return [
      { accountIndex, mint, owner, programId: state.owner, amount: String(amount), decimals },
    ];
  });
}

function innerOf({ inner }: Execution): TransactionMeta["inner"] {
  return inner.flatMap((list, index) => {
    if (list.length === 0) return [];
    const instructions = list.map((one) => ({ ...one, data: base58.encode(one.data) }));
    return [{ index, instructions }];
  });
}

function returnDataOf({ returnData }: Execution): TransactionMeta["returnData"] {
  if (returnData === null) return null;
  const data = Buffer.from(returnData.data).toString("base64");
  return { programId: base58.encode(returnData.program), data: [data, "base64"] };
}
