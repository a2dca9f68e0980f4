/** Requests and responses for swaps. */
import { z } from "zod";
import { SWAP_ASSETS } from "#lib/protocol/enumerations.ts";
import { DESTINATION_NETWORKS } from "#lib/protocol/solana.ts";
import { SignedTransaction } from "./chain.ts";
import { decimal, pubkey, time } from "./values.ts";

const asset = z.enum(SWAP_ASSETS);
/** Base units of the asset, an unsigned integer of 64 bits. */
const units = z.string().regex(/^(?:0|[1-9]\d{0,19})$/);
const bps = z.int().min(0).max(10_000);
const venue = z.string().regex(/^[A-Za-z0-9 .:+\-_()/]{1,64}$/);
export const swapSignature = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  .describe("Signature of the transaction, base58");

export const RoutePlan = z
  .strictObject({
    in: z.strictObject({ asset, amount: z.number().min(0), units }),
    out: z.strictObject({ asset, amount_min: z.number().min(0), units_min: units }),
    route: z
      .array(z.strictObject({ venue, impact_bps: bps }))
      .min(1)
      .max(3),
    slippage_bps: bps,
    priority_fee_lamports: z.int().min(0),
    expires_at: z.iso.datetime({ precision: 3 }).describe("A whole second"),
    destination: z
      .strictObject({ network: z.enum(DESTINATION_NETWORKS), address: pubkey })
      .optional()
      .describe("Where a relay pays the output of a swap to another network"),
  })
  .meta({ id: "RoutePlan" });
export type RoutePlan = z.output<typeof RoutePlan>;

export const ExecuteSwap = SignedTransaction.extend({ plan: RoutePlan });

/**
 * What becomes of a swap: the tape shows the last three. One to another network is `settling` from the moment at which its deposit is
 * final until it is `finalized`, when the other network shows the payment as final, or `refunded`.
 */
export const SWAP_STATES = [
  "submitted",
  "unknown",
  "failed",
  "expired",
  "settling",
  "refunding",
  "refunded",
  "confirmed",
  "finalized",
  "dropped",
] as const;
/** What keeps a swap to another network from its end. */
export const SETTLEMENT_WAITS = ["relay", "destination_network"] as const;
export const SwapState = z.enum(SWAP_STATES);
export type SwapState = z.output<typeof SwapState>;

export const SubmittedSwap = z.object({ signature: swapSignature, status: SwapState });
export type SubmittedSwap = z.output<typeof SubmittedSwap>;

const side = z.object({ asset: z.string(), amount: decimal });

/** A swap on the public tape. */
export const TapeSwap = z
  .object({
    id: z.string(),
    seq: z.int().describe("Number of the last change; the tape is in its order"),
    signature: swapSignature,
    slot: z.int().min(0),
    block_time: time,
    wallet: z.string().describe("Wallet, shortened"),
    in: side,
    out: side,
    route: z.array(z.string()).describe("Venues, in the order of the hops"),
    usd: decimal.nullable().describe("Value in USD; null without a price for that minute"),
    status: z.enum(["confirmed", "finalized", "dropped"]),
    simulated: z.boolean(),
    destination: z
      .string()
      .nullable()
      .describe("Network that got the output, if it is another one"),
  })
  .meta({ id: "TapeSwap" });
export type TapeSwap = z.output<typeof TapeSwap>;

/** A swap as its own user sees it. */
export const OwnSwap = z.object({
  id: z.string(),
  signature: swapSignature,
  status: SwapState,
  network: z.string(),
  simulated: z.boolean(),
  wallet: pubkey,
  in: side,
  out: side.describe("What arrived; before that, the least that can arrive"),
  fee: side.describe("Fee, paid in addition to the input"),
  fee_without_discount: decimal,
  route: z.array(z.string()),
  usd: decimal.nullable(),
  error: z.string().nullable().describe("The chain's own error of a swap that failed"),
  slot: z.int().min(0).nullable(),
  block_time: time.nullable(),
  submitted_at: time
    .nullable()
    .describe("When the service got it; null: it was sent without the service"),
  plan: RoutePlan.nullable(),
  destination: z
    .object({
      network: z.string(),
      address: pubkey,
      signature: swapSignature.nullable().describe("Signature of the final payment there"),
    })
    .nullable()
    .describe("Where a swap to another network pays; it is settled when `signature` is set"),
  refund: swapSignature
    .nullable()
    .describe("Signature of the transaction that paid the deposit back"),
  waits_for: z
    .enum(SETTLEMENT_WAITS)
    .nullable()
    .describe(
      "Why a swap is still settling. relay: no network shows the relay's payment. destination_network: its node does not answer, or is not read to the end",
    ),
});
export type OwnSwap = z.output<typeof OwnSwap>;

/** One change of a user's points. */
export const PointsEntry = z.object({
  seq: z.int().min(1),
  kind: z.enum(["credit", "reversal"]),
  points: z.int().min(1).describe("Added by a credit, taken by a reversal"),
  balance: z.int().min(0),
  week: z.iso.datetime(),
  week_points: z.int().min(0).max(600),
  week_usd: decimal.describe("Value of the week's swaps up to then"),
  week_reversed_usd: decimal.describe("Of that, what was swapped back within 10 minutes"),
  swap: swapSignature.describe("The swap that caused it"),
  created_at: time,
});
export type PointsEntry = z.output<typeof PointsEntry>;

/** What may be asked of the tape and of other lists of swaps. */
export const SwapListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: z.coerce.number().int().min(1).optional().describe("Only rows before this `seq`"),
});
export const SwapTape = z.object({
  results: z.array(TapeSwap),
  next: z.int().nullable().describe("Give it as `before` for the next page"),
});

export const OwnSwapsQuery = SwapListQuery.pick({ limit: true }).extend({
  cursor: swapSignature.optional(),
});
export const OwnSwaps = z.object({
  results: z.array(OwnSwap),
  next: swapSignature.nullable(),
});
export type OwnSwaps = z.output<typeof OwnSwaps>;

/** The points of a user, and how those of this week are counted: floor(min(usd - reversed_usd, 1200) / 2). */
export const Points = z
  .object({
    balance: z.int().min(0),
    week: z.object({
      start: z.iso.datetime(),
      end: z.iso.datetime(),
      points: z.int().min(0).max(600),
      most: z.literal(600),
      usd: decimal.describe("Value of the week's finalized swaps"),
      reversed_usd: decimal.describe(
        "Of that, what was swapped back within 10 minutes; it earns nothing",
      ),
    }),
  })
  .meta({ id: "Points" });
export type Points = z.output<typeof Points>;

/** A change with the swap that caused it. */
export const PointsHistoryEntry = PointsEntry.omit({ swap: true }).extend({
  swap: z.object({
    signature: swapSignature,
    in: side,
    out: side,
    usd: decimal.nullable(),
    reversed_usd: decimal.describe("Of that, what was swapped back within 10 minutes, so far"),
    block_time: time.nullable(),
  }),
});
export type PointsHistoryEntry = z.output<typeof PointsHistoryEntry>;
export const PointsHistory = z
  .object({
    results: z.array(PointsHistoryEntry),
    next: z.int().nullable().describe("Give it as `before` for the next page"),
  })
  .meta({ id: "PointsHistory" });
export type PointsHistory = z.output<typeof PointsHistory>;

/** What the signed-in wallet pays, and where it holds its tokens. */
export const SwapFeeAnswer = z.object({
  fee_ppm: z.int().min(0),
  is_referred: z.boolean().describe("The fee is a tenth lower"),
  token_accounts: z
    .record(z.string(), pubkey)
    .describe("The wallet's own, by asset, whether they exist or not; SOL is in the wallet itself"),
});
export type SwapFeeAnswer = z.output<typeof SwapFeeAnswer>;

/** How swaps are made here; null where they cannot be. */
export const SwapTermsAnswer = z.object({
  swaps: z
    .object({
      network: z.string(),
      simulated: z.boolean(),
      sandbox_url: z.string().nullable().describe("Shows transactions of a simulated chain"),
      pools: z.array(
        z.object({ venue: z.string(), address: pubkey, vault_a: pubkey, vault_b: pubkey }),
      ),
      routes_url: z
        .url()
        .nullable()
        .describe(
          "`GET {routes_url}/swap/v2/build` answers in the form of Jupiter's Swap API. Null where routes pass `pools` alone",
        ),
      assets: z.array(asset).describe("Assets that can be swapped on this network"),
      fee_accounts: z.record(z.string(), pubkey).describe("Fee accounts by mint"),
      reference: pubkey,
      fee_ppm: z.int().min(0),
      destinations: z
        .array(
          z.object({
            network: z.enum(DESTINATION_NETWORKS),
            simulated: z.boolean(),
            quote_url: z
              .url()
              .describe("`GET {quote_url}/quote` and `/status` answer in the form of LiFi's API"),
            from_chain: z.string().describe("Name of this network at the relay"),
            to_chain: z.string(),
            venue: z.string().describe("Name in the route of plans"),
            assets: z.array(asset),
            deposit_accounts: z
              .record(z.string(), pubkey)
              .describe("Deposit accounts of the relay, by mint"),
          }),
        )
        .describe("Networks to which swaps lead"),
    })
    .nullable(),
});
export type SwapTermsAnswer = z.output<typeof SwapTermsAnswer>;
