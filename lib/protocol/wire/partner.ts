/**
 * Answers of the partner endpoints (docs/api/partner.md). Amounts are decimal strings in USD in full
 * precision: fees with up to 9 digits behind the point, earnings with up to 11, payments with up to 6. Times are ISO 8601 in UTC with
 * milliseconds. Reads with the same `ledger_seq` and `as_of` always agree.
 */
import { z } from "zod";
import {
  GRANULARITIES,
  LEDGER_KINDS,
  NOTICE_KINDS,
  ORIGINS,
  PAYOUT_SCHEDULES,
  REFERRAL_VIAS,
  REVIEW_STATES,
  SETTLEMENT_STATES,
} from "#lib/protocol/partner/enumerations.ts";
import { FEE_SOURCES, PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import { PARTNER_EVENTS, POSTBACK_STATES } from "#lib/protocol/partner/postbacks.ts";
import { ATTEMPT_FAILURES } from "#lib/protocol/webhooks.ts";

const amount = z.string().regex(/^-?\d+(?:\.\d+)?$/);
const moment = z.iso.datetime({ precision: 3 });
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const next = z.string().nullable();

/** The snapshot of an answer: requests with its `as_of` and `as_of_seq` read the same snapshot. */
const at = {
  as_of: moment,
  /** The last row of the partner's ledger that counts; 0 for a ledger without rows. */
  ledger_seq: z.int(),
};
const At = z.strictObject(at);
export type At = z.output<typeof At>;

const figures = {
  /** Charged fees less those reversed. */
  fees: amount,
  /** What the partner earned from them. */
  earned: amount,
  /** Number of fees less those reversed. */
  count: z.int(),
};

/** Booked figures: a reversal counts against the time at which it was booked. */
const Figures = z.strictObject(figures);
export type Figures = z.output<typeof Figures>;

const ProductFigures = z.strictObject({ product: z.enum(PRODUCTS), ...figures });
export type ProductFigures = z.output<typeof ProductFigures>;

const split = { ...figures, by_product: z.array(ProductFigures), copy: Figures };

const productSums = {
  /** The referred fees in the window; those of the products add up to `referred_fees_30d`. */
  fees_30d: amount,
  /** Booked in the window. */
  earned_30d: amount,
  fees_total: amount,
  earned_total: amount,
};
const rate = { level: z.int(), share_percent: z.int() };

const LevelRule = z.strictObject({ level: z.int(), threshold: amount, share_percent: z.int() });
export type LevelRule = z.output<typeof LevelRule>;

const ruleset = z.strictObject({
  id: z.string(),
  window_hours: z.int(),
  levels: z.array(LevelRule),
});

const RolloffStep = z.strictObject({
  /** At this instant fees turn 720 h old and the level falls, when nothing new comes. */
  at: moment,
  ...rate,
  /** Fees in the window then. */
  fees_30d: amount,
  /** New referred fees before `at` that would keep the present level. */
  to_hold: amount,
});
export type RolloffStep = z.output<typeof RolloffStep>;

const balances = { accrued: amount, settled: amount, in_transit: amount, pending: amount };

export const PartnerSummary = z.strictObject({
  ...at,
  ...rate,
  /** Fees of the window: those with `from` < accrued_at ≤ `to`, without those that have been reversed. */
  referred_fees_30d: amount,
  window: z.strictObject({ from: moment, to: moment }),
  by_product: z.array(
    z.strictObject({
      product: z.enum(PRODUCTS),
      ...productSums,
      /** Copy trading is part of perp; null for the other products. */
      of_which_copy: z.strictObject(productSums).nullable(),
    }),
  ),
  /** Null at the highest level. */
  next_level: z
    .strictObject({
      ...rate,
      threshold: amount,
      remaining: amount,
      /** Reached share of the threshold, 0 to 1 with 4 digits, rounded down. */
      progress: z.string().regex(/^0\.\d{4}$/),
      /** Fees of the last seven days, and when they reach the threshold at that pace within 30 days; null: they do not. */
      pace: z.strictObject({ fees_7d: amount, reached_at: moment.nullable() }),
    })
    .nullable(),
  /** How the level falls without new fees. */
  rolloff: z.array(RolloffStep),
  /** The window's fees at instants of the next 30 days without new fees; the first is now. */
  forecast: z.array(z.strictObject({ at: moment, fees_30d: amount })),
  /** `accrued = settled + in_transit + pending`: three separate reads, compared in each answer. */
  balances: z.strictObject({ ...balances, reconciles: z.boolean() }),
  /** The time of the first row; null for a ledger without rows. */
  first_accrued_at: moment.nullable(),
  referrals: z.int(),
  referral: z.strictObject({ code: z.string(), url: z.url(), discount_percent: z.int() }),
  ruleset,
  /** SHA-256 over the ledger up to `ledger_seq`, hex. */
  head_hash: hash,
  /** Some of the rows were made by a simulation. */
  simulated: z.boolean(),
});
export type PartnerSummary = z.output<typeof PartnerSummary>;

/** What the partner calls a referral, and noted about it; null: nothing. Always the present one, whatever the snapshot. */
const label = { alias: z.string().nullable(), note: z.string().nullable() };

/** `PATCH /api/v1/partner/referrals/{id}` */
export const ReferralLabel = z.strictObject({ id: z.string(), ...label });
export type ReferralLabel = z.output<typeof ReferralLabel>;

const tag = z
  .string()
  .nullable()
  .meta({ examples: ["newsletter"] });

const Referral = z.strictObject({
  /** `ref_…`, a pseudonym. */
  id: z.string(),
  /** First and last four characters. */
  wallets: z.array(z.string()),
  joined_at: moment,
  /** `set`: the venue charges the discounted fee to all wallets; `pending`: to some not yet. */
  discount: z.enum(["set", "pending"]),
  last_fee_at: moment.nullable(),
  /** In the requested range, of the requested product. */
  figures: Figures,
  by_product: z.array(ProductFigures),
  copy: Figures,
  /** The figures of all time, of the requested product. */
  total: Figures,
  simulated: z.boolean(),
  /** `held`: looks like the partner's own, and is not paid until the operator has accepted it. Null: nothing was noticed. */
  review: z.enum(REVIEW_STATES).nullable(),
  ...label,
  /** Code of the link by which the person came; null: the operator imported the referral. */
  link: z.string().nullable(),
  /** `link`: followed; `code`: typed at the sign-up or after; `import`: from a list of the operator. Null: before it was stored. */
  via: z.enum(REFERRAL_VIAS).nullable(),
  /** Sub-id and UTM parameters of the followed address; null: it had none. */
  tags: z.strictObject({
    sub: tag,
    utm_source: tag,
    utm_medium: tag,
    utm_campaign: tag,
    utm_content: tag,
    utm_term: tag,
  }),
});
export type Referral = z.output<typeof Referral>;

export const ReferralPage = z.strictObject({
  ...at,
  from: moment.nullable(),
  to: moment.nullable(),
  /** The number of referrals on all pages; with `search`, of those that match. */
  count: z.int(),
  results: z.array(Referral),
  next,
});
export type ReferralPage = z.output<typeof ReferralPage>;

/** Start (inclusive) and end (exclusive) of the hour, day, week or month in the time zone, clipped to the range. */
const EarningBucket = z.strictObject({ from: moment, to: moment, ...split });
export type EarningBucket = z.output<typeof EarningBucket>;

/** `GET /api/v1/partner/earnings` with `granularity`. */
const EarningBuckets = z.strictObject({
  ...at,
  granularity: z.enum(GRANULARITIES),
  tz: z.string(),
  from: moment,
  to: moment,
  /** The figures of the whole range, on all pages. */
  totals: z.strictObject(split),
  results: z.array(EarningBucket),
  next,
});
export type EarningBuckets = z.output<typeof EarningBuckets>;

/** One fee or its reversal, with the reason for its rate. */
const EarningEntry = z.strictObject({
  seq: z.int(),
  kind: z.enum(["accrual", "reversal"]),
  /** When it counts. */
  accrued_at: moment,
  /** When it happened; a late arrival counts when it arrives. */
  occurred_at: moment,
  product: z.enum(PRODUCTS),
  source: z.enum(FEE_SOURCES),
  referral_id: z.string(),
  /** The charged fee, which is the basis; negative for a reversal. */
  fee: amount,
  /** Before the discount. */
  gross: amount,
  /** `level`: the level before this fee was counted. */
  ...rate,
  /** Fees of the window before this fee counted, which set the level. */
  window_fees: amount,
  ruleset: z.string(),
  earned: amount,
  reverses_seq: z.int().nullable(),
  reversed_by_seq: z.int().nullable(),
  origin: z.enum(ORIGINS),
  simulated: z.boolean(),
  hash,
  /** Code of the link by which the referral came; null: imported. Not part of the ledger. */
  link: z.string().nullable(),
});
export type EarningEntry = z.output<typeof EarningEntry>;

/** `GET /api/v1/partner/earnings` without `granularity`, newest first. */
const EarningEntries = z.strictObject({
  ...at,
  from: moment.nullable(),
  to: moment.nullable(),
  results: z.array(EarningEntry),
  next,
});
export type EarningEntries = z.output<typeof EarningEntries>;

export const Earnings = z.union([EarningBuckets, EarningEntries]);

export const Settlement = z.strictObject({
  /** `stl_…` */
  id: z.string(),
  created_at: moment,
  /** Everything that had accrued until then. */
  period_end: moment,
  /** USDC. */
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
});
export type Settlement = z.output<typeof Settlement>;

export const SettlementPage = z.strictObject({
  ...at,
  /** The sums of all settlements, on all pages: USDC. */
  totals: z.strictObject({ settled: amount, in_transit: amount }),
  results: z.array(Settlement),
  next,
});
export type SettlementPage = z.output<typeof SettlementPage>;

/** A ledger row under the names of the CSV file: the hashed fields and the hash. */
const StatementEntry = z.strictObject({
  seq: z.int(),
  kind: z.enum(LEDGER_KINDS),
  accrued_at: moment,
  occurred_at: moment,
  debit: z.string(),
  credit: z.string(),
  /** Above zero. */
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
  /** Identifies trade and order without revealing whose they were. */
  reference: z.string(),
  origin: z.enum(ORIGINS),
  simulated: z.boolean(),
  /** SHA-256 of the hash before, a line feed, and the line of this row. */
  hash,
});
export type StatementEntry = z.output<typeof StatementEntry>;

/** The ledger between two rows. */
const StatementEdge = z.strictObject({
  /** The row before; 0 before the first one. */
  seq: z.int(),
  hash,
  balances: z.strictObject(balances),
  /** The balances by account: those with a balance, and the partner's own. Debits equal credits. */
  accounts: z.array(
    z.strictObject({ account: z.string(), side: z.enum(["debit", "credit"]), amount }),
  ),
});
export type StatementEdge = z.output<typeof StatementEdge>;

/**
 * A statement (`GET /api/v1/partner/statement`) in its JSON form: every ledger row of a range and the balances before and after it,
 * with the hash chain that proves that no row is missing or changed. The answer is a file, which is not validated when it is sent.
 */
export const PartnerStatementFile = z.strictObject({
  ...at,
  partner: z.strictObject({ id: z.string(), code: z.string() }),
  /** Null: from the first row on. */
  from: moment.nullable(),
  /** Exclusive. */
  to: moment,
  tz: z.string(),
  /** At `as_of`, whatever the range. */
  now: z.strictObject({ ...rate, referred_fees_30d: amount, head_hash: hash }),
  opening: StatementEdge,
  closing: StatementEdge,
  /** Sums of the range: accrued less reversed, and settled, paid and returned. */
  totals: z.strictObject({ ...split, settlements: amount, payments: amount, returns: amount }),
  ruleset,
  simulated: z.boolean(),
  /** A compact JWS over what identifies the statement: partner, range, snapshot, both ends of the chain, and a hash of the balances. */
  signature: z.string(),
  /** Oldest first. */
  entries: z.array(StatementEntry),
});
export type PartnerStatementFile = z.output<typeof PartnerStatementFile>;

const brought = {
  /** Referrals who signed up in the range. */
  sign_ups: z.int(),
  /** Those of them who have paid a fee. */
  traders: z.int(),
  /** Of all referrals of the link, booked in the range, of the requested product. */
  figures: Figures,
};

const PartnerLink = z.strictObject({
  code: z.string(),
  url: z.url(),
  /** Null for the first link, which is the `referral` of the summary. */
  name: z.string().nullable(),
  is_first: z.boolean(),
  created_at: moment,
  /** Visits in the range, at most one per browser and day; counted by day in UTC, the first and the last day whole. */
  clicks: z.int(),
  /** Sign-ups of people who followed the link, by clicks: 0 to 1 with 4 digits, rounded down. Null: none can be computed. */
  conversion: z
    .string()
    .regex(/^[01]\.\d{4}$/)
    .nullable()
    .meta({ examples: ["0.2500"] }),
  ...brought,
});
export type PartnerLink = z.output<typeof PartnerLink>;

/** `GET /api/v1/partner/links`: all links, the first one first. `most`: how many a partner may have. */
export const PartnerLinks = z.strictObject({
  ...at,
  from: moment.nullable(),
  to: moment,
  results: z.array(PartnerLink),
  /** Referrals that came by no link, because the operator imported them: with `results` they make the whole. */
  without_link: z.strictObject(brought),
  most: z.int(),
});
export type PartnerLinks = z.output<typeof PartnerLinks>;

/** `GET /api/v1/account/referral`: by whose link the signed-in person came. */
export const OwnReferral = z.strictObject({
  /** Code of the partner's link, null when the operator imported the referral, and since when fees are lower. Null: no partner. */
  referral: z.strictObject({ code: z.string().nullable(), since: moment }).nullable(),
  /** Until when a code can be entered; null: no longer, or not needed. */
  open_until: moment.nullable(),
  /** What a referred person pays less in fees. */
  discount_percent: z.int(),
});
export type OwnReferral = z.output<typeof OwnReferral>;

const PostbackCall = z.strictObject({
  /** Also in the header `X-Svc-Delivery-Id`. */
  id: z.string().meta({ examples: ["pbk_0123456789abcdef01234567"] }),
  event: z.enum(PARTNER_EVENTS),
  test: z.boolean(),
  state: z.enum(POSTBACK_STATES),
  attempts: z.int(),
  created_at: moment,
  attempted_at: moment.nullable(),
  next_attempt_at: moment.nullable(),
  /** The called address, with the values of its macros. */
  url: z.string().nullable(),
  status: z.int().nullable(),
  failure: z.enum(ATTEMPT_FAILURES).nullable(),
});
export type PostbackCall = z.output<typeof PostbackCall>;

/** `/api/v1/partner/postback` */
export const Postback = z.strictObject({
  postback: z
    .strictObject({
      /** With macros. */
      url: z.string(),
      events: z.array(z.enum(PARTNER_EVENTS)),
      /** When it was paused after ten calls in a row that failed; setting it resumes it. */
      paused_at: moment.nullable(),
      created_at: moment,
    })
    .nullable(),
  /** The latest, newest first. */
  calls: z.array(PostbackCall),
});
export type Postback = z.output<typeof Postback>;

/** When and from which amount on the operator pays partners. */
const PayoutTerms = z.strictObject({
  /** Whether payouts are set up: the service reads the chain on which they are paid. */
  available: z.boolean(),
  /** Day of the month in UTC; null: the operator decides when, without a fixed day. */
  day: z.int().nullable(),
  /** The next beginning of that day. */
  next_at: moment.nullable(),
  /** USDC; smaller amounts stay pending. */
  minimum: amount,
  /** Until another payout wallet is paid. */
  wallet_wait_hours: z.int(),
});
export type PayoutTerms = z.output<typeof PayoutTerms>;

/** Lines on the PDF statement, so that it serves as an invoice or a credit note. */
export const Payee = z.strictObject({
  name: z.string().meta({ examples: ["Ada Example Ltd"] }),
  /** Its lines. */
  address: z.array(z.string()).meta({ examples: [["1 High Street", "London"]] }),
  tax_id: z.string().meta({ examples: ["GB 123 456 789"] }),
});
export type Payee = z.output<typeof Payee>;

/** `GET /api/v1/partner`. `partner` is null before the user has joined. */
export const PartnerProfile = z.strictObject({
  payouts: PayoutTerms,
  partner: z
    .strictObject({
      id: z.string(),
      code: z.string(),
      url: z.url(),
      joined_at: moment,
      /** Where earnings are paid to; null until a wallet is linked and chosen. */
      payout_address: z.string().nullable(),
      /** The wallet that takes its place, and when; null when no change waits. */
      payout_next: z.strictObject({ address: z.string(), at: moment }).nullable(),
      /** Wallets of the account; the payout wallet may be one of them. */
      payout_choices: z.array(z.string()),
      payout_schedule: z.enum(PAYOUT_SCHEDULES),
      /** USDC below which the partner wants no payout: its own choice, or the operator's minimum. */
      payout_minimum: amount,
      /** Whether the partner chose the minimum. */
      payout_minimum_is_own: z.boolean(),
      /** When the partner asked for a payout that was not created yet. */
      payout_requested_at: moment.nullable(),
      /** The next day on which the partner can be paid by these terms; null: no fixed day, or a request is needed. */
      payout_at: moment.nullable(),
      /** Payouts that are created and not final, oldest first. */
      in_preparation: z.array(
        z.strictObject({
          settlement_id: z.string(),
          /** USDC. */
          amount,
          created_at: moment,
          state: z.enum(["created", "submitted"]),
        }),
      ),
      /** The latest payout that was paid; null before the first one. */
      last_paid: z.strictObject({ amount, created_at: moment, paid_at: moment }).nullable(),
      /** What statements print of the payee; null: nothing. */
      payee: Payee.nullable(),
      /** Notices by mail, to the addresses of the account. */
      mail_notices: z.boolean(),
    })
    .nullable(),
});
export type PartnerProfile = z.output<typeof PartnerProfile>;

const PartnerNotice = z.strictObject({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  at: moment,
  /** level_*: from, to (levels), share_percent; level_falls_*: also at, to_hold. settlement_*: settlement_id, amount, signature, failure. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  read_at: moment.nullable(),
});
export type PartnerNotice = z.output<typeof PartnerNotice>;

export const NoticePage = z.strictObject({
  results: z.array(PartnerNotice),
  unread: z.int(),
  next,
});
export type NoticePage = z.output<typeof NoticePage>;
