/** The parts of a Solana node's answers from which a payment is read (https://solana.com/docs/rpc/http). */
import { z } from "zod";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

const slot = z.number().int().min(0);

/** A variant's name, or an object with the variant as its key. */
const transactionError = z.union([z.string(), z.looseObject({})]);

const tokenBalance = z.looseObject({
  mint: z.string(),
  /** Absent in transactions from before nodes kept it. */
  owner: z.string().optional(),
  uiTokenAmount: z.looseObject({
    /** Base units of the mint, an unsigned integer of 64 bits. */
    amount: z.string().regex(/^\d{1,20}$/),
  }),
});

export type TokenBalance = z.output<typeof tokenBalance>;

/** `getTransaction` with encoding `jsonParsed`; null when the node does not have the transaction at that commitment. */
export const transactionAnswer = z
  .looseObject({
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
  })
  .nullable();

export type Transaction = NonNullable<z.output<typeof transactionAnswer>>;

/** `getSignatureStatuses` for one signature. */
export const statusesAnswer = z.looseObject({
  value: z.tuple([z.looseObject({ slot }).nullable()]),
});

/** `getGenesisHash`. */
export const genesisAnswer = z
  .string()
  .refine((text) => decodePublicKey(text) !== undefined, "not a hash of 32 bytes");

/** `getTokenAccountBalance`. */
export const tokenBalanceAnswer = z.looseObject({
  context: z.looseObject({ slot }),
  /** Base units, an unsigned integer of 64 bits. */
  value: z.looseObject({ amount: z.string().regex(/^\d{1,20}$/) }),
});
