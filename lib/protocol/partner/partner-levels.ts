/**
 * Levels of the partner programme (docs/api/partner.md) as pure functions of the fees in a rolling window. Fees are
 * integers of 1e-9 USD, as the venue charges them; a share is a whole percent, so an earning is an integer of 1e-11 USD and never
 * rounded. Payouts are in 1e-6 USDC: see `payable`.
 */

/** Decimals of a fee. */
export const FEE_DECIMALS = 9;
/** Decimals of an earning: a fee times a whole percent. */
export const EARNING_DECIMALS = 11;
/** Decimals of USDC on its chain. */
export const PAYOUT_DECIMALS = 6;

/** A fee counts for the level during exactly this time: at `t` those of (t − 720 h, t]. */
export const WINDOW_MS = 720 * 3_600_000;

/** Discount of referred users on every trading fee. */
export const DISCOUNT_PERCENT = 10;
export const DISCOUNT_PPM = 100_000;

/** Version of the rules under which a row of the ledger was written. */
export const RULESET = "levels-1";

export const PRODUCTS = ["perp", "swap", "prediction"] as const;
export type Product = (typeof PRODUCTS)[number];

/** Where a fee comes from. Copy trading counts as perps. */
export const FEE_SOURCES = ["perp", "copy", "swap", "prediction"] as const;
export type FeeSource = (typeof FEE_SOURCES)[number];

export type Level = {
  level: number;
  /** Fees of the window from which on the level counts, in 1e-9 USD. */
  threshold: bigint;
  percent: bigint;
};

const usd = (amount: bigint): bigint => amount * 10n ** BigInt(FEE_DECIMALS);

export const LEVELS: readonly [Level, ...Level[]] = [
  { level: 1, threshold: usd(0n), percent: 10n },
  { level: 2, threshold: usd(250n), percent: 12n },
  { level: 3, threshold: usd(1_000n), percent: 15n },
  { level: 4, threshold: usd(4_000n), percent: 18n },
  { level: 5, threshold: usd(10_000n), percent: 22n },
  { level: 6, threshold: usd(25_000n), percent: 25n },
];

/** A threshold counts when it is reached. `fees` of the window in 1e-9 USD. */
export function levelOf(fees: bigint): Level {
  return LEVELS.findLast(({ threshold }) => fees >= threshold) ?? LEVELS[0];
}

/** The next level; `undefined` for the highest. */
export function levelAbove(level: number): Level | undefined {
  return LEVELS.find((one) => one.level === level + 1);
}

export function productOf(source: FeeSource): Product {
  return source === "copy" ? "perp" : source;
}

/** A partner's earning from a fee: 1e-9 USD times percent is 1e-11 USD, exactly. */
export function earningOf(fee: bigint, percent: bigint): bigint {
  return fee * percent;
}

const PAYABLE_UNIT = 10n ** BigInt(EARNING_DECIMALS - PAYOUT_DECIMALS);

/**
 * The part of a balance (1e-11 USD) that a payment in 1e-6 USDC can carry, in 1e-11 USD, rounded down; the rest stays pending.
 * 0 for a balance that reversals have made negative.
 */
export function payable(balance: bigint): bigint {
  return balance <= 0n ? 0n : balance - (balance % PAYABLE_UNIT);
}

/** A payable amount of 1e-11 USD in base units of USDC. */
export function toPayoutUnits(amount: bigint): bigint {
  return amount / PAYABLE_UNIT;
}

/** Base units of USDC as an amount of 1e-11 USD. */
export function fromPayoutUnits(units: bigint): bigint {
  return units * PAYABLE_UNIT;
}
