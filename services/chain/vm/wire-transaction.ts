/** A received transaction, decoded once. */
import {
  type CompiledTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from "@solana/kit";

/** The versions that the VM runs. */
export type TransactionMessage = Exclude<CompiledTransactionMessage, { version: 1 }>;

/** The network's packet size limits a transaction. */
export const MAX_TRANSACTION_BYTES = 1_232;

const UNSIGNED = new Uint8Array(64);

export type ReceivedTransaction = {
  bytes: Uint8Array;
  transaction: Transaction;
  message: TransactionMessage;
  /** The first signature, base58, which identifies the transaction. 64 zeros if there is none. */
  signature: string;
  /** The blockhash that limits its life. */
  blockhash: string;
};

const decodeTransaction = getTransactionDecoder();
const decodeMessage = getCompiledTransactionMessageDecoder();
const base58 = getBase58Decoder();

/** @throws Error of the decoder for bytes that are not a transaction */
export function parseTransaction(bytes: Uint8Array): ReceivedTransaction {
  const transaction = decodeTransaction.decode(bytes);
  // The VM ignores extra bytes. With them, the same effect would be possible under other bytes.
  const [message, end] = decodeMessage.read(transaction.messageBytes, 0);
  if (end !== transaction.messageBytes.length) {
    throw new Error("there are bytes behind the transaction");
  }
  if (message.version === 1) throw new Error("transactions of version 1 are not supported");
  const [payer] = message.staticAccounts;
  if (payer === undefined) throw new Error("the transaction has no fee payer");
  // A node simulates unsigned transactions, and refuses to send them.
  const signature = transaction.signatures[payer] ?? UNSIGNED;
  return {
    bytes,
    transaction,
    message,
    signature: base58.decode(signature),
    blockhash: "lifetimeToken" in message ? message.lifetimeToken : "",
  };
}

/**
 * The accounts of a transaction: those in its message, then those of its lookup tables, writable
 * ones first.
 */
export type TransactionKeys = {
  keys: string[];
  isWritable: (index: number) => boolean;
  isSigner: (index: number) => boolean;
  loaded: { writable: string[]; readonly: string[] };
};

/** @param tableOf the addresses in a lookup table; undefined when the table does not exist */
export function accountKeys(
  message: TransactionMessage,
  tableOf: (table: string) => readonly string[] | undefined,
): TransactionKeys {
  const { header } = message;
  const fixed: string[] = [...message.staticAccounts];
  const loaded = loadedAddresses(message, tableOf);
  const firstReadonly = fixed.length - header.numReadonlyNonSignerAccounts;
  const firstReadonlySigner = header.numSignerAccounts - header.numReadonlySignerAccounts;
  const isSigner = (index: number) => index < header.numSignerAccounts;
  const isWritable = (index: number) => {
    if (index >= fixed.length) return index < fixed.length + loaded.writable.length;
    return isSigner(index) ? index < firstReadonlySigner : index < firstReadonly;
  };
  return {
    keys: [...fixed, ...loaded.writable, ...loaded.readonly],
    isWritable,
    isSigner,
    loaded,
  };
}

function loadedAddresses(
  message: TransactionMessage,
  tableOf: (table: string) => readonly string[] | undefined,
): { writable: string[]; readonly: string[] } {
  const loaded: { writable: string[]; readonly: string[] } = { writable: [], readonly: [] };
  if (!("addressTableLookups" in message)) return loaded;
  for (const lookup of message.addressTableLookups ?? []) {
    const table = tableOf(lookup.lookupTableAddress) ?? [];
    const pick = (indexes: readonly number[]) => indexes.flatMap((index) => table[index] ?? []);
    loaded.writable.push(...pick(lookup.writableIndexes));
    loaded.readonly.push(...pick(lookup.readonlyIndexes));
  }
  return loaded;
}
