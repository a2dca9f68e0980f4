/**
 * Answers of the partner endpoints (spec 1, "Partner reporting"; docs/api/partner.md). Amounts are decimal strings in USD in full
 * precision: fees with up to 9 digits behind the point, earnings with up to 11, payments with up to 6. Times are ISO 8601 in UTC with
 * milliseconds. Reads with the same `ledger_seq` and `as_of` always agree.
 */
import type { FeeSource, Product } from "./partner-levels.ts";

/** The snapshot of an answer: requests with its `as_of` and `as_of_seq` read the same snapshot. */
export type At = {
  as_of: string;
  /** The last row of the partner's ledger that counts; 0 for a ledger without rows. */
  ledger_seq: number;
};

export const GRANULARITIES = ["hour", "day", "week", "month"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Booked figures: a reversal counts against the time at which it was booked. */
export type Figures = {
  /** Charged fees less those reversed. */
  fees: string;
  /** What the partner earned from them. */
  earned: string;
  /** Number of fees less those reversed. */
  count: number;
};

export type ProductFigures = Figures & {
  product: Product;
};

export type LevelRule = { level: number; threshold: string; share_percent: number };

export type RolloffStep = {
  /** At this instant fees turn 720 h old and the level falls, when nothing new comes. */
  at: string;
  level: number;
  share_percent: number;
  /** Fees in the window then. */
  fees_30d: string;
  /** New referred fees before `at` that would keep the present level. */
  to_hold: string;
};

export type PartnerSummary = At & {
  level: number;
  share_percent: number;
  /** Fees of the window: those with `from` < accrued_at ≤ `to`, without those that have been reversed. */
  referred_fees_30d: string;
  window: { from: string; to: string };
  by_product: {
    product: Product;
    /** The referred fees in the window; the three add up to `referred_fees_30d`. */
    fees_30d: string;
    /** Booked in the window. */
    earned_30d: string;
    fees_total: string;
    earned_total: string;
    /** Copy trading is part of perp; null for the other products. */
    of_which_copy: {
      fees_30d: string;
      earned_30d: string;
      fees_total: string;
      earned_total: string;
    } | null;
  }[];
  /** Null at the highest level. */
  next_level: {
    level: number;
    share_percent: number;
    threshold: string;
    remaining: string;
    /** Reached share of the threshold, 0 to 1 with 4 digits, rounded down. */
    progress: string;
    /** Fees of the last seven days, and when they reach the threshold at that pace within 30 days; null: they do not. */
    pace: { fees_7d: string; reached_at: string | null };
  } | null;
  /** How the level falls without new fees. */
  rolloff: RolloffStep[];
  /** The window's fees at instants of the next 30 days without new fees; the first is now. */
  forecast: { at: string; fees_30d: string }[];
  /** `accrued = settled + in_transit + pending`: three separate reads, compared in each answer. */
  balances: {
    accrued: string;
    settled: string;
    in_transit: string;
    pending: string;
    reconciles: boolean;
  };
  /** The time of the first row; null for a ledger without rows. */
  first_accrued_at: string | null;
  referrals: number;
  referral: { code: string; url: string; discount_percent: number };
  ruleset: { id: string; window_hours: number; levels: LevelRule[] };
  /** SHA-256 over the ledger up to `ledger_seq`, hex. */
  head_hash: string;
  /** Some of the rows were made by a simulation. */
  simulated: boolean;
};

export type Referral = {
  /** `ref_…`, a pseudonym. */
  id: string;
  /** First and last four characters. */
  wallets: string[];
  joined_at: string;
  /** `active`: the venue charges the discounted fee to all wallets; `pending`: to some not yet. */
  discount: "set" | "pending";
  last_fee_at: string | null;
  /** In the requested range. */
  figures: Figures;
  by_product: ProductFigures[];
  copy: Figures;
  /** The figures of all time. */
  total: Figures;
  simulated: boolean;
};

export type ReferralPage = At & {
  from: string | null;
  to: string | null;
  /** The number of referrals on all pages. */
  count: number;
  results: Referral[];
  next: string | null;
};

export type EarningBucket = Figures & {
  /** Start (inclusive) and end (exclusive) of the hour, day, week or month in the time zone, clipped to the range. */
  from: string;
  to: string;
  by_product: ProductFigures[];
  copy: Figures;
};

/** `GET /api/v1/partner/earnings` with `granularity`. */
export type EarningBuckets = At & {
  granularity: Granularity;
  tz: string;
  from: string;
  to: string;
  /** The figures of the whole range, on all pages. */
  totals: Figures & { by_product: ProductFigures[]; copy: Figures };
  results: EarningBucket[];
  next: string | null;
};

/** One fee or its reversal, with the reason for its rate. */
export type EarningEntry = {
  seq: number;
  kind: "accrual" | "reversal";
  /** When it counts. */
  accrued_at: string;
  /** When it happened; a late arrival counts when it arrives. */
  occurred_at: string;
  product: Product;
  source: FeeSource;
  referral_id: string;
  /** The charged fee, which is the basis; negative for a reversal. */
  fee: string;
  /** Before the discount. */
  gross: string;
  /** The level before this fee was counted. */
  level: number;
  share_percent: number;
  /** Fees of the window before this fee counted, which set the level. */
  window_fees: string;
  ruleset: string;
  earned: string;
  reverses_seq: number | null;
  reversed_by_seq: number | null;
  /** `venue`: from the venue's own feed. `operator`: booked by the operator, such as an earlier programme's. */
  origin: "venue" | "operator";
  simulated: boolean;
  hash: string;
};

/** `GET /api/v1/partner/earnings` without `granularity`, newest first. */
export type EarningEntries = At & {
  from: string | null;
  to: string | null;
  results: EarningEntry[];
  next: string | null;
};

export const SETTLEMENT_STATES = ["created", "submitted", "confirmed", "failed"] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export type Settlement = {
  /** `stl_…` */
  id: string;
  created_at: string;
  /** Everything that had accrued until then. */
  period_end: string;
  /** USDC. */
  amount: string;
  /**
   * `created`: not paid yet. `submitted`: the payment's signature is known, and the chain has not made it final. `confirmed`: the chain
   * shows this amount at this recipient. `failed`: the amount is pending again.
   */
  state: SettlementState;
  network: string;
  mint: string;
  recipient: string;
  signature: string | null;
  slot: number | null;
  submitted_at: string | null;
  ended_at: string | null;
  failure: string | null;
  explorer_url: string | null;
  simulated: boolean;
};

export type SettlementPage = At & {
  /** The sums of all settlements, on all pages: USDC. */
  totals: { settled: string; in_transit: string };
  results: Settlement[];
  next: string | null;
};

/** `GET /api/v1/partner`: null before the user has joined. */
export type PartnerProfile = {
  partner: {
    id: string;
    code: string;
    url: string;
    joined_at: string;
    /** Where earnings are paid to; null until a wallet is linked and chosen. */
    payout_address: string | null;
    /** Wallets of the account, of which it may be one. */
    payout_choices: string[];
    /** Notices by mail, to the addresses of the account. */
    mail_notices: boolean;
  } | null;
};

export const NOTICE_KINDS = [
  "level_up",
  "level_down",
  "level_falls_72h",
  "level_falls_24h",
  "settlement_paid",
  "settlement_failed",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type PartnerNotice = {
  id: string;
  kind: NoticeKind;
  at: string;
  /** level_*: from, to (levels), share_percent; level_falls_*: also at, to_hold. settlement_*: settlement_id, amount, signature, failure. */
  data: Record<string, string | number | null>;
  read_at: string | null;
};

export type NoticePage = { results: PartnerNotice[]; unread: number; next: string | null };
