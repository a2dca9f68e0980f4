/** The fields of the ticket. */

import {
  ORDER_FLAG,
  type OrderType,
  type Side,
  type TimeInForce,
  type TriggerSource,
} from "#lib/protocol/enumerations.ts";
import { isTriggerType, mayRest } from "#lib/protocol/orders/orders.ts";
import { type TermsConflict, termsConflict } from "#lib/protocol/orders/rules.ts";

/** The unit of a typed size. The size in the base asset is what is stored and signed. */
export type SizeUnit = "base" | "quote" | "share" | "leverage";

/** The unit of a take profit or stop loss: its price, percent from the entry, or profit in USDC. */
export type AttachedUnit = "price" | "percent" | "profit";
export type AttachedDraft = { unit: AttachedUnit; text: string };

/** Numbers are text as typed, in the page's language. */
export type OrderDraft = {
  side: Side;
  type: OrderType;
  /** In the base asset; the size that is signed. */
  size: string;
  /** What was typed, when it was typed in another unit. */
  amount: { unit: SizeUnit; text: string };
  price: string;
  triggerPrice: string;
  triggerSource: TriggerSource;
  timeInForce: TimeInForce;
  postOnly: boolean;
  reduceOnly: boolean;
  takeProfit: AttachedDraft;
  stopLoss: AttachedDraft;
};

export const NOTHING_ATTACHED: AttachedDraft = { unit: "price", text: "" };

export const EMPTY_DRAFT: OrderDraft = {
  side: "BUY",
  type: "LIMIT",
  size: "",
  amount: { unit: "base", text: "" },
  price: "",
  triggerPrice: "",
  triggerSource: "MarkPrice",
  timeInForce: "GTC",
  postOnly: false,
  reduceOnly: false,
  takeProfit: NOTHING_ATTACHED,
  stopLoss: NOTHING_ATTACHED,
};

export function flagsOf({ postOnly, reduceOnly }: Pick<OrderDraft, "postOnly" | "reduceOnly">) {
  return (postOnly ? ORDER_FLAG.POST_ONLY : 0) | (reduceOnly ? ORDER_FLAG.REDUCE_ONLY : 0);
}

/** Why a time in force does not go with the draft; `undefined` when it does. */
export function timeInForceObstacle(
  draft: Pick<OrderDraft, "type" | "postOnly">,
  value: TimeInForce,
): TermsConflict | undefined {
  return termsConflict(draft.type, value, flagsOf({ ...draft, reduceOnly: false }));
}

/** Why post only does not go with the draft; `undefined` when it does. */
export function postOnlyObstacle(
  draft: Pick<OrderDraft, "type" | "timeInForce">,
): TermsConflict | undefined {
  return mayRest(draft) ? undefined : "postOnlyTakes";
}

/** Applies a change, and corrects other fields that the change made illegal. */
export function changeDraft(draft: OrderDraft, change: Partial<OrderDraft>): OrderDraft {
  const next = { ...draft, ...change };
  // A size that comes without an amount is in the base asset.
  if (change.size !== undefined && change.amount === undefined) {
    next.amount = { unit: "base", text: "" };
  }
  if (next.type === "MARKET" && next.timeInForce === "GTC") next.timeInForce = "IOC";
  if (next.type !== "MARKET" && next.type !== draft.type) next.timeInForce = "GTC";
  if (isTriggerType(next.type) && next.timeInForce === "FOK") next.timeInForce = "GTC";
  if (!mayRest(next)) next.postOnly = false;
  return next;
}
