/** States, currencies and limits of a card purchase of USDC. A provider runs the checkout. */

export const ONRAMP_PROVIDERS = ["moonpay"] as const;
export type OnrampProviderId = (typeof ONRAMP_PROVIDERS)[number];

export const FIAT_CURRENCIES = ["USD", "EUR", "GBP"] as const;
export type FiatCurrency = (typeof FIAT_CURRENCIES)[number];
export const FIAT_DECIMALS = 2;
/** Cents. */
export const MIN_PURCHASE = 2_000n;
export const MAX_PURCHASE = 1_000_000n;

/**
 * In order of precedence: a later state replaces an earlier one, so the order of callbacks does not
 * matter. Only the chain sets the last one.
 */
export const PURCHASE_STATES = [
  "created",
  "pending",
  "failed",
  "paid",
  "refunded",
  "delivered",
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/**
 * Why a paid purchase is not delivered: what the chain shows of the transaction that the provider
 * named.
 */
export const UNDELIVERED_REASONS = [
  "not_named",
  "not_on_chain",
  "not_final",
  "given_up",
  "transaction_failed",
  "not_to_the_wallet",
  "amount_too_small",
  "older_than_the_purchase",
  "used_before",
] as const;
export type UndeliveredReason = (typeof UNDELIVERED_REASONS)[number];

/** Reasons that the chain or the provider's next callback may still resolve. */
const OPEN_REASONS: readonly UndeliveredReason[] = ["not_named", "not_on_chain", "not_final"];

export function isOpenReason(reason: UndeliveredReason): boolean {
  return OPEN_REASONS.includes(reason);
}

/** True when `next` replaces `state`. */
export function replaces(next: PurchaseState, state: PurchaseState): boolean {
  return PURCHASE_STATES.indexOf(next) > PURCHASE_STATES.indexOf(state);
}

/**
 * The page with the dialog, and its parameters. One opens the dialog; the other names the purchase
 * whose checkout the user returns from.
 */
export const BUY_PATH = "/account/transfers";
export const BUY_PARAMETER = "buy";
export const PURCHASE_PARAMETER = "purchase";
