/** Names of the partner programme that answers, tables and pages share (docs/api/partner.md). */

export const GRANULARITIES = ["hour", "day", "week", "month"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** What referrals can be ordered by. */
export const REFERRAL_SORTS = ["joined", "last_fee", "fees", "earned"] as const;
export type ReferralSort = (typeof REFERRAL_SORTS)[number];
export const REFERRAL_ORDERS = ["desc", "asc"] as const;
export type ReferralOrder = (typeof REFERRAL_ORDERS)[number];

/**
 * `created`: not paid yet. `submitted`: the payment's signature is known, and the chain has not made it final. `confirmed`: the chain
 * shows this amount at this recipient. `failed`: the amount is pending again.
 */
export const SETTLEMENT_STATES = ["created", "submitted", "confirmed", "failed"] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export const NOTICE_KINDS = [
  "level_up",
  "level_down",
  "level_falls_72h",
  "level_falls_24h",
  "settlement_paid",
  "settlement_failed",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * When a partner is paid, among the times at which the operator pays. `every_run`: each time. `monthly`: at most once a calendar month
 * in UTC. `on_request`: only after the partner asked for it.
 */
export const PAYOUT_SCHEDULES = ["every_run", "monthly", "on_request"] as const;
export type PayoutSchedule = (typeof PAYOUT_SCHEDULES)[number];

/** The largest minimum that a partner can choose, in USDC. The smallest is the operator's. */
export const MAX_PAYOUT_MINIMUM = "100000";

/** How a referral came: by following a link, by typing its code, or from a list of the operator. */
export const REFERRAL_VIAS = ["link", "code", "import"] as const;

/** Most characters of what a partner calls a referral or a link, and of a note about a referral. */
export const ALIAS_LENGTH = 40;
export const NOTE_LENGTH = 500;

/** Most links of a partner, with the first one. */
export const MAX_LINKS = 20;

export const STATEMENT_FORMATS = ["json", "csv", "pdf"] as const;

/**
 * `accrual`: a fee's share, from expense:{product} to partner:{id}:accrued. `reversal`: the other way. `settlement`: from there to
 * settlement:{id}, on its way to the partner. `payment`: from there to treasury:usdc. `return` (the payment failed): back.
 */
export const LEDGER_KINDS = ["accrual", "reversal", "settlement", "payment", "return"] as const;

/** `venue`: from the venue's own feed. `operator`: booked by the operator, such as an earlier programme's. */
export const ORIGINS = ["venue", "operator", "chain"] as const;

/** `held`: waits for the operator, and is not paid. `rejected`: earns nothing. */
export const REVIEW_STATES = ["held", "accepted", "rejected"] as const;
/** `same_browser`: the partner was signed in where the person signed up. `funded_by_partner`: a wallet of the partner paid the person's. */
export const REVIEW_REASONS = ["same_browser", "funded_by_partner"] as const;
