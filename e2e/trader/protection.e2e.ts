/** Take profit and stop loss of a position, and the space of the tables that show them. */
import {
  expect,
  openMarket,
  openTab,
  placeRestingBuy,
  signButton,
  test,
} from "#e2e/support/orders.ts";
import { seriousProblems } from "#e2e/support/trading-page.ts";

const MARKET_BUY = { market: "BTCUSDC", size: "0.02", order_type: "MARKET" } as const;

test("a stop is set by what it may lose, shown with its result, and cancelled where it was set", async ({
  page,
  bot,
}) => {
  await bot.place({ ...MARKET_BUY, side: "BUY", time_in_force: "IOC" });
  await openMarket(page);
  const protect = page.getByRole("button", { name: "TP/SL: BTCUSDC" });
  await protect.click();
  const dialog = page.getByRole("dialog", { name: "Take profit and stop loss for BTCUSDC" });
  await expect(dialog.getByRole("definition")).toHaveCount(5);
  const loss = dialog.getByRole("textbox", { name: "Stop loss" });
  await dialog.getByLabel("Unit of Stop loss").selectOption("USDC");
  await loss.fill("50");
  await expect(loss).toHaveAccessibleDescription(
    /^Sell when the mark reaches .* −?-?\d+\.\d\d USDC after the closing fee$/,
  );
  // The same order by its price, with more decimals than the market has: it is rounded, not refused.
  await dialog.getByLabel("Unit of Stop loss").selectOption("Price");
  const price = await loss.inputValue();
  await loss.fill(`${price.replace(/\..*/, "")}.04999`);
  await dialog.getByRole("textbox", { name: "Size" }).focus();
  await expect(loss).toHaveValue(price.replace(/\..*/, ""));
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Place the orders" }).click();
  await signButton(page).click();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(1);
  expect(await bot.openOrders()).toMatchObject([
    { order_type: "STOP_LOSS_MARKET", side: "SELL", size: "0.02", flags: 2 },
  ]);

  await protect.click();
  await expect(dialog.getByText("Already set:")).toBeVisible();
  await dialog.getByRole("button", { name: /^Cancel order/ }).click();
  await signButton(page).click();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(0);
});

test("the edge above the tables is moved by pointer and keys, and stays where it was put", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  const tables = page.getByRole("region", { name: "Account tables" });
  const heightOf = async () => (await tables.boundingBox())!.height;
  const edge = page.getByRole("separator", { name: "Height of the account tables" });
  const usual = await heightOf();
  const { x, y, width, height } = (await edge.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2 - 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(heightOf).toBe(usual + 100);
  await edge.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(heightOf).toBe(usual + 84);
  await page.reload();
  // In the first frame, before any script.
  expect(await heightOf()).toBe(usual + 84);
  await expect(edge).toHaveAttribute("aria-valuenow", String(usual + 84));
  await openMarket(page);
  await edge.dblclick();
  await expect.poll(heightOf).toBe(usual);
});

test("after a press with the pointer no ring surrounds the table that takes the focus", {
  tag: "@deep",
}, async ({ page, bot }) => {
  await openMarket(page);
  await placeRestingBuy(page);
  const panel = await openTab(page, /^Open orders/);
  await panel.getByRole("button", { name: "Cancel all", exact: true }).click();
  await signButton(page).click();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(0);
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAttribute("data-quiet-focus", "");
  await expect(panel).toHaveCSS("outline-style", "none");
});

test("a part of a position is closed at market, and its picture shares no amounts unasked", async ({
  page,
  bot,
}) => {
  await bot.place({ ...MARKET_BUY, side: "BUY", time_in_force: "IOC" });
  await openMarket(page);
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More for BTCUSDC" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Close in part or at a price");
  const closing = page.getByRole("dialog", { name: "Close the BTCUSDC position" });
  await closing.getByRole("button", { name: "50%" }).click();
  await expect(closing.getByText("Profit at the mark, before fees:")).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await closing.getByRole("button", { name: "Close", exact: true }).last().click();
  await signButton(page).click();
  await expect(page.getByRole("cell", { name: "0.01 BTC" })).toBeVisible();

  await choose("Share");
  const sharing = page.getByRole("dialog", { name: "Share your BTCUSDC position" });
  await expect(sharing.getByText(/^BTCUSDC Long .*%/)).not.toContainText(/\d USDC/);
  await sharing.getByLabel("Show the profit in USDC").check();
  await expect(sharing.getByText(/^BTCUSDC Long .*% .*\d USDC$/)).toBeAttached();
  expect(await seriousProblems(page)).toEqual([]);
});
