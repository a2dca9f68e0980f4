/** A take profit and a stop loss that are sent with an order: they wait for it, and end with it. */
import {
  buyButton,
  expect,
  openMarket,
  openTab,
  signButton,
  signPanel,
  test,
} from "#e2e/support/orders.ts";
import { fillLimitBuy, markOf, seriousProblems, ticket } from "#e2e/support/trading-page.ts";

test("an order that rests takes its take profit and its stop along under one signature; they wait for it, and end with it", async ({
  page,
  bot,
}) => {
  await openMarket(page);
  const mark = await markOf(page);
  await fillLimitBuy(page, 0.97);
  await ticket(page).getByRole("button", { name: "Take profit / stop loss" }).click();
  const stop = ticket(page).getByRole("textbox", { name: "Stop loss" });
  await stop.fill((mark * 0.98).toFixed(0));
  await expect(stop).toHaveAccessibleDescription(/below the entry price/);
  await stop.fill((mark * 0.9).toFixed(0));
  await ticket(page)
    .getByRole("textbox", { name: "Take profit" })
    .fill((mark * 0.99).toFixed(0));
  await buyButton(page).click();
  await expect(signPanel(page)).toContainText("place_order_group");
  await expect(signPanel(page)).toContainText("ENTRY");
  expect(await seriousProblems(page)).toEqual([]);
  await signButton(page).click();

  const panel = await openTab(page, /^Open orders/);
  await expect(panel.locator("tr[data-row]")).toHaveCount(3);
  const waiting = panel.locator("tr[data-row]").filter({ hasText: "waiting for its entry" });
  await expect(waiting).toHaveCount(2);
  const orders = await bot.openOrders();
  const entry = orders.find(({ order_type: type }) => type === "LIMIT");
  expect(orders.map(({ status }) => status).toSorted()).toEqual(["OPEN", "WAITING", "WAITING"]);
  if (entry) await bot.cancel(entry);
  await expect(panel.locator("tr[data-row]")).toHaveCount(0);
  await openTab(page, /^Order history/);
  const history = page.getByRole("table", { name: "Order history" });
  await expect(history.getByText("Its entry order was never filled")).toHaveCount(2);
});
