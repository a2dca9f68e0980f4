/** Runs transactions in the VM as the next ones of a block, and keeps what the chain has to know of each. */
import { createHash } from "node:crypto";
import type { HistoryBlock } from "#services/chain/history/history.ts";
import type { AccountState } from "#services/chain/vm/account-state.ts";
import { isTokenProgram, tokenHolding } from "#services/chain/vm/token-account.ts";
import { isLanded, type TransactionError } from "#services/chain/vm/transaction-error.ts";
import type { Execution, Vm } from "#services/chain/vm/vm.ts";
import {
  type AccountKeys,
  accountKeys,
  type WireTransaction,
} from "#services/chain/vm/wire-transaction.ts";
import type { Accounts } from "./accounts.ts";
import { feeOf, type TransactionMeta, transactionMeta } from "./transaction-meta.ts";

export type LedgerTransaction = {
  signature: string;
  slot: number;
  error: TransactionError | null;
  bytes: Uint8Array;
  meta: TransactionMeta;
  keys: readonly string[];
};

const SIGNATURE_BYTES = 64;

/** `execution` is null for a transaction that did not reach the VM. */
export type Refused = { error: TransactionError; execution: Execution | null };
export type Submitted = { landed: LedgerTransaction } | { refused: Refused };

/** A block that is being made. Its hash covers the digests. */
export type Block = { slot: number; transactions: LedgerTransaction[]; digests: Uint8Array[] };

export function emptyBlock(slot: number): Block {
  return { slot, transactions: [], digests: [] };
}

export type Machine = { vm: Vm; accounts: Accounts };

export function keysOf(accounts: Accounts, { message }: WireTransaction): AccountKeys {
  return accountKeys(message, (table) => accounts.lookupTable(table));
}

/** @param preflight a transaction that would fail does not land, and no fee is paid */
export function runInBlock(
  { vm, accounts }: Machine,
  block: Block,
  wire: WireTransaction,
  preflight: boolean,
): Submitted {
  const keys = keysOf(accounts, wire);
  const before = keys.keys.map((key) => accounts.newest(key));
  const execution = vm.execute(wire);
  const { error } = execution;
  if (error !== null && (preflight || !isLanded(error))) {
    // A failed transaction has changed nothing but the account that paid its fee.
    const [payer] = keys.keys;
    if (payer !== undefined && isLanded(error)) accounts.restore(payer, before[0] ?? null);
    return { refused: { error, execution } };
  }
  const after = keys.keys.map((key, index) => {
    const state = before[index] ?? null;
    return keys.isWritable(index) ? accounts.changed(key, block.slot, state) : state;
  });
  const look = (key: string) => accounts.newest(key);
  const fee = feeOf(wire.message);
  const landed: LedgerTransaction = {
    signature: wire.signature,
    slot: block.slot,
    error,
    bytes: wire.bytes,
    meta: transactionMeta({ keys, fee, execution, before, after, look }),
    keys: keys.keys,
  };
  block.transactions.push(landed);
  block.digests.push(digestOf(landed, after));
  return { landed };
}

/** A block as the history stores it. */
export function historyBlock(
  { slot, hash, transactions }: Block & { hash: string },
  logEnd: number,
  accounts: Accounts,
): HistoryBlock {
  const tokens = [...accounts.versions.changedIn(slot)].flatMap((key) => {
    const state = accounts.at(key, slot);
    const holding = tokenHolding(state);
    if (state !== null && holding === undefined && isTokenProgram(state.owner)) return [];
    return [{ key, program: state?.owner ?? "", holding: holding ?? null }];
  });
  return { slot, hash, logEnd, transactions, tokens };
}

function digestOf(
  { bytes, error, meta }: LedgerTransaction,
  after: readonly (AccountState | null)[],
): Uint8Array {
  const hash = createHash("sha256")
    .update(bytes)
    .update(`${JSON.stringify(error)}:${meta.units}`);
  for (const state of after) {
    hash.update(state === null ? "-" : `${state.lamports}:${state.owner}:${state.data.length}`);
    if (state !== null && !state.executable) hash.update(state.data);
  }
  return hash.digest();
}

/** What makes two transactions the same, whatever their signatures: the hash of the message. */
export function messageDigest(bytes: Uint8Array): string {
  // The size of a packet allows fewer than 128 signatures, so one byte has their number.
  const signed = bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0));
  return createHash("sha256").update(signed).digest("base64");
}
