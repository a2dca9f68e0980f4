/** What the fields of the ticket hold, and which of its terms go together: the rules of the venue's `order-terms`. */
import type { OrderType, Side, TimeInForce, TriggerSource } from "#lib/protocol/orders.ts";

/** In what a size is typed; whatever it is, the size in the base asset is what is kept and signed. */
export type SizeUnit = "base" | "quote" | "share" | "leverage";

/** How the price of a take profit or stop loss is given: itself, by percent from the entry, by profit in USDC. */
export type AttachedUnit = "price" | "percent" | "profit";
export type AttachedDraft = { unit: AttachedUnit; text: string };

/** Figures are text as typed, in the page's language. */
export type OrderDraft = {
  side: Side;
  type: OrderType;
  /** In the base asset: the one truth about the size. */
  size: string;
  /** What was typed instead, when the unit is another. */
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

/** Why a choice can not be made; each has a message of its name. */
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

/** True when the order waits for its price to rise; false when for its price to fall. */
export function risesToTrigger({ type, side }: Pick<OrderDraft, "type" | "side">): boolean {
  return (type === "STOP_LOSS_MARKET") === (side === "BUY");
}

/** Which times in force go with the draft; the others are disabled, with the reason. */
export function timeInForceObstacle(
  draft: Pick<OrderDraft, "type" | "postOnly">,
  value: TimeInForce,
): Obstacle | undefined {
  if (draft.type === "MARKET" && value === "GTC") return "obstacleMarketRests";
  if (isTrigger(draft.type) && value === "FOK") return "obstacleTriggerFok";
  if (draft.postOnly && value !== "GTC") return "obstaclePostOnlyTif";
  return undefined;
}

/** Why post only can not be chosen; `undefined` when it can. */
export function postOnlyObstacle(
  draft: Pick<OrderDraft, "type" | "timeInForce">,
): Obstacle | undefined {
  if (draft.type === "MARKET") return "obstacleMarketPostOnly";
  if (isTrigger(draft.type)) return "obstacleTriggerPostOnly";
  if (draft.timeInForce !== "GTC") return "obstacleTifPostOnly";
  return undefined;
}

/** The draft with this change, and everything put right that the change has made illegal. */
export function changeDraft(draft: OrderDraft, change: Partial<OrderDraft>): OrderDraft {
  const next = { ...draft, ...change };
  // A size from elsewhere is in the base asset, whatever was typed before.
  if (change.size !== undefined && change.amount === undefined) {
    next.amount = { unit: "base", text: "" };
  }
  if (next.type === "MARKET" && next.timeInForce === "GTC") next.timeInForce = "IOC";
  if (next.type !== "MARKET" && next.type !== draft.type) next.timeInForce = "GTC";
  if (isTrigger(next.type) && next.timeInForce === "FOK") next.timeInForce = "GTC";
  if (next.type !== "LIMIT" || next.timeInForce !== "GTC") next.postOnly = false;
  return next;
}
