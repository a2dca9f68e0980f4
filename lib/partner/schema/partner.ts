/**
 * The partner programme (docs/decisions/030-partner-figures-are-differences.md). Rows of the ledger are added and never changed: triggers
 * of the migration see to it. Times of the ledger are Unix milliseconds: a fee counts for exactly 720 h.
 */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import { users } from "#lib/platform/schema/users.ts";
import {
  LEDGER_KINDS,
  ORIGINS,
  PAYOUT_SCHEDULES,
  REFERRAL_VIAS,
  REVIEW_REASONS,
  REVIEW_STATES,
  SETTLEMENT_STATES,
} from "#lib/protocol/partner/enumerations.ts";
import { FEE_SOURCES, PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import type { ReferralTags } from "#lib/protocol/partner/referral-tags.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const whole = (name: string) => bigint(name, { mode: "number" });
/** Whole units of 1e-9 USD (fees) or of 1e-11 USD (earnings): int8 would end at 92 million USD of the latter. */
const units = (name: string) => numeric(name, { precision: 38, scale: 0, mode: "bigint" });

export const partners = pgTable("partners", {
  /** `ptr_…` */
  id: text().primaryKey(),
  userId: text("user_id")
    .notNull()
    .unique()
    .references(() => users.id),
  /** In links, for good: a to z, 0 to 9, hyphens. */
  code: text().notNull().unique(),
  /** Base58 public key of the wallet that is paid; null until there is one. */
  payoutAddress: text("payout_address"),
  /** The wallet that takes its place at `payoutNextAt`; null when no change waits. */
  payoutNext: text("payout_next"),
  payoutNextAt: moment("payout_next_at"),
  payoutSchedule: text("payout_schedule", { enum: PAYOUT_SCHEDULES })
    .notNull()
    .default("every_run"),
  /** Base units of USDC below which this partner wants no payout; null: the operator's. */
  payoutMinimum: units("payout_minimum"),
  /** When the partner last asked for a payout that was not created yet; null: not. */
  payoutRequestedAt: moment("payout_requested_at"),
  /** Name, address and tax id on statements: JSON, encrypted for the partner; null: none. */
  payee: text(),
  mailNotices: boolean("mail_notices").notNull().default(true),
  /** Language of the page on which the partner last read notices; null before that. */
  locale: text({ enum: MAIL_LOCALES }),
  createdAt: moment("created_at").notNull(),
});

/** People whom a partner brought: one partner a person, for life. */
export const partnerReferrals = pgTable(
  "partner_referrals",
  {
    /** `ref_…`, the only name of the person that the partner sees. */
    id: text().primaryKey(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    userId: text("user_id")
      .notNull()
      .unique()
      .references(() => users.id),
    /** Earlier fees do not count. */
    boundAt: whole("bound_at").notNull(),
    simulated: boolean().notNull().default(false),
    /** The followed link; null: the partner's first one, or none for an import. */
    linkCode: text("link_code"),
    /** Null: not stored, before it was. */
    via: text({ enum: REFERRAL_VIAS }),
    /** False until its event was announced to the partner's webhooks and postback. */
    isAnnounced: boolean("is_announced").notNull().default(true),
    /** Sub-id and UTM parameters of the followed address; erased with either account. */
    tags: jsonb().$type<ReferralTags>().notNull().default({}),
    /** What the partner calls the person, and what they noted; both end with either account. */
    alias: text(),
    note: text(),
    /** Null: nothing looks like the partner's own. What a held or rejected one earned is not paid. */
    review: text({ enum: REVIEW_STATES }),
    reviewReason: text("review_reason", { enum: REVIEW_REASONS }),
  },
  (table) => [
    index().on(table.partnerId, table.boundAt, table.id),
    index("partner_referrals_to_announce").on(table.partnerId).where(sql`not is_announced`),
    index("partner_referrals_in_review")
      .on(table.partnerId)
      .where(sql`review in ('held', 'rejected')`),
  ],
);

/** Further links of a partner; the first one is `partners.code`. No code is both. */
export const partnerLinks = pgTable(
  "partner_links",
  {
    /** As that of the first link, for good. */
    code: text().primaryKey(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    name: text().notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [index().on(table.partnerId, table.createdAt)],
);

/** How often links were followed, by day in UTC; nothing of who did. */
export const partnerClicks = pgTable(
  "partner_clicks",
  {
    /** The code of a first or a further link. */
    code: text().notNull(),
    day: date().notNull(),
    clicks: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.day] }),
    check("partner_clicks_some", sql`clicks > 0`),
  ],
);

/**
 * Sign-ups without a partner in a browser in which a partner was signed in: should the person type a code of that partner later, the
 * referral is held. A row counts for as long as a code can be typed.
 */
export const partnerBrowserSignUps = pgTable("partner_browser_sign_ups", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  partnerId: text("partner_id")
    .notNull()
    .references(() => partners.id),
  createdAt: whole("created_at").notNull(),
});

/** Wallets of referred people: each belongs to its referral for good, no matter who links it later. */
export const partnerAccounts = pgTable(
  "partner_accounts",
  {
    /** Base58 public key. */
    account: text().primaryKey(),
    referralId: text("referral_id")
      .notNull()
      .references(() => partnerReferrals.id),
    boundAt: whole("bound_at").notNull(),
    /** When the venue accepted the discount; null: not yet. */
    discountSetAt: moment("discount_set_at"),
    /** When the chain was last asked whether the partner had funded it; null: never. */
    fundingCheckedAt: moment("funding_checked_at"),
  },
  (table) => [
    index().on(table.referralId),
    index("partner_accounts_without_discount")
      .on(table.account)
      .where(sql`discount_set_at is null`),
  ],
);

/**
 * One row is one debit, one credit and an amount above zero, so that an entry that does not balance cannot be written.
 * accrual: expense:{product} → partner:{id}:accrued. reversal: the other way. settlement: partner:{id}:accrued → settlement:{id}.
 * payment: settlement:{id} → treasury:usdc. return (the payment failed): settlement:{id} → partner:{id}:accrued.
 */
export const partnerLedger = pgTable(
  "partner_ledger",
  {
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    /** 1, 2, 3 … of this partner, without a gap. */
    seq: whole("seq").notNull(),
    /** What this row books, once: the trade and the order of a fee, the settlement of a payment. */
    key: text().notNull().unique(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    debit: text().notNull(),
    credit: text().notNull(),
    /** 1e-11 USD. */
    amount: units("amount").notNull(),
    /** Ledger time: when it happened, but never before the previous row's, nor after it was written. */
    accruedAt: whole("accrued_at").notNull(),
    occurredAt: whole("occurred_at").notNull(),
    source: text({ enum: FEE_SOURCES }),
    product: text({ enum: PRODUCTS }),
    referralId: text("referral_id").references(() => partnerReferrals.id),
    /** Charged, in 1e-9 USD: the basis. */
    fee: units("fee"),
    /** Before the discount, in 1e-9 USD. */
    gross: units("gross"),
    /** The level before this fee counted, and the fees of the window that gave it. */
    level: smallint(),
    percent: smallint(),
    windowFees: units("window_fees"),
    ruleset: text(),
    /** The row that a reversal takes back, and when that row accrued. */
    reversesSeq: whole("reverses_seq"),
    reversedAccruedAt: whole("reversed_accrued_at"),
    settlementId: text("settlement_id"),
    origin: text({ enum: ORIGINS }).notNull(),
    simulated: boolean().notNull().default(false),
    /** SHA-256 over the hash of the row before and this row's line of the statement, hex. */
    hash: char({ length: 64 }).notNull(),
    /** Balance of partner:{id}:accrued after this row, 1e-11 USD. */
    balance: units("balance").notNull(),
    /** All fees of accruals up to this row, 1e-9 USD: it never falls. */
    feesTotal: units("fees_total").notNull(),
    /** Running sums up to this row, of the partner and of the row's referral: see lib/partner/ledger/totals.ts. */
    totals: units("totals").array().notNull(),
    referralTotals: units("referral_totals").array(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.seq] }),
    index("partner_ledger_by_time").on(table.partnerId, table.accruedAt, table.seq),
    index("partner_ledger_by_fees").on(table.partnerId, table.feesTotal, table.seq),
    index("partner_ledger_by_referral")
      .on(table.partnerId, table.referralId, table.accruedAt, table.seq)
      .where(sql`referral_id is not null`),
    uniqueIndex("partner_ledger_reversals")
      .on(table.partnerId, table.reversesSeq)
      .where(sql`kind = 'reversal'`),
    index("partner_ledger_reversals_by_time")
      .on(table.partnerId, table.reversedAccruedAt)
      .where(sql`kind = 'reversal'`),
    index("partner_ledger_simulated").on(table.partnerId, table.seq).where(sql`simulated`),
    index("partner_ledger_settlements")
      .on(table.partnerId, table.seq)
      .where(sql`kind in ('settlement', 'payment', 'return')`),
    check("partner_ledger_amount", sql`amount > 0`),
    check("partner_ledger_sides", sql`debit <> credit`),
    check(
      "partner_ledger_fee",
      sql`(kind in ('accrual', 'reversal')) = (fee is not null and gross is not null and level is not null and percent is not null
        and window_fees is not null and ruleset is not null and source is not null and product is not null and referral_id is not null
        and referral_totals is not null) and (kind not in ('accrual', 'reversal') or amount = fee * percent)`,
    ),
  ],
);

/** A payout to a partner: `created` → `submitted` (a signature is known) → `confirmed` or `failed`, as the chain shows. */
export const partnerSettlements = pgTable(
  "partner_settlements",
  {
    /** `stl_…` */
    id: text().primaryKey(),
    /** `run_…`: made together. */
    runId: text("run_id").notNull(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    /** Base units of USDC. */
    amount: units("amount").notNull(),
    periodEnd: whole("period_end").notNull(),
    state: text({ enum: SETTLEMENT_STATES }).notNull(),
    network: text().notNull(),
    mint: text().notNull(),
    recipient: text().notNull(),
    signature: text(),
    slot: whole("slot"),
    /** Row of the ledger that took the amount out, and the one that ended it. */
    openedSeq: whole("opened_seq").notNull(),
    endedSeq: whole("ended_seq"),
    createdAt: whole("created_at").notNull(),
    submittedAt: whole("submitted_at"),
    endedAt: whole("ended_at"),
    failure: text(),
    simulated: boolean().notNull().default(false),
  },
  (table) => [
    index().on(table.partnerId, table.openedSeq),
    index().on(table.runId),
    index("partner_settlements_open").on(table.state).where(sql`state in ('created', 'submitted')`),
    // One transaction may pay many partners, and each of them once.
    unique().on(table.signature, table.recipient),
  ],
);

/** How far the ledger of a partner is covered by notices; written with them. */
export const partnerNoticeMarks = pgTable(
  "partner_notice_marks",
  {
    partnerId: text("partner_id")
      .primaryKey()
      .references(() => partners.id),
    /** The level of the last notice, and since when it counts: no notice describes an earlier time. */
    level: smallint().notNull(),
    levelSince: whole("level_since").notNull(),
    /** The last row of the ledger that was processed. */
    seq: whole("seq").notNull(),
    /** Falls up to this time have notices; null until the first run reaches the ledger's end. */
    checkedUntil: whole("looked_until"),
    /** When the next notice is due even without a new row; null: never. */
    dueAt: whole("due_at"),
    /** By kind and level: the times of the last notice and of the last one that was mailed, Unix milliseconds; 0: never. */
    told: jsonb().$type<Record<string, { told: number; mailed: number }>>().notNull().default({}),
  },
  (table) => [index().on(table.dueAt)],
);

/** How far each feed of fees was ingested; written in the transaction that books its fees. */
export const partnerFeeds = pgTable("partner_feeds", {
  /** `venue:` and its address. */
  feed: text().primaryKey(),
  afterSeq: whole("after_seq").notNull(),
  /** The last ingested fee, as text: a feed that shows another fee at this place is another feed. */
  lastFee: text("last_fee"),
  updatedAt: moment("updated_at").notNull(),
});
