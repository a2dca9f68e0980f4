/** Transactions in the JSON form of a node, in its four encodings. */
import { base58 } from "@scure/base";
import { z } from "zod";
import type { StoredTransaction } from "#services/chain/history/history.ts";
import type { TokenBalance, TransactionMeta } from "#services/chain/history/transaction-meta.ts";
import type { TransactionError } from "#services/chain/vm/transaction-error.ts";
import {
  accountKeys,
  parseTransaction,
  type ReceivedTransaction,
  type TransactionKeys,
  type TransactionMessage,
} from "#services/chain/vm/wire-transaction.ts";
import { tokenAmount } from "./encode-account.ts";
import { parseInstruction } from "./parse-instruction.ts";
import { RpcFailure, UNSUPPORTED_TRANSACTION_VERSION } from "./rpc-failure.ts";

export const transactionEncoding = z.enum(["json", "jsonParsed", "base64", "base58"]);
export type TransactionEncoding = z.output<typeof transactionEncoding>;

export type TransactionConfig = {
  encoding?: TransactionEncoding | undefined;
  maxSupportedTransactionVersion?: number | undefined;
};

/** @throws -32015 for a version that the client did not declare to support */
export function encodeTransaction(stored: StoredTransaction, config: TransactionConfig) {
  const wire = parseTransaction(stored.bytes);
  const { message } = wire;
  requireSupported(message, config.maxSupportedTransactionVersion);
  const keys = keysOfStored(message, stored.meta);
  const encoding = config.encoding ?? "json";
  return {
    meta: encodeMeta(stored.meta, stored.error, { keys, isParsed: encoding === "jsonParsed" }),
    transaction: encodeBody(wire, keys, encoding),
    ...(config.maxSupportedTransactionVersion !== undefined && { version: message.version }),
  };
}

function requireSupported(message: TransactionMessage, supported: number | undefined): void {
  if (message.version === "legacy" || supported !== undefined) return;
  throw new RpcFailure(
    UNSUPPORTED_TRANSACTION_VERSION,
    `Transaction version (${message.version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${message.version}`,
  );
}

/** A past transaction's tables may have changed, so its addresses come from the stored record. */
function keysOfStored(message: TransactionMessage, { loaded }: TransactionMeta): TransactionKeys {
  const fixed = accountKeys(message, () => undefined);
  const count = message.staticAccounts.length;
  return {
    ...fixed,
    loaded,
    keys: [...fixed.keys, ...loaded.writable, ...loaded.readonly],
    isWritable: (index) =>
      index < count ? fixed.isWritable(index) : index < count + loaded.writable.length,
  };
}

function encodeBody(
  wire: ReceivedTransaction,
  keys: TransactionKeys,
  encoding: TransactionEncoding,
) {
  if (encoding === "base64") return [Buffer.from(wire.bytes).toString("base64"), encoding];
  if (encoding === "base58") return [base58.encode(wire.bytes), encoding];
  const { message } = wire;
  const signatures = Object.values(wire.transaction.signatures).map((one) =>
    base58.encode(new Uint8Array(one ?? new Uint8Array(64))),
  );
  const isParsed = encoding === "jsonParsed";
  return {
    signatures,
    message: {
      accountKeys: isParsed ? parsedKeys(message, keys) : [...message.staticAccounts],
      ...(!isParsed && {
        header: {
          numRequiredSignatures: message.header.numSignerAccounts,
          numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
          numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
        },
      }),
      recentBlockhash: wire.blockhash,
      instructions: message.instructions.map((one) => {
        const plain = {
          programIdIndex: one.programAddressIndex,
          accounts: [...(one.accountIndices ?? [])],
          data: new Uint8Array(one.data ?? []),
          stackHeight: 1,
        };
        return encodeInstruction(plain, keys, isParsed);
      }),
      ...(message.version === 0 && {
        addressTableLookups: (message.addressTableLookups ?? []).map((lookup) => ({
          accountKey: lookup.lookupTableAddress,
          writableIndexes: [...lookup.writableIndexes],
          readonlyIndexes: [...lookup.readonlyIndexes],
        })),
      }),
    },
  };
}

type PlainInstruction = {
  programIdIndex: number;
  accounts: number[];
  data: Uint8Array;
  stackHeight: number;
};

function encodeInstruction(one: PlainInstruction, { keys }: TransactionKeys, isParsed: boolean) {
  const { programIdIndex, accounts, data, stackHeight } = one;
  if (!isParsed) return { programIdIndex, accounts, data: base58.encode(data), stackHeight };
  const programId = keys[programIdIndex] ?? "";
  const names = accounts.map((index) => keys[index] ?? "");
  const parsed = parseInstruction(programId, names, data);
  if (parsed !== undefined) return { ...parsed, programId, stackHeight };
  return { programId, accounts: names, data: base58.encode(data), stackHeight };
}

function parsedKeys(message: TransactionMessage, { keys, isSigner, isWritable }: TransactionKeys) {
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: isSigner(index),
    writable: isWritable(index),
    source: index < message.staticAccounts.length ? "transaction" : "lookupTable",
  }));
}

export function encodeMeta(
  meta: TransactionMeta,
  error: TransactionError | null,
  { keys, isParsed }: { keys: TransactionKeys; isParsed: boolean },
) {
  return {
    computeUnitsConsumed: meta.units,
    err: error,
    fee: meta.fee,
    innerInstructions: meta.inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((one) =>
        encodeInstruction({ ...one, data: base58.decode(one.data) }, keys, isParsed),
      ),
    })),
    ...(!isParsed && { loadedAddresses: meta.loaded }),
    logMessages: meta.logs,
    postBalances: meta.postBalances,
    postTokenBalances: meta.postTokenBalances.map(encodeTokenBalance),
    preBalances: meta.preBalances,
    preTokenBalances: meta.preTokenBalances.map(encodeTokenBalance),
    ...(meta.returnData !== null && { returnData: meta.returnData }),
    rewards: [],
    status: encodeStatus(error),
  };
}

/** The old form of `err`, which clients still read. */
export function encodeStatus(error: TransactionError | null) {
  return error === null ? { Ok: null } : { Err: error };
}

function encodeTokenBalance({ accountIndex, mint, owner, programId, ...one }: TokenBalance) {
  const uiTokenAmount = tokenAmount(BigInt(one.amount), one.decimals);
  return { accountIndex, mint, owner, programId, uiTokenAmount };
}
