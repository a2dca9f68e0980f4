/**
 * An open order is changed in its row with the keyboard: what is signed, what is announced, and where the focus is
 * afterwards.
 */
import type { Page } from "@playwright/test";
import { expect, openMarket, openTab, signButton, signPanel, test } from "#e2e/support/orders.ts";

type Bot = { place: (order: never) => Promise<unknown> };

const row = (page: Page, nth = 0) =>
  page.getByRole("table", { name: "Open orders" }).locator("tr[data-row]").nth(nth);

async function rest(bot: Bot, side: "BUY" | "SELL", price: string): Promise<void> {
  const terms = { market: "BTCUSDC", side, size: "0.01", price };
  await bot.place({ ...terms, order_type: "LIMIT", time_in_force: "GTC" } as never);
}

/** The row has the focus, and its figures can be overwritten. */
async function startChange(page: Page): Promise<void> {
  await expect(row(page)).toBeFocused();
  await page.keyboard.press("F2");
  await expect(row(page).getByLabel("Price", { exact: true })).toBeFocused();
}

test("a size can be changed alone while the price stays, a wrong figure is announced, and the row keeps the focus", async ({
  page,
  bot,
}) => {
  await rest(bot, "BUY", "58000");
  await openMarket(page);
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
  await expect(signPanel(page)).toContainText("58000");
  await expect(signButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await bot.openOrders()).map((order) => [order.size, order.price]))
    .toEqual([["0.02", "58000"]]);
  await expect(row(page)).toBeFocused();
});

test("cancelling many orders says what it means, and moves the focus to what remains", {
  tag: "@deep",
}, async ({ page, bot }) => {
  for (const price of ["58000", "57900", "57800"]) await rest(bot, "BUY", price);
  await rest(bot, "SELL", "62000");
  await openMarket(page);
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
