/** Refusals of a change of leverage, margin mode or isolated margin. */
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
  MARGIN_MODE_IN_USE: entry<{ market: string }>(
    409,
    (c) =>
      `The margin mode in ${c.market} changes only without a position and without open orders there. Nothing was changed.`,
  ),
  POSITION_NOT_ISOLATED: entry<{ market: string }>(
    409,
    (c) => `There is no isolated position in ${c.market}. Nothing was changed.`,
  ),
  ISOLATED_MARGIN_NOT_FREE: entry<{ available: string }>(
    422,
    (c) => `Only ${c.available} USDC of the balance are free to add. Nothing was changed.`,
  ),
  ISOLATED_MARGIN_NEEDED: entry<{ available: string }>(
    422,
    (c) =>
      `Only ${c.available} USDC can be removed: the rest is margin of the position, or profit that is not realised. Nothing was changed.`,
  ),
} satisfies Record<string, Entry<never>>;
