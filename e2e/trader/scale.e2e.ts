/** Several limit orders at once: their rungs are shown before they are sent, and one signature places all of them. */
import { expect, linesOf, openMarket, signButton, test, watchWrites } from "#e2e/support/orders.ts";
import { markOf, ticket } from "#e2e/support/trading-page.ts";

test("a scale order is previewed, and placed by one signature", async ({ page, bot, trader }) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  const writes = watchWrites(page);
  await ticket(page).getByRole("button", { name: "Scale" }).click();
  const dialog = page.getByRole("dialog", { name: "Scale order: BTCUSDC" });
  const mark = await markOf(page);
  const [first, last] = [(mark * 0.98).toFixed(0), (mark * 0.96).toFixed(0)];
  await dialog.getByLabel("Total size").fill("0.04");
  await dialog.getByLabel("First price").fill(first);
  await dialog.getByLabel("Last price").fill(last);
  await dialog.getByLabel("Orders", { exact: true }).fill("41");
  await expect(dialog.getByText("Enter a whole number from 2 to 40.")).toBeVisible();
  await dialog.getByLabel("Orders", { exact: true }).fill("4");
  await dialog.getByRole("radio", { name: "More at the last" }).check();
  const rungs = dialog.getByRole("table").getByRole("row");
  await expect(rungs).toHaveCount(5);
  await expect(dialog.getByText("Margin required")).toBeVisible();
  await dialog.getByRole("button", { name: "Place 4 buy orders" }).click();
  await signButton(page).click();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(4);
  const open = await bot.openOrders();
  expect(open.map(({ size }) => size).toSorted()).toEqual(["0.005", "0.00833", "0.01167", "0.015"]);
  expect(open.map(({ price }) => price)).toContain(first);
  expect(open.map(({ price }) => price)).toContain(last);
  expect(linesOf(writes)).toEqual(["POST /api/venue/orders/batch"]);
});
