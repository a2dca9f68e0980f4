/** Requests and responses for purchases of USDC with a card. */
import { z } from "zod";
import {
  FIAT_CURRENCIES,
  ONRAMP_PROVIDERS,
  PURCHASE_STATES,
  UNDELIVERED_REASONS,
} from "#lib/protocol/onramp.ts";
import { swapSignature } from "./swaps.ts";
import { decimal, nextPage, pubkey, time } from "./values.ts";

export const purchaseId = z.string().regex(/^onr_[0-9a-f]{24}$/);

/** How USDC is bought here; null where it cannot be. */
export const OnrampTerms = z.object({
  onramp: z
    .object({
      provider: z.enum(ONRAMP_PROVIDERS),
      name: z.string().describe("Name of the provider"),
      host: z.string().describe("Host of its checkout"),
      simulated: z.boolean().describe("No real money is paid"),
      currencies: z.array(z.enum(FIAT_CURRENCIES)),
      least: decimal,
      most: decimal,
    })
    .nullable(),
});
export type OnrampTerms = z.output<typeof OnrampTerms>;

export const StartPurchase = z.strictObject({
  amount: decimal.describe("Amount of the currency, at most two decimals"),
  currency: z.enum(FIAT_CURRENCIES),
});

export const Purchase = z
  .object({
    id: purchaseId,
    status: z.enum(PURCHASE_STATES),
    reason: z
      .enum(UNDELIVERED_REASONS)
      .nullable()
      .describe("Why a paid purchase is not delivered; null otherwise"),
    provider: z.enum(ONRAMP_PROVIDERS),
    provider_transaction: z.string().nullable().describe("The provider's own id, for its support"),
    network: z.string(),
    simulated: z.boolean(),
    wallet: pubkey.describe("The session's wallet, which gets the USDC"),
    amount: decimal,
    currency: z.enum(FIAT_CURRENCIES),
    usdc: decimal.nullable().describe("USDC that arrived on the chain; null before"),
    transaction: swapSignature.nullable().describe("The finalized payment"),
    explorer_url: z.url().nullable(),
    checkout_url: z
      .url()
      .nullable()
      .describe(
        "The provider's checkout, signed; null once it has begun, and for a session of another wallet",
      ),
    created_at: time,
    changed_at: time,
  })
  .meta({ id: "Purchase" });
export type Purchase = z.output<typeof Purchase>;

export const PurchaseParams = z.object({ id: purchaseId });

export const PurchasesQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: purchaseId.optional(),
});
export const Purchases = z.object({ results: z.array(Purchase), next: nextPage });
export type Purchases = z.output<typeof Purchases>;
