/**
 * Runs transactions in the VM as the next ones of a block, and records what the chain must know of
 * each.
 */
import { createHash } from "node:crypto";
import type { HistoryBlock } from "#services/chain/history/history.ts";
import {
  computeFee,
  type TransactionMeta,
  transactionMeta,
} from "#services/chain/history/transaction-meta.ts";
import type { AccountState } from "#services/chain/vm/account-state.ts";
import { LOOKUP_TABLE_PROGRAM } from "#services/chain/vm/lookup-table.ts";
import { isTokenProgram, tokenHolding } from "#services/chain/vm/token-account.ts";
import { isLanded, type TransactionError } from "#services/chain/vm/transaction-error.ts";
import type { Execution, Vm } from "#services/chain/vm/vm.ts";
import {
  accountKeys,
  type ReceivedTransaction,
  type TransactionKeys,
} from "#services/chain/vm/wire-transaction.ts";
import type { ChainAccounts } from "./accounts.ts";

export type LedgerTransaction = {
  signature: string;
  slot: number;
  error: TransactionError | null;
  bytes: Uint8Array;
  meta: TransactionMeta;
  keys: readonly string[];
};

const SIGNATURE_BYTES = 64;
const SLOT_HASHES_ACCOUNT = "SysvarS1otHashes111111111111111111111111111";

/** `execution` is null for a transaction that did not reach the VM. */
export type Refused = { error: TransactionError; execution: Execution | null };
export type Submitted = { landed: LedgerTransaction } | { refused: Refused };

/** An open block. Its hash covers the digests. */
export type OpenBlock = { slot: number; transactions: LedgerTransaction[]; digests: Uint8Array[] };

export function emptyBlock(slot: number): OpenBlock {
  return { slot, transactions: [], digests: [] };
}

export type Machine = { vm: Vm; accounts: ChainAccounts; slotHashes: SlotHashes };

/** The hashes of the slots before one, newest first; none for a slot at which programs do not see them. */
export type SlotHashes = (before: number) => { slot: number; hash: string }[];

/** Slots of which programs see the hash. */
const SEEN_SLOTS = 150;

/** @param from the first slot at which programs see hashes @param hashOf of a closed slot */
export function slotHashesBy(from: number, hashOf: (slot: number) => string): SlotHashes {
  return (before) => {
    if (before < from) return [];
    const count = Math.min(SEEN_SLOTS, before);
    return Array.from({ length: count }, (_, index) => {
      const slot = before - 1 - index;
      return { slot, hash: hashOf(slot) };
    });
  };
}

/** Hashes are set only for transactions that can see them, because they cost more than a transfer. */
export function showSlotHashes(
  { vm, slotHashes }: Pick<Machine, "vm" | "slotHashes">,
  slot: number,
  keys: readonly string[],
): void {
  if (!keys.includes(LOOKUP_TABLE_PROGRAM) && !keys.includes(SLOT_HASHES_ACCOUNT)) return;
  const hashes = slotHashes(slot);
  if (hashes.length > 0) vm.setSlotHashes(hashes);
}

export function resolveKeys(
  accounts: ChainAccounts,
  { message }: ReceivedTransaction,
): TransactionKeys {
  return accountKeys(message, (table) => accounts.lookupTable(table));
}

/** @param preflight true: a transaction that would fail does not land and pays no fee */
export function runInBlock(
  { vm, accounts, slotHashes }: Machine,
  block: OpenBlock,
  wire: ReceivedTransaction,
  preflight: boolean,
): Submitted {
  const keys = resolveKeys(accounts, wire);
  const before = keys.keys.map((key) => accounts.newest(key));
  showSlotHashes({ vm, slotHashes }, block.slot, keys.keys);
  const execution = vm.execute(wire);
  const { error } = execution;
  if (error !== null && (preflight || !isLanded(error))) {
    // A failed transaction has changed only the account that paid its fee.
    const [payer] = keys.keys;
    if (payer !== undefined && isLanded(error)) accounts.restore(payer, before[0] ?? null);
    return { refused: { error, execution } };
  }
  const after = keys.keys.map((key, index) => {
    const state = before[index] ?? null;
    return keys.isWritable(index) ? accounts.changed(key, block.slot, state) : state;
  });
  const readAccount = (key: string) => accounts.newest(key);
  const fee = computeFee(wire.message);
  const landed: LedgerTransaction = {
    signature: wire.signature,
    slot: block.slot,
    error,
    bytes: wire.bytes,
    meta: transactionMeta({ keys, fee, execution, before, after, readAccount }),
    keys: keys.keys,
  };
  block.transactions.push(landed);
  block.digests.push(digestOf(landed, after));
  return { landed };
}

/** A block as the history stores it. */
export function historyBlock(
  { slot, hash, transactions }: OpenBlock & { hash: string },
  logEnd: number,
  accounts: ChainAccounts,
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

/** Identifies a transaction, whatever its signatures: the hash of its message. */
export function messageDigest(bytes: Uint8Array): string {
  // A packet has room for fewer than 128 signatures, so their number takes one byte.
  const signed = bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0));
  return createHash("sha256").update(signed).digest("base64");
}
