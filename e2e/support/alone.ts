/**
 * Journeys that need the stack for themselves: they move or hold the mark of a market for everybody, have the venue tell
 * everybody a wrong time, or measure time or memory. All others have an account of their own and see the effects of none but themselves.
 */
const ALONE = [
  "streams.e2e",
  "soak.e2e",
  "liquidation.e2e",
  "preview.e2e",
  "stands still is called stale",
  "locked while the mark is stale",
  "a venue that says it is a minute",
];

/** For Playwright's --grep, which looks at files and titles. */
export const ALONE_PATTERN = ALONE.map((part) => part.replaceAll(".", "\\.")).join("|");
