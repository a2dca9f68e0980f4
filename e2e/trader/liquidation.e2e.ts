/**
 * The end of a position is announced before and after: triggers that a bot set, the liquidation price, the liquidation.
 */

import { steerMark } from "#e2e/support/test.ts";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { expect, MARKET_PATH, test } from "#e2e/support/trading-page.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";

/** No other journey depends on the mark of this market. */
const MARKET = "ETHUSDC";

async function markOf(venue: string): Promise<number> {
  const response = await fetch(`${venue}/v1/markets/stats?market=${MARKET}`);
  const { results } = (await response.json()) as { results: { mark_price: string }[] };
  return Number(results[0]?.mark_price);
}

test("a stop set by a bot shows on the page; past the liquidation price the venue closes the position", async ({
  quietPage: page,
  newWallet,
  endpoints,
}) => {
  await prepareTrader(page.context(), endpoints, { persona: newWallet, amount: "1000" });
  await installConnectedWallet(page, newWallet);
  const bot = botOf(endpoints, newWallet.seed);
  const mark = await markOf(endpoints.venue);
  const order = { market: MARKET, side: "BUY", size: "4", order_type: "MARKET" } as const;
  await bot.place({ ...order, time_in_force: "IOC" });
  await bot.place({
    market: MARKET,
    side: "SELL",
    size: "4",
    order_type: "STOP_LOSS_MARKET",
    time_in_force: "GTC",
    flags: 2,
    trigger_price: (mark * 0.5).toFixed(2),
    trigger_source: "MarkPrice",
  });

  await page.goto(MARKET_PATH);
  const position = page.getByRole("table", { name: "Positions" }).getByRole("row").nth(1);
  await expect(position).toContainText("ETHUSDC Long");
  await expect(position).toContainText(/\d,\d{3}\.\d\d/);
  await page.getByRole("tab", { name: /^Open orders/ }).click();
  const waiting = page.getByRole("table", { name: "Open orders" }).getByRole("row").nth(1);
  const kind = waiting.getByRole("cell", { name: "Stop loss GTC, on the mark, reduce only" });
  await expect(kind).toBeVisible();
  await expect(waiting).toContainText("(trigger)");

  try {
    // More than the cushion above maintenance, whatever part of the order filled: every later mark stays there too.
    const [held] = await bot.positions();
    const danger = Number(held?.liquidation_price) * 0.99;
    await steerMark(endpoints, MARKET, danger.toFixed(2));
    await page.getByRole("tab", { name: /^Order history/ }).click();
    const history = page.getByRole("table", { name: "Order history" });
    await expect(history).toContainText(/liquidation of the account/i);
    const account = (await bot.account()) as AccountRecord;
    expect(Number(account.account_value)).toBeGreaterThanOrEqual(0);
    await expect
      .poll(async () => Number((await bot.positions())[0]?.size ?? 0), { timeout: 20_000 })
      .toBeLessThan(Number(held?.size));
  } finally {
    await steerMark(endpoints, MARKET, mark.toFixed(2));
  }
});
