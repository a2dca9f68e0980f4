/** Refusals of order groups. */
import { entry } from "./error-entry.ts";

export const GROUP_ERRORS = {
  GROUP_COUNT: entry<{ grouping: string }>(400, (c) =>
    c.grouping === "ENTRY"
      ? "A group ENTRY has its entry first, then one or two children."
      : "A group POSITION has one or two orders.",
  ),
  GROUP_TYPE: entry<{ number: number; allowed: string }>(
    400,
    (c) => `Order ${c.number} of the group must be of type ${c.allowed}.`,
  ),
  GROUP_DUPLICATED_TYPE: entry<{ type: string }>(
    400,
    (c) => `A group has at most one ${c.type} order.`,
  ),
  GROUP_MARKET: entry(400, "All orders of a group must be in one market."),
  GROUP_SIZE: entry<{ reason: string }>(400, (c) => c.reason),
  GROUP_FLAGS: entry<{ number: number }>(400, (c) =>
    c.number === 1
      ? "The entry of a group opens a position, so it cannot be reduce-only."
      : `Order ${c.number} of the group must be reduce-only.`,
  ),
  GROUP_SIDE: entry<{ side: string }>(
    422,
    (c) => `The orders that close the position must be on the side ${c.side}.`,
  ),
  GROUP_PRICE: entry<{ number: number; reason: string }>(
    422,
    (c) => `The trigger price of order ${c.number} of the group is not valid: ${c.reason}.`,
  ),
  NO_POSITION: entry<{ market: string }>(422, (c) => `The account has no position in ${c.market}.`),
};
