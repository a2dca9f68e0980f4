/** What the app tells of purchases of USDC with a card, and what it takes. */
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
      name: z.string().describe("Of the provider"),
      host: z.string().describe("Where its checkout is"),
      simulated: z.boolean().describe("No real money is paid"),
      currencies: z.array(z.enum(FIAT_CURRENCIES)),
      least: decimal,
      most: decimal,
    })
    .nullable(),
});
export type OnrampTerms = z.output<typeof OnrampTerms>;

export const StartPurchase = z.strictObject({
  amount: decimal.describe("Of the currency, with at most two decimals"),
  currency: z.enum(FIAT_CURRENCIES),
});

export const Purchase = z
  .object({
    id: purchaseId,
    status: z.enum(PURCHASE_STATES),
    reason: z
      .enum(UNDELIVERED_REASONS)
      .nullable()
      .describe("Why a paid purchase is not delivered, as far as the chain shows it"),
    provider: z.enum(ONRAMP_PROVIDERS),
    provider_transaction: z.string().nullable().describe("The provider's own id, for its support"),
    network: z.string(),
    simulated: z.boolean(),
    wallet: pubkey.describe("The session's wallet, which gets the USDC"),
    amount: decimal,
    currency: z.enum(FIAT_CURRENCIES),
    usdc: decimal.nullable().describe("What arrived on the chain; null before that"),
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
