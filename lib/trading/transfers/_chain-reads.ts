/** The reads of the chain that pages may make through the app, each with the parameters that it may have. */
import { z } from "zod";
import { MAX_READ_ADDRESSES, MAX_READ_BYTES } from "#lib/protocol/solana/chain-reads.ts";
import { pubkey } from "#lib/protocol/wire/values.ts";

const commitment = z.enum(["processed", "confirmed", "finalized"]);
const slot = z.int().min(0);
const context = z.strictObject({
  commitment: commitment.optional(),
  minContextSlot: slot.optional(),
});
/** A node applies no slice to what it parses. */
const encoding = z.literal("base64");
/** A program has megabytes, and the callers of one address share the app and its node. */
const accountConfig = context.extend({
  encoding,
  dataSlice: z.strictObject({ offset: slot, length: z.int().min(0).max(MAX_READ_BYTES) }),
});
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const addresses = listOf(pubkey);
/** At most a packet of 1,232 bytes. */
const transaction = z.base64().max(1_644);

const simulation = context.extend({
  encoding: z.literal("base64"),
  sigVerify: z.boolean().optional(),
  replaceRecentBlockhash: z.boolean().optional(),
  innerInstructions: z.boolean().optional(),
  accounts: z.strictObject({ encoding, addresses }).optional(),
});

const configOnly = z.tuple([context.optional()]);
const ofAddress = z.tuple([pubkey, context.optional()]);

/** By method; nothing else is passed on. */
export const CHAIN_READS: Readonly<Record<string, z.ZodType<readonly unknown[]>>> = {
  getAccountInfo: z.tuple([pubkey, accountConfig]),
  getBalance: ofAddress,
  getBlockHeight: configOnly,
  getBlockTime: z.tuple([slot]),
  getEpochInfo: configOnly,
  getFeeForMessage: z.tuple([transaction, context.optional()]),
  getGenesisHash: z.tuple([]),
  getLatestBlockhash: configOnly,
  getMinimumBalanceForRentExemption: z.tuple([slot, context.optional()]),
  getMultipleAccounts: z
    .tuple([addresses, accountConfig])
    .refine(([keys, { dataSlice }]) => keys.length * dataSlice.length <= MAX_READ_BYTES, {
      path: [1, "dataSlice", "length"],
      message: `times the addresses is more than ${MAX_READ_BYTES} bytes`,
    }),
  getRecentPrioritizationFees: z.tuple([addresses.optional()]),
  getSignatureStatuses: z.tuple([
    listOf(signature),
    z.strictObject({ searchTransactionHistory: z.boolean().optional() }).optional(),
  ]),
  getSlot: configOnly,
  getTokenAccountBalance: ofAddress,
  getTokenSupply: ofAddress,
  getTransaction: z.tuple([
    signature,
    z
      .strictObject({
        commitment: commitment.optional(),
        encoding: z.enum(["base64", "json", "jsonParsed"]).optional(),
        maxSupportedTransactionVersion: z.literal(0).optional(),
      })
      .optional(),
  ]),
  isBlockhashValid: z.tuple([pubkey, context.optional()]),
  simulateTransaction: z.tuple([transaction, simulation]),
};

/** Each once: the node would read and send it again. */
function listOf(item: z.ZodString) {
  return z
    .array(item)
    .max(MAX_READ_ADDRESSES)
    .refine((all) => new Set(all).size === all.length, "it has an entry twice");
}
