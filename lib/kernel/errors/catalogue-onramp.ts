/** The part of the catalogue of errors that is about purchases with a card; error-catalogue.ts contains it. */
import { type Entry, entry } from "./error-entry.ts";

export const ONRAMP_ERRORS = {
  ONRAMP_NOT_AVAILABLE: entry(
    409,
    "Buying USDC with a card is not available: this service has no checkout provider.",
  ),
  PURCHASE_NOT_FOUND: entry(404, "There is no such purchase."),
  PURCHASE_AMOUNT: entry<{ least: string; most: string; currency: string }>(
    422,
    (c) => `A purchase must be ${c.least} to ${c.most} ${c.currency}, with at most two decimals.`,
  ),
  CALLBACK_REFUSED: entry<{ reason: string }>(
    400,
    (c) => `The callback was rejected: ${c.reason}.`,
  ),
} satisfies Record<string, Entry<never>>;
