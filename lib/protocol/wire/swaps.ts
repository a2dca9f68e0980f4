/** What the app tells of swaps, and what it takes. */
import { z } from "zod";
import { SWAP_ASSETS } from "#lib/protocol/swaps/assets.ts";
import { decimal, pubkey, time } from "./values.ts";
import { SignedTransaction } from "./chain.ts";

const asset = z.enum(SWAP_ASSETS);
/** Base units of the asset, an unsigned integer of 64 bits. */
const units = z.string().regex(/^(?:0|[1-9]\d{0,19})$/);
const bps = z.int().min(0).max(10_000);
export const swapSignature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  .describe("Of the transaction, base58");

export const RoutePlan = z
  .strictObject({
    in: z.strictObject({ asset, amount: z.number().min(0), units }),
    out: z.strictObject({ asset, amount_min: z.number().min(0), units_min: units }),
    route: z
      .array(z.strictObject({ venue: z.string().max(64), impact_bps: bps }))
      .min(1)
      .max(3),
    slippage_bps: bps,
    priority_fee_lamports: z.int().min(0),
    expires_at: z.iso.datetime({ precision: 3 }).describe("A whole second"),
  })
  .meta({ id: "RoutePlan" });
export type RoutePlan = z.output<typeof RoutePlan>;

export const ExecuteSwap = SignedTransaction.extend({ plan: RoutePlan });

/** What becomes of a swap: the tape shows the last three. */
export const SWAP_STATES = [
  "submitted",
  "unknown",
  "failed",
  "expired",
  "confirmed",
  "finalized",
  "dropped",
] as const;
export const SwapState = z.enum(SWAP_STATES);
export type SwapState = z.output<typeof SwapState>;

export const SubmittedSwap = z.object({ signature: swapSignature, status: SwapState });
export type SubmittedSwap = z.output<typeof SubmittedSwap>;

const side = z.object({ asset, amount: decimal });

/** A swap on the public tape. */
export const TapeSwap = z
  .object({
    id: z.string(),
    seq: z.int().describe("Of the last change: the tape is ordered by it"),
    signature: swapSignature,
    slot: z.int().min(0),
    block_time: time,
    wallet: z.string().describe("Shortened"),
    in: side,
    out: side,
    route: z.array(z.string()).describe("Venues, in the order of the hops"),
    usd: decimal.nullable().describe("Null without a price for that minute"),
    status: z.enum(["confirmed", "finalized", "dropped"]),
    simulated: z.boolean(),
  })
  .meta({ id: "TapeSwap" });
export type TapeSwap = z.output<typeof TapeSwap>;

/** How swaps are made here; null where they cannot be. */
export const SwapTermsAnswer = z.object({
  swaps: z
    .object({
      network: z.string(),
      simulated: z.boolean(),
      pools: z.array(
        z.object({ venue: z.string(), address: pubkey, vault_a: pubkey, vault_b: pubkey }),
      ),
      fee_accounts: z.record(z.string(), pubkey).describe("By mint"),
      reference: pubkey,
      fee_ppm: z.int().min(0),
    })
    .nullable(),
});
export type SwapTermsAnswer = z.output<typeof SwapTermsAnswer>;
