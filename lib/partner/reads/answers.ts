/** Response schemas of the partner endpoints: checked outside production, and used in the API's document. */
import "server-only";
import { z } from "zod";
import { LEDGER_KINDS, ORIGINS } from "#lib/platform/db/schema/partner.ts";
import { FEE_SOURCES, PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import {
  type EarningBuckets,
  type EarningEntries,
  GRANULARITIES,
  NOTICE_KINDS,
  type NoticePage,
  type PartnerProfile,
  type PartnerSummary,
  type ReferralPage,
  SETTLEMENT_STATES,
  type SettlementPage,
} from "#lib/protocol/partner/partner-reads.ts";
import type { PartnerStatementFile } from "#lib/protocol/partner/partner-statement.ts";

const amount = z.string().regex(/^-?\d+(?:\.\d+)?$/);
const moment = z.iso.datetime({ precision: 3 });
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const next = z.string().nullable();
const at = { as_of: moment, ledger_seq: z.int() };

const figures = { fees: amount, earned: amount, count: z.int() };
const Figures = z.strictObject(figures);
const ProductFigures = z.strictObject({ product: z.enum(PRODUCTS), ...figures });
const split = { ...figures, by_product: z.array(ProductFigures), copy: Figures };

const productSums = {
  fees_30d: amount,
  earned_30d: amount,
  fees_total: amount,
  earned_total: amount,
};
const rate = { level: z.int(), share_percent: z.int() };

const Level = z.strictObject({ level: z.int(), threshold: amount, share_percent: z.int() });

export const Summary: z.ZodType<PartnerSummary> = z.strictObject({
  ...at,
  ...rate,
  referred_fees_30d: amount,
  window: z.strictObject({ from: moment, to: moment }),
  by_product: z.array(
    z.strictObject({
      product: z.enum(PRODUCTS),
      ...productSums,
      of_which_copy: z.strictObject(productSums).nullable(),
    }),
  ),
  next_level: z
    .strictObject({
      ...rate,
      threshold: amount,
      remaining: amount,
      progress: z.string().regex(/^0\.\d{4}$/),
      pace: z.strictObject({ fees_7d: amount, reached_at: moment.nullable() }),
    })
    .nullable(),
  rolloff: z.array(z.strictObject({ at: moment, ...rate, fees_30d: amount, to_hold: amount })),
  forecast: z.array(z.strictObject({ at: moment, fees_30d: amount })),
  balances: z.strictObject({
    accrued: amount,
    settled: amount,
    in_transit: amount,
    pending: amount,
    reconciles: z.boolean(),
  }),
  first_accrued_at: moment.nullable(),
  referrals: z.int(),
  referral: z.strictObject({ code: z.string(), url: z.url(), discount_percent: z.int() }),
  ruleset: z.strictObject({
    id: z.string(),
    window_hours: z.int(),
    levels: z.array(Level),
  }),
  head_hash: hash,
  simulated: z.boolean(),
});

export const Referrals: z.ZodType<ReferralPage> = z.strictObject({
  ...at,
  from: moment.nullable(),
  to: moment.nullable(),
  count: z.int(),
  results: z.array(
    z.strictObject({
      id: z.string(),
      wallets: z.array(z.string()),
      joined_at: moment,
      discount: z.enum(["set", "pending"]),
      last_fee_at: moment.nullable(),
      figures: Figures,
      by_product: z.array(ProductFigures),
      copy: Figures,
      total: Figures,
      simulated: z.boolean(),
    }),
  ),
  next,
});

const Buckets: z.ZodType<EarningBuckets> = z.strictObject({
  ...at,
  granularity: z.enum(GRANULARITIES),
  tz: z.string(),
  from: moment,
  to: moment,
  totals: z.strictObject(split),
  results: z.array(z.strictObject({ from: moment, to: moment, ...split })),
  next,
});

const Entries: z.ZodType<EarningEntries> = z.strictObject({
  ...at,
  from: moment.nullable(),
  to: moment.nullable(),
  results: z.array(
    z.strictObject({
      seq: z.int(),
      kind: z.enum(["accrual", "reversal"]),
      accrued_at: moment,
      occurred_at: moment,
      product: z.enum(PRODUCTS),
      source: z.enum(FEE_SOURCES),
      referral_id: z.string(),
      fee: amount,
      gross: amount,
      ...rate,
      window_fees: amount,
      ruleset: z.string(),
      earned: amount,
      reverses_seq: z.int().nullable(),
      reversed_by_seq: z.int().nullable(),
      origin: z.enum(["venue", "operator"]),
      simulated: z.boolean(),
      hash,
    }),
  ),
  next,
});

/** Buckets when a granularity is given, else single fees. */
export const Earnings = z.union([Buckets, Entries]);

/** Fields of a settlement for its partner. */
export const settlementFields = {
  id: z.string(),
  created_at: moment,
  period_end: moment,
  amount,
  state: z.enum(SETTLEMENT_STATES),
  network: z.string(),
  mint: z.string(),
  recipient: z.string(),
  signature: z.string().nullable(),
  slot: z.int().nullable(),
  submitted_at: moment.nullable(),
  ended_at: moment.nullable(),
  failure: z.string().nullable(),
  explorer_url: z.url().nullable(),
  simulated: z.boolean(),
};

export const Settlements: z.ZodType<SettlementPage> = z.strictObject({
  ...at,
  totals: z.strictObject({ settled: amount, in_transit: amount }),
  results: z.array(z.strictObject(settlementFields)),
  next,
});

const Edge = z.strictObject({
  seq: z.int(),
  hash,
  balances: z.strictObject({
    accrued: amount,
    settled: amount,
    in_transit: amount,
    pending: amount,
  }),
  accounts: z.array(
    z.strictObject({ account: z.string(), side: z.enum(["debit", "credit"]), amount }),
  ),
});

/** The JSON format; the answer is a file, which is not validated when it is sent. */
export const Statement: z.ZodType<PartnerStatementFile> = z.strictObject({
  ...at,
  partner: z.strictObject({ id: z.string(), code: z.string() }),
  from: moment.nullable(),
  to: moment,
  tz: z.string(),
  now: z.strictObject({ ...rate, referred_fees_30d: amount, head_hash: hash }),
  opening: Edge,
  closing: Edge,
  totals: z.strictObject({ ...split, settlements: amount, payments: amount, returns: amount }),
  ruleset: z.strictObject({ id: z.string(), window_hours: z.int(), levels: z.array(Level) }),
  simulated: z.boolean(),
  entries: z.array(
    z.strictObject({
      seq: z.int(),
      kind: z.enum(LEDGER_KINDS),
      accrued_at: moment,
      occurred_at: moment,
      debit: z.string(),
      credit: z.string(),
      amount,
      product: z.enum(PRODUCTS).nullable(),
      source: z.enum(FEE_SOURCES).nullable(),
      referral_id: z.string().nullable(),
      fee: amount.nullable(),
      gross: amount.nullable(),
      level: z.int().nullable(),
      share_percent: z.int().nullable(),
      window_fees: amount.nullable(),
      ruleset: z.string().nullable(),
      reverses_seq: z.int().nullable(),
      settlement_id: z.string().nullable(),
      reference: z.string(),
      origin: z.enum(ORIGINS),
      simulated: z.boolean(),
      hash,
    }),
  ),
});

export const Profile: z.ZodType<PartnerProfile> = z.strictObject({
  partner: z
    .strictObject({
      id: z.string(),
      code: z.string(),
      url: z.url(),
      joined_at: moment,
      payout_address: z.string().nullable(),
      payout_choices: z.array(z.string()),
      mail_notices: z.boolean(),
    })
    .nullable(),
});

export const Notices: z.ZodType<NoticePage> = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(NOTICE_KINDS),
      at: moment,
      data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
      read_at: moment.nullable(),
    }),
  ),
  unread: z.int(),
  next,
});
