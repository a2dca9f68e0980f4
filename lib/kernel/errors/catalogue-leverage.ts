/** Refusals of a change of leverage. */
import { type Entry, entry } from "./error-entry.ts";

export const LEVERAGE_ERRORS = {
  LEVERAGE_OUT_OF_RANGE: entry<{ market: string; most: number }>(
    422,
    (c) => `The leverage in ${c.market} is a whole number from 1 to ${c.most}.`,
  ),
  LEVERAGE_NEEDS_MARGIN: entry<{ required: string; available: string }>(
    422,
    (c) =>
      `With this leverage the account would need ${c.required} USDC of margin, but is worth only ${c.available} USDC. Nothing was changed.`,
  ),
} satisfies Record<string, Entry<never>>;
