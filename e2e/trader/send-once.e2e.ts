/** Repeated presses: with a trading key that asks for no confirmation, an order still goes out once. */
import type { Page, Route } from "@playwright/test";
import { allOrders, expect, linesOf, openMarket, test, watchWrites } from "#e2e/support/orders.ts";
import { skipReviewUnder, turnOnTradingKey } from "#e2e/support/trading-key.ts";
import { fillLimitBuy, markMoves, PRESS_MS, ticket } from "#e2e/support/trading-page.ts";

/** The browser reports every press after the first as a repetition, until the key is up. */
async function hold(page: Page, key: string, repeats: number): Promise<void> {
  for (let press = 0; press <= repeats; press += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test("Enter held in a field sends nothing, because a repeating key is not a second press", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  await skipReviewUnder(page, "100000");
  await openMarket(page);
  await turnOnTradingKey(page);
  const writes = watchWrites(page);
  await fillLimitBuy(page, 0.99);
  await ticket(page).getByLabel("Size", { exact: true }).focus();
  await hold(page, "Enter", 20);
  await markMoves(page, 1);
  expect(linesOf(writes)).toEqual([]);
  expect(await allOrders(page)).toEqual([]);
});

test("a position is reversed once, however often its key is pressed while the venue is slow", async ({
  page,
  trader,
  bot,
}) => {
  expect(trader.address).toBeTruthy();
  const order = { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET" } as const;
  await bot.place({ ...order, time_in_force: "IOC" });
  await openMarket(page);
  await turnOnTradingKey(page);
  await expect(page.getByRole("table", { name: "Positions" })).toContainText("0.02");
  const writes = watchWrites(page);
  // Two presses after the reversal has arrived would be another reversal.
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/venue/orders", async (route: Route) => {
    if (route.request().method() === "POST") await pressed.promise;
    await route.continue();
  });
  await page.getByRole("heading", { level: 1 }).evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press("Shift+R", { delay: PRESS_MS });
  }
  pressed.resolve();
  await expect.poll(async () => (await bot.positions())[0]?.size).toBe("-0.02");
  await markMoves(page, 3);
  expect(linesOf(writes)).toEqual(["POST /api/venue/orders"]);
  expect((await bot.positions())[0]?.size).toBe("-0.02");
});
