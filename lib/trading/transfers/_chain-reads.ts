/** The reads of the chain that pages may make through the app, each with the parameters that it may have. */
import { z } from "zod";
import { pubkey } from "#lib/protocol/wire/values.ts";

const commitment = z.enum(["processed", "confirmed", "finalized"]);
const slot = z.int().min(0);
const context = z.strictObject({
  commitment: commitment.optional(),
  minContextSlot: slot.optional(),
});
const encoding = z.enum(["base64", "jsonParsed"]);
const accountConfig = context.extend({
  encoding: encoding.optional(),
  dataSlice: z.strictObject({ offset: slot, length: slot }).optional(),
});
/** Most addresses or signatures of one call. */
const MOST = 20;
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const addresses = z.array(pubkey).max(MOST);
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
  getAccountInfo: z.tuple([pubkey, accountConfig.optional()]),
  getBalance: ofAddress,
  getBlockHeight: configOnly,
  getBlockTime: z.tuple([slot]),
  getEpochInfo: configOnly,
  getFeeForMessage: z.tuple([transaction, context.optional()]),
  getGenesisHash: z.tuple([]),
  getLatestBlockhash: configOnly,
  getMinimumBalanceForRentExemption: z.tuple([slot, context.optional()]),
  getMultipleAccounts: z.tuple([addresses, accountConfig.optional()]),
  getRecentPrioritizationFees: z.tuple([addresses.optional()]),
  getSignatureStatuses: z.tuple([
    z.array(signature).max(MOST),
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
