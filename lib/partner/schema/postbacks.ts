/** Which events of partners were announced, and the postbacks that partners have sent to their own addresses. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type PartnerEvent, POSTBACK_STATES } from "#lib/protocol/partner/postbacks.ts";
import { ATTEMPT_FAILURES } from "#lib/protocol/webhooks.ts";
import { partners } from "./partner.ts";

/** Unix milliseconds. */
const time = (name: string) => bigint(name, { mode: "number" });

/** How far the ledger of a partner is announced; moves in the transaction that announces. */
export const partnerAnnouncementMarks = pgTable("partner_announcement_marks", {
  partnerId: text("partner_id")
    .primaryKey()
    .references(() => partners.id),
  /** The last row of the ledger whose fee is announced, and when that was. */
  feeSeq: bigint("fee_seq", { mode: "number" }).notNull(),
  feesAt: time("fees_at").notNull(),
  /** The last row of the ledger whose payment is announced. */
  paidSeq: bigint("paid_seq", { mode: "number" }).notNull(),
});

export const partnerPostbacks = pgTable("partner_postbacks", {
  partnerId: text("partner_id")
    .primaryKey()
    .references(() => partners.id),
  /** With macros such as `{sub}`. */
  url: text().notNull(),
  events: jsonb().$type<PartnerEvent[]>().notNull(),
  /** When it was paused after many failures; null: it is active. */
  pausedAt: time("paused_at"),
  createdAt: time("created_at").notNull(),
});

export const partnerPostbackCalls = pgTable(
  "partner_postback_calls",
  {
    /** `pbk_…` */
    id: text().primaryKey(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    event: text().$type<PartnerEvent>().notNull(),
    /** What the event is about and its state; with the event it is called once. */
    subject: text().notNull(),
    /** Values of the macros. */
    macros: jsonb().$type<Record<string, string>>().notNull(),
    isTest: boolean("is_test").notNull().default(false),
    state: text({ enum: POSTBACK_STATES }).notNull(),
    attempts: integer().notNull(),
    /** When the next attempt may begin; while one is under way, the end of its lease. Null: it has ended. */
    dueAt: time("due_at"),
    createdAt: time("created_at").notNull(),
    /** Of the last attempt. */
    attemptedAt: time("attempted_at"),
    url: text(),
    status: integer(),
    failure: text({ enum: ATTEMPT_FAILURES }),
  },
  (table) => [
    index("partner_postback_calls_due").on(table.dueAt).where(sql`due_at is not null`),
    index().on(table.partnerId, table.createdAt),
    uniqueIndex("partner_postback_calls_once")
      .on(table.partnerId, table.event, table.subject)
      .where(sql`not is_test`),
  ],
);
