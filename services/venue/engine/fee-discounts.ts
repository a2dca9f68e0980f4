import { accountChanged, accountOf } from "./accounts.ts";
import type { CommandOf } from "./commands.ts";
import type { Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** Sets the discount of a referred account, which keeps it for life. */
export function setFeeDiscount(
  state: VenueState,
  { account: pubkey, discountPpm }: CommandOf<"set_fee_discount">,
): Outcome {
  const account = accountOf(state, pubkey);
  account.feeDiscountPpm = discountPpm;
  accountChanged(state, account);
  state.effects.hashNumber(discountPpm);
  return { kind: "fee_discount", account: pubkey, discountPpm };
}
