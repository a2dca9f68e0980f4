/**
 * The rows of an account's tables: an order is changed with the keyboard, a position is protected and closed in part.
 * What is signed, what is announced, and where the focus is afterwards.
 */
import type { Page } from "@playwright/test";
import { expect, openMarket, openTab, signButton, signPanel, test } from "#e2e/support/orders.ts";
import { markOf, seriousProblems } from "#e2e/support/trading-page.ts";

const MARKET_BUY = { market: "BTCUSDC", size: "0.02", order_type: "MARKET" } as const;

type Bot = { place: (order: never) => Promise<unknown> };

const row = (page: Page, nth = 0) =>
  page.getByRole("table", { name: "Open orders" }).locator("tr[data-row]").nth(nth);

/** `share` of the mark, which moves from day to day. @returns the price */
async function rest(page: Page, bot: Bot, side: "BUY" | "SELL", share: number): Promise<string> {
  const price = String(Math.round((await markOf(page)) * share));
  const terms = { market: "BTCUSDC", side, size: "0.01", price };
  await bot.place({ ...terms, order_type: "LIMIT", time_in_force: "GTC" } as never);
  return price;
}

/** The row has the focus, and its figures can be overwritten. */
async function startChange(page: Page): Promise<void> {
  await expect(row(page)).toBeFocused();
  await page.keyboard.press("F2");
  await expect(row(page).getByLabel("Price", { exact: true })).toBeFocused();
}

test("in their rows an order is changed by keys and keeps the focus, and a position gets a stop, is closed in part, and shares no amounts unasked", async ({
  page,
  bot,
}) => {
  await openMarket(page);
  const price = await rest(page, bot, "BUY", 0.95);
  await bot.place({ ...MARKET_BUY, side: "BUY", time_in_force: "IOC" });

  await test.step("a size can be changed alone while the price stays, and a wrong figure is announced", async () => {
    await openTab(page, /^Open orders/);
    await row(page).focus();

    await startChange(page);
    await page.keyboard.press("Escape");
    await startChange(page);
    await page.keyboard.press("Enter");
    await expect(signPanel(page)).toHaveCount(0);

    await startChange(page);
    await page.keyboard.press("Tab");
    const size = row(page).getByLabel("Size", { exact: true });
    await expect(size).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("0.00000001");
    await page.keyboard.press("Shift+Tab");
    const reason = page.getByRole("alert").filter({ hasText: /\w/ });
    await expect(reason).toHaveCount(0);
    const height = (await row(page).boundingBox())?.height;
    await page.keyboard.press("Enter");
    await expect(reason).toBeVisible();
    await expect(reason).toBeInViewport({ ratio: 1 });
    await expect(size).toBeFocused();
    await expect(size).toHaveAccessibleDescription((await reason.textContent()) ?? "");
    expect((await row(page).boundingBox())?.height).toBe(height);

    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("0.02");
    await expect(reason).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(signPanel(page)).toContainText(price);
    await expect(signButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await bot.openOrders()).map((order) => [order.size, order.price]))
      .toEqual([["0.02", price]]);
    await expect(row(page)).toBeFocused();
    for (const order of await bot.openOrders()) await bot.cancel(order);
    await openTab(page, /^Positions/);
  });

  await test.step("a stop", async () => {
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
    await dialog.getByRole("button", { name: "Set TP/SL" }).click();
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

  await test.step("a part is closed at market", async () => {
    const choose = async (name: string) => {
      await page.getByRole("button", { name: "More for BTCUSDC" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await choose("Close part or at a price");
    const closing = page.getByRole("dialog", { name: "Close the BTCUSDC position" });
    await closing.getByRole("button", { name: "50%" }).click();
    await expect(closing.getByText("Profit at the mark, before fees:")).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await closing.getByRole("button", { name: "Close 0.01 BTC" }).click();
    await signButton(page).click();
    await expect(page.getByRole("cell", { name: "0.01 BTC" })).toBeVisible();

    await choose("Share");
    const sharing = page.getByRole("dialog", { name: "Share your BTCUSDC position" });
    await expect(sharing.getByText(/^BTCUSDC Long .*%/)).not.toContainText(/\d USDC/);
    await sharing.getByLabel("Show the profit in USDC").check();
    await expect(sharing.getByText(/^BTCUSDC Long .*% .*\d USDC$/)).toBeAttached();
    expect(await seriousProblems(page)).toEqual([]);
  });
});

test("cancelling many orders says what it means, and moves the focus to what remains", {
  tag: "@deep",
}, async ({ page, bot }) => {
  await openMarket(page);
  for (const share of [0.95, 0.94, 0.93]) await rest(page, bot, "BUY", share);
  await rest(page, bot, "SELL", 1.05);
  const panel = await openTab(page, /^Open orders/);
  await panel.getByLabel("Side", { exact: true }).selectOption("BUY");
  await expect(row(page, 2)).toBeVisible();
  await expect(
    panel.getByRole("button", { name: "Cancel all, including 1 not shown" }),
  ).toBeVisible();
  for (const nth of [0, 2]) await row(page, nth).getByRole("checkbox").check();
  await panel.getByRole("button", { name: "Cancel 2 selected orders" }).focus();
  await page.keyboard.press("Enter");
  await expect(signButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await bot.openOrders()).length).toBe(2);
  await expect(row(page, 1)).toHaveCount(0);
  await expect(row(page)).toBeFocused();

  await panel.getByRole("button", { name: /^Cancel all/ }).focus();
  await page.keyboard.press("Enter");
  await expect(signButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await bot.openOrders()).length).toBe(0);
  await expect(row(page)).toHaveCount(0);
  await expect(panel).toBeFocused();
});
