/**
 * What a Solana node answers, a contract for each method that our processes ask (https://solana.com/docs/rpc/http). A reader that
 * rests a decision on more than that extends it.
 */
import { base58 } from "@scure/base";
import { z } from "zod";

const HASH_BYTES = 32;
const MAX_HASH_LENGTH = 44;

const slot = z.number().int().min(0);

/** Base units of a mint, an unsigned integer of 64 bits. */
export const tokenAmount = z.looseObject({ amount: z.string().regex(/^\d{1,20}$/) });
/** With the decimals of the mint, for people. */
export const shownAmount = tokenAmount.extend({ decimals: z.number().int().min(0) });

/** A variant's name, or an object with the variant as its key. */
const transactionError = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** Bytes in base64. */
const bytes = z.tuple([z.string(), z.literal("base64")]);

function inContext<Value extends z.ZodType>(value: Value) {
  return z.looseObject({ context: z.looseObject({ slot }), value });
}

const account = {
  lamports: z.number().min(0),
  /** The program that owns the account, base58. */
  owner: z.string(),
  executable: z.boolean(),
  /** Length of the data, which a slice does not show. */
  space: slot.nullish(),
};
const encodedAccount = z.looseObject({ ...account, data: bytes });
/** Base64 where the node cannot read the program's data. */
const parsedAccount = z.looseObject({
  ...account,
  data: z.union([bytes, z.looseObject({ parsed: z.unknown() })]),
});

/** What a node reads from a token account. */
export const parsedHolding = z.looseObject({
  type: z.literal("account"),
  info: z.looseObject({
    mint: z.string(),
    owner: z.string(),
    tokenAmount: shownAmount,
  }),
});

const tokenBalance = z.looseObject({
  mint: z.string(),
  /** Absent in transactions from before nodes kept it. */
  owner: z.string().optional(),
  uiTokenAmount: tokenAmount,
});

/** With encoding `jsonParsed`. */
const parsedTransaction = z.looseObject({
  slot,
  /** Unix seconds, as the validators estimate it. */
  blockTime: z.number().int().nullish(),
  meta: z.looseObject({
    err: transactionError.nullable(),
    /** Null or absent where the node did not keep them. */
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
  }),
  transaction: z.looseObject({ signatures: z.array(z.string()).min(1) }),
});

/** With encoding `base64`. */
const encodedTransaction = z.looseObject({
  /** Unix seconds. */
  blockTime: z.number().int(),
  meta: z.looseObject({ err: transactionError.nullable() }),
  transaction: bytes,
});

const status = z.looseObject({
  slot,
  err: transactionError.nullable(),
  confirmationStatus: z.enum(["processed", "confirmed", "finalized"]),
});

/** By method, some also by what is asked. A transaction is null when the node does not have it at that commitment. */
export const RPC_RESULTS = {
  getAccountInfo: inContext(encodedAccount.nullable()),
  "getAccountInfo jsonParsed": inContext(parsedAccount.nullable()),
  getBlockHeight: slot,
  /** Unix seconds. */
  getBlockTime: z.number().int().nullable(),
  getEpochInfo: z.looseObject({ absoluteSlot: slot, blockHeight: slot }),
  getGenesisHash: z.string().refine(isHash, "not a hash of 32 bytes"),
  getLatestBlockhash: inContext(
    z.looseObject({ blockhash: z.string(), lastValidBlockHeight: slot }),
  ),
  getMultipleAccounts: inContext(z.array(encodedAccount.nullable())),
  /** Micro-lamports for a compute unit. */
  getRecentPrioritizationFees: z.array(z.looseObject({ slot, prioritizationFee: slot })),
  getSignaturesForAddress: z.array(
    z.looseObject({
      signature: z.string(),
      slot,
      err: transactionError.nullable(),
      blockTime: z.number().int().nullish(),
      memo: z.string().nullish(),
      confirmationStatus: z.string().nullish(),
    }),
  ),
  getSignatureStatuses: inContext(z.array(status.nullable())),
  "getSignatureStatuses of one": inContext(z.tuple([status.nullable()])),
  getSlot: slot,
  getTokenAccountBalance: inContext(tokenAmount),
  "getTokenAccountsByOwner jsonParsed": inContext(
    z.array(
      z.looseObject({
        pubkey: z.string(),
        account: z.looseObject({ data: z.looseObject({ parsed: parsedHolding }) }),
      }),
    ),
  ),
  "getTransaction jsonParsed": parsedTransaction.nullable(),
  "getTransaction base64": encodedTransaction.nullable(),
  isBlockhashValid: inContext(z.boolean()),
  /** The transaction's signature. */
  sendTransaction: z.string(),
  simulateTransaction: inContext(
    z.looseObject({
      err: transactionError.nullable(),
      /** Those asked for, as the transaction would leave them. */
      accounts: z.array(encodedAccount.nullable()).nullish(),
      unitsConsumed: slot.nullish(),
    }),
  ),
};

/** A method, in some cases with what is asked behind a space. */
export type RpcQuestion = keyof typeof RPC_RESULTS;
export type RpcResult<Question extends RpcQuestion> = z.output<(typeof RPC_RESULTS)[Question]>;

const CONTRACTS: { readonly [Asked in RpcQuestion]: z.ZodType<RpcResult<Asked>> } = RPC_RESULTS;

/** The method's name on the wire, and the contract of its result. */
export function contractOf<Asked extends RpcQuestion>(question: Asked) {
  return { method: question.replace(/ .*/, ""), schema: CONTRACTS[question] };
}

function isHash(text: string): boolean {
  if (text.length > MAX_HASH_LENGTH) return false;
  try {
    return base58.decode(text).length === HASH_BYTES;
  } catch {
    return false;
  }
}
