/** Orders that a machine proposed with its key or grant, for their owner to sign. */
import { index, jsonb, numeric, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import {
  STAGED_ORDER_ACTIONS,
  STAGED_ORDER_SOURCES,
  STAGED_ORDER_STATES,
} from "#lib/protocol/staged-orders.ts";
import type { StagedTarget } from "#lib/protocol/wire/staged-order.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const stagedOrders = pgTable(
  "staged_orders",
  {
    /** `sto_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Base58 public key of the wallet that is to sign. */
    account: text().notNull(),
    sourceKind: text("source_kind", { enum: STAGED_ORDER_SOURCES }).notNull(),
    /** Id of the key or of the grant. */
    sourceId: text("source_id").notNull(),
    /** The key's or the client's name at that time. */
    sourceName: text("source_name").notNull(),
    /** The proposer's own reference: the same reference from the same source is the same proposal. */
    reference: text(),
    /** `sig_…`, the signal that the proposer names. */
    signalId: text("signal_id"),
    action: text({ enum: STAGED_ORDER_ACTIONS }).notNull().default("place"),
    /** The open order that is changed or cancelled, as it was at the proposal. */
    target: jsonb().$type<StagedTarget>(),
    /** The order as it would be placed, field for field; of a change the order as it would be, of a cancellation as it is. */
    order: jsonb().$type<PlaceOrderBody>().notNull(),
    /** Orders that protect what it fills, placed with it under the same signature. */
    protection: jsonb().$type<PlaceOrderBody[]>().notNull().default([]),
    /** What the market looked like at the proposal: decimals as strings. */
    snapshot: jsonb().$type<Record<string, string | null>>().notNull(),
    /** USDC that count against the proposer's limit of a day; null for a cancellation. */
    countedNotional: numeric("counted_notional"),
    /** The proposer's reason. A machine wrote it, so pages show it as a quotation. */
    reason: text(),
    state: text({ enum: STAGED_ORDER_STATES }).notNull().default("waiting"),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    decidedAt: moment("decided_at"),
    /** When it reached its final state; null while it waits or its result is unknown. */
    endedAt: moment("ended_at"),
    /** Lowercase hex of the signed digest, by which the venue finds the order. */
    digest: text(),
    /** The signed request as it is sent, so that the same bytes can be sent again: headers and body. */
    signed: jsonb().$type<{ headers: Record<string, string>; body: string }>(),
    /** The venue's order record. */
    result: jsonb().$type<Record<string, unknown>>(),
    /** Code and text of the venue's refusal. */
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
  },
  (table) => [
    index().on(table.userId, table.createdAt),
    index().on(table.state, table.expiresAt),
    index().on(table.endedAt),
    unique().on(table.sourceId, table.reference),
  ],
);
