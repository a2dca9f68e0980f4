/** The fields of the ticket, and which terms go together: the rules of the venue's `order-terms`. */
import type { OrderType, Side, TimeInForce, TriggerSource } from "#lib/protocol/orders/orders.ts";

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

/** Why a choice is disabled; each has a message of its name. */
export type Obstacle =
  | "obstacleMarketRests"
  | "obstacleTriggerFok"
  | "obstaclePostOnlyTif"
  | "obstacleMarketPostOnly"
  | "obstacleTriggerPostOnly"
  | "obstacleTifPostOnly";

export function isTrigger(type: OrderType): boolean {
  return type === "TAKE_PROFIT_MARKET" || type === "STOP_LOSS_MARKET";
}

/** True when the order triggers by a rising price, false when by a falling one. */
export function risesToTrigger({ type, side }: Pick<OrderDraft, "type" | "side">): boolean {
  return (type === "STOP_LOSS_MARKET") === (side === "BUY");
}

/** Why a time in force does not go with the draft; `undefined` when it does. */
export function timeInForceObstacle(
  draft: Pick<OrderDraft, "type" | "postOnly">,
  value: TimeInForce,
): Obstacle | undefined {
  if (draft.type === "MARKET" && value === "GTC") return "obstacleMarketRests";
  if (isTrigger(draft.type) && value === "FOK") return "obstacleTriggerFok";
  if (draft.postOnly && value !== "GTC") return "obstaclePostOnlyTif";
  return undefined;
}

/** Why post only does not go with the draft; `undefined` when it does. */
export function postOnlyObstacle(
  draft: Pick<OrderDraft, "type" | "timeInForce">,
): Obstacle | undefined {
  if (draft.type === "MARKET") return "obstacleMarketPostOnly";
  if (isTrigger(draft.type)) return "obstacleTriggerPostOnly";
  if (draft.timeInForce !== "GTC") return "obstacleTifPostOnly";
  return undefined;
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
  if (isTrigger(next.type) && next.timeInForce === "FOK") next.timeInForce = "GTC";
  if (next.type !== "LIMIT" || next.timeInForce !== "GTC") next.postOnly = false;
  return next;
}
