import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  signOrder: "Sign the order",
  signOrders: "Sign the orders",
  signCancel: "Sign the cancellation",
  signChange: "Sign the change",
  checkFirst: "Check it before you sign. The wallet itself shows only a digest.",
  markOld: "The mark is not up to date: orders are locked.",
  markAge: "The mark shown here is {seconds} s old. What only reduces a position can be sent.",
  markUnknown: "The mark is not known here. What only reduces a position can be sent.",

  buyAtPrice: "Buy {size} {market} at {price}",
  sellAtPrice: "Sell {size} {market} at {price}",
  buyAtMarket: "Buy {size} {market} at market",
  sellAtMarket: "Sell {size} {market} at market",
  takeProfitBuy: "Take profit: buy {size} {market} once {price} is reached",
  takeProfitSell: "Take profit: sell {size} {market} once {price} is reached",
  stopLossBuy: "Stop loss: buy {size} {market} once {price} is reached",
  stopLossSell: "Stop loss: sell {size} {market} once {price} is reached",
  withAttached: {
    one: "{order}, with {count} attached order",
    other: "{order}, with {count} attached orders",
  },
  cancelOf: "Cancel: {order}",
  cancelSome: { one: "Cancel {count} order", other: "Cancel {count} orders" },
  cancelAllIn: "Cancel all orders in {market}",
  cancelAllEverywhere: "Cancel all orders in all markets",
  changeSize: "Change to {size}: {order}",
  changePrice: "Change to {price}: {order}",
  changeBoth: "Change to {size} at {price}: {order}",

  open: "The order is open.",
  waiting: "The order waits for its trigger.",
  partlyFilledOpen: "Partly filled: {size} at {price}. The rest is open.",
  filled: "Filled: {size} at {price}.",
  partlyFilledEnded: "Partly filled: {size} at {price}. The rest ended: {reason}.",
  notFilled: "Not filled: {reason}.",
  changed: "The order is changed: now {size} at {price}.",
  cancelled: "The order is cancelled.",
  cancelledRest: "The rest is cancelled. {size} had filled at {price}.",
  hadFilled: "The order had filled before it could be cancelled.",
  hadEnded: "The order had ended: {reason}.",
  cancelledCount: { one: "{count} order is cancelled.", other: "{count} orders are cancelled." },
  endedBefore: { one: "{count} had ended before.", other: "{count} had ended before." },
  noneLeft: "No order is open now.",
  noneOpen: "None of these orders is open any more.",
  placedCount: { one: "{count} order is placed.", other: "{count} orders are placed." },
  attachedPlaced: {
    one: "Its attached order is placed.",
    other: "Its {count} attached orders are placed.",
  },
  refusedCount: {
    one: "{count} of {total} refused: {reason}",
    other: "{count} of {total} refused: {reason}",
  },
  missingCount: {
    one: "{count} of {total} is not there. The venue refused it, and the answer that says why was lost.",
    other:
      "{count} of {total} are not there. The venue refused them, and the answer that says why was lost.",
  },

  rejected: "Rejected: {reason}",
  notChanged: "The order stands as it was. {reason}",
  notCancelled: "Not cancelled: {reason}",
  neverPlaced:
    "The venue has no such order and will not take these signed bytes any more. Nothing was placed.",
  neverChanged: "This change is not in force, and will not be any more.",
  neverCancelled:
    "The cancellation did not take effect and will not any more. Look at the open orders.",

  reason_: "filled",
  reason_IOC_UNFILLED: "nothing more to trade with at once (IOC)",
  reason_FOK_NOT_FILLABLE: "it could not fill completely at once (FOK)",
  reason_NO_LIQUIDITY: "no orders to trade with",
  reason_PRICE_BAND: "the next price is outside the band around the mark",
  reason_USER_CANCELED: "cancelled",
  reason_SCHEDULED_CANCEL: "cancelled by its timer",
  reason_SIGNER_REVOKED: "the key that signed it was revoked",
  reason_SELF_TRADE: "it would have traded with your own order",
  reason_NOT_ENOUGH_MARGIN: "not enough margin",
  reason_REDUCE_ONLY_INVALID: "nothing left to reduce",
  reason_LIQUIDATION: "the account was being liquidated",
  reason_MARKET_CLOSED: "the market takes no such orders now",
} as const satisfies MessageFile;

export default messages;
