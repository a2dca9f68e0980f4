/** The part of the catalogue of errors that is about pushes; error-catalogue.ts contains it. */
import { entry } from "./error-entry.ts";

export const PUSH_ERRORS = {
  PUSH_BROWSER_NOT_FOUND: entry(404, "This account has no such browser with notifications."),
  TOO_MANY_PUSH_BROWSERS: entry<{ most: number }>(
    409,
    (c) => `An account can have ${c.most} browsers with notifications. Remove one first.`,
  ),
  PUSH_SERVICE_REFUSED: entry(
    422,
    "Notifications cannot be sent to this address. It must belong to a browser's push service.",
  ),
  PRICE_ALERT_NOT_FOUND: entry(404, "This account has no such price alert."),
  TOO_MANY_PRICE_ALERTS: entry<{ most: number }>(
    409,
    (c) => `An account can have ${c.most} price alerts. Delete one first.`,
  ),
  ALERT_AT_MARK: entry<{ price: string }>(
    422,
    (c) => `The mark price is ${c.price} now. Choose a price above or below it.`,
  ),
};
