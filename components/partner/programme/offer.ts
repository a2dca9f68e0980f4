import { DISCOUNT_PERCENT, LEVELS } from "#lib/protocol/partner/partner-levels.ts";

/** The percentages of the sentence that says what the programme offers. */
export const OFFER = {
  discount: DISCOUNT_PERCENT,
  least: Number(LEVELS[0].percent),
  most: Number(LEVELS.at(-1)?.percent),
};
