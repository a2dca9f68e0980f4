/** The trading page on a phone: the ticket is a sheet, tables are cards. */
import {
  becomeReady,
  buyAtMarket,
  expect,
  MARKET_PATH,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";

test("on a phone the ticket is a sheet, and nothing is wider than the screen", async ({
  quietPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(MARKET_PATH);
  await expect(ticket(page)).toBeHidden();
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await expect(ticket(page).getByRole("radio", { name: "Sell" })).toBeChecked();
  const sheet = page.getByRole("dialog", { name: "Place an order" });
  await expect(sheet).toBeFocused();
  expect(await seriousProblems(page)).toEqual([]);
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press("Tab");
    const behind = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest("[role=dialog]");
    });
    expect(behind).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(ticket(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Sell", exact: true })).toBeFocused();
  await page.getByRole("radio", { name: "Trades", exact: true }).click();
  await expect(page.getByRole("region", { name: "Recent trades" })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
});

test("on a phone a position is a card with all its figures and its button in view", async ({
  quietPage: page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  await buyAtMarket(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole("list", { name: "Positions" }).getByRole("listitem");
  await expect(card).toContainText("Unrealised PnL");
  const close = await card
    .getByRole("button", { name: "Close the BTCUSDC position" })
    .boundingBox();
  expect(close!.x + close!.width).toBeLessThanOrEqual(390);
  expect(close!.height).toBeGreaterThanOrEqual(24);
  await expect(page.getByRole("region", { name: "Account figures" })).toContainText("Equity");
});
