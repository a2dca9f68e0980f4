/** What notices of fills and liquidations say. */
import { expect, test } from "vitest";
import { readEnglish } from "#components/i18n/client-text.testing.ts";
import { followNews } from "./follow-news.ts";
import {
  ANN,
  answers,
  fill,
  news,
  order,
  position,
  readOrders,
  readPositions,
  settled,
  watchNews,
} from "./news.testing.ts";

let stop: (() => void) | undefined;

readEnglish();
watchNews(() => stop?.());

test("a trigger that fired is told with its price, its size and its result", async () => {
  stop = followNews(ANN);
  const trigger = { order_type: "TAKE_PROFIT_MARKET", side: "SELL", price: null };
  readOrders(order({ ...trigger, trigger_price: "59000", size: "0.02" }));
  await settled();
  const end = { filled_size: "0.02", avg_fill_price: "58728.8", trigger_price: "59000" };
  answers["1"] = () => Response.json(order({ ...trigger, ...end, size: "0.02" }));
  const fills = [
    fill({ id: 8, size: "0.015", realized_pnl: "0.21" }),
    fill({ id: 7, size: "0.005", realized_pnl: "0.12" }),
  ];
  answers["fills"] = () => Response.json({ results: fills, next: null });
  readOrders();
  await settled();
  expect(news()).toMatchObject([
    {
      tone: "good",
      text: "Take profit: Sold 0.02 BTCUSDC at 58,728.8",
      detail: "Trigger 59,000 · Realised +0.33 USDC",
    },
  ]);
});

test("a liquidation in parts is one notice, which adds up what was sold and says what remains", async () => {
  stop = followNews(ANN);
  const results = [fill({ id: 3 })];
  answers["fills"] = () => Response.json({ results, next: null });
  readPositions(position("ETHUSDC", "10"));
  await settled();
  const forced = { trade_type: "LIQUIDATION", order_id: null, realized_pnl: "-40.5" };
  results.unshift(fill({ ...forced, id: 4, size: "2", price: "3158" }));
  readPositions(position("ETHUSDC", "8"));
  await settled();
  results.unshift(fill({ ...forced, id: 5, size: "1", price: "3155", created_at: 2_000 }));
  readPositions(position("ETHUSDC", "7"));
  await settled();
  const [first, last, ...more] = news();
  expect(more).toEqual([]);
  expect(last?.key).toBe(first?.key);
  expect(last).toMatchObject({
    tone: "bad",
    text: "Liquidated: 3 ETHUSDC long, sold at 3,157",
    detail: "Realised -81.00 USDC, fee 4.00 USDC. 7 ETHUSDC remain.",
    action: { text: "Deposit" },
  });
});
