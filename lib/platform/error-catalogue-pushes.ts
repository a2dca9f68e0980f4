/** The part of the catalogue of errors that is about pushes; error-catalogue.ts contains it. */
import { entry } from "./error-entry.ts";

export const PUSH_ERRORS = {
  PUSH_BROWSER_NOT_FOUND: entry(404, "No such browser gets notifications of this account."),
  TOO_MANY_PUSH_BROWSERS: entry<{ most: number }>(
    409,
    (c) => `An account can have ${c.most} browsers with notifications. Remove one first.`,
  ),
  PUSH_SERVICE_REFUSED: entry(
    422,
    "Notifications cannot go to this address: it must be a public https address.",
  ),
};
