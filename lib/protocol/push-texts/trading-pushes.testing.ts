/** Pushes of trading, for tests. */

import { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import type { PushNotice } from "./push-text.ts";

export const TRADER = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";

type Fields = Readonly<Record<string, unknown>>;
type Trading = Extract<PushNotice, { type: "push.trading" }>;

function trading(data: Fields): Trading {
  return { type: "push.trading", data: TradingPush.parse(data) };
}

export const filledPush = (change: Fields = {}): Trading =>
  trading({
    event: "order_filled",
    account: TRADER,
    order_id: "9",
    market: "BTCUSDC",
    side: "SELL",
    order_type: "TAKE_PROFIT_MARKET",
    trigger_price: "59000",
    size: "0.02",
    cancel_reason: "",
    filled_size: "0.02",
    price: "58728.8",
    realized_pnl: "0.3312",
    ...change,
  });

export const failedPush = (change: Fields = {}): Trading =>
  trading({
    event: "protection_failed",
    account: TRADER,
    order_id: "9",
    market: "BTCUSDC",
    side: "SELL",
    order_type: "STOP_LOSS_MARKET",
    trigger_price: "57000.5",
    size: "0.02",
    cancel_reason: "NO_LIQUIDITY",
    reduces: 1,
    ...change,
  });

export const marginPush = (change: Fields = {}): Trading =>
  trading({
    event: "margin_level",
    account: TRADER,
    level: "WARNING",
    maintenance_share: "0.5124",
    market: "BTCUSDC",
    mark_price: "61000.5",
    liquidation_price: "58210.4",
    ...change,
  });

export const closedPush = (change: Fields = {}): Trading =>
  trading({
    event: "liquidated",
    account: TRADER,
    market: "BTCUSDC",
    size: "-0.5",
    price: "58700",
    remaining_size: "0",
    others: 0,
    realized_pnl: "-312.4",
    fee: "14.675",
    account_value: "44.1",
    ...change,
  });

export const moneyPush = (event: string, change: Fields = {}): Trading =>
  trading({
    event,
    account: TRADER,
    amount: "1250.5",
    asset: "USDC",
    ...(event === "withdrawal_returned" ? {} : { tx_hash: "4xT6uGk5vFZtK5NMj1ZbqD7a3w" }),
    ...change,
  });
