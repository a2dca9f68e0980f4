/** Purchases of USDC with a card, and what the provider has reported about them. Times are Unix milliseconds. */
import { sql } from "drizzle-orm";
import { bigint, index, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import {
  FIAT_CURRENCIES,
  ONRAMP_PROVIDERS,
  PURCHASE_STATES,
  UNDELIVERED_REASONS,
} from "#lib/protocol/onramp.ts";
import { SOLANA_NETWORKS } from "#lib/protocol/solana.ts";

const time = (name: string) => bigint(name, { mode: "number" });
/** 1e-6 USDC. */
const units = (name: string) => numeric(name, { precision: 38, scale: 0, mode: "bigint" });

export const onrampPurchases = pgTable(
  "onramp_purchases",
  {
    /** `onr_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    provider: text({ enum: ONRAMP_PROVIDERS }).notNull(),
    network: text({ enum: SOLANA_NETWORKS }).notNull(),
    /** Of USDC, base58. */
    mint: text().notNull(),
    /** The wallet of the session which began it, base58: only this wallet is paid. */
    wallet: text().notNull(),
    /** Decimal text in the currency. */
    amount: text().notNull(),
    currency: text({ enum: FIAT_CURRENCIES }).notNull(),
    status: text({ enum: PURCHASE_STATES }).notNull(),
    reason: text({ enum: UNDELIVERED_REASONS }),
    providerTransaction: text("provider_transaction"),
    /** The finalized payment, and what arrived by it. */
    signature: text(),
    units: units("units"),
    createdAt: time("created_at").notNull(),
    changedAt: time("changed_at").notNull(),
  },
  (table) => [
    index("onramp_purchases_of_user").on(table.userId, table.createdAt),
    // A payment delivers one purchase.
    uniqueIndex("onramp_purchases_payment").on(table.network, table.signature),
  ],
);

export const onrampCallbacks = pgTable(
  "onramp_callbacks",
  {
    /** SHA-256 of provider and bytes in hex: a repeated callback is the same row. */
    digest: text().primaryKey(),
    purchaseId: text("purchase_id")
      .notNull()
      .references(() => onrampPurchases.id, { onDelete: "cascade" }),
    /** The state that it reports. */
    state: text({ enum: PURCHASE_STATES }).notNull(),
    /** The payment that it names, and how much it says was sent. */
    signature: text(),
    units: units("units"),
    receivedAt: time("received_at").notNull(),
    /** When the chain is asked for the payment; null: not any more. */
    pollAt: time("look_at"),
    /** When the node first answered that it does not show the payment as final; null before. */
    openSince: time("open_since"),
    /** What the last look found, unless it delivered; null before the first one. */
    reason: text({ enum: UNDELIVERED_REASONS }),
  },
  (table) => [
    index("onramp_callbacks_of_purchase").on(table.purchaseId),
    index("onramp_callbacks_due").on(table.pollAt).where(sql`look_at is not null`),
  ],
);
