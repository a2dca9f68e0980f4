/** No figure is cut: large positions, their orders and their history, on three screens. */
import type { Page } from "@playwright/test";
import { openMarket, openTab } from "#e2e/support/orders.ts";
import { expect, test } from "#e2e/support/test.ts";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { markOf } from "#e2e/support/trading-page.ts";

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Cells and figures with a digit whose text is wider than its box. Text without a figure may be cut: its title has it. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("td, dd")]
      .filter((cell) => cell.checkVisibility() && /\d/.test(cell.innerText))
      // Widths are whole pixels, and a figure may be half a pixel wider.
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0)
      .map((cell) => `${cell.innerText}: ${cell.scrollWidth} in ${cell.clientWidth}`),
  );
}

/** Tables that scroll sideways, where a figure is out of sight. */
function wideTables(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("table")]
      .filter((table) => table.checkVisibility() && table.parentElement)
      .filter((table) => table.offsetWidth > table.parentElement!.clientWidth)
      .map((table) => table.ariaLabel ?? "a table"),
  );
}

test("no figure of large positions, orders and their history is cut on a wide screen, at 1024 px and on a phone", async ({
  page,
  context,
  endpoints,
  newWallet,
}) => {
  await prepareTrader(context, endpoints, { persona: newWallet, amount: "100000" });
  await installConnectedWallet(page, newWallet);
  const bot = botOf(endpoints, newWallet.seed);
  await openMarket(page);
  const mark = await markOf(page);
  const shared = { market: "BTCUSDC", flags: 0, trigger_price: null, trigger_source: null };
  await bot.place({
    ...shared,
    side: "BUY",
    size: "1.23457",
    order_type: "MARKET",
    time_in_force: "IOC",
  });
  await bot.place({
    ...shared,
    side: "BUY",
    size: "1.00001",
    price: (mark * 0.95).toFixed(1),
    order_type: "LIMIT",
    time_in_force: "GTC",
  });
  for (const [order_type, share] of [
    ["TAKE_PROFIT_MARKET", 1.2],
    ["STOP_LOSS_MARKET", 0.93],
  ] as const) {
    await bot.place({
      ...shared,
      side: "SELL",
      size: "0.6",
      order_type,
      time_in_force: "IOC",
      flags: 2,
      trigger_price: (mark * share).toFixed(1),
      trigger_source: "MarkPrice",
    });
  }
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    const name = `at ${screen.width} px`;
    if (screen.width < 1024) await page.getByRole("radio", { name: "Account" }).check();
    const positions = await openTab(page, /^Positions/);
    await expect(positions.getByText("1.23457 BTC")).toBeVisible();
    expect(await cutFigures(page), `positions ${name}`).toEqual([]);
    expect(await wideTables(page), `positions ${name}`).toEqual([]);
    const orders = await openTab(page, /^Open orders/);
    await expect(orders.getByText("1.00001").first()).toBeVisible();
    expect(await cutFigures(page), `open orders ${name}`).toEqual([]);
    for (const tab of [/^Order history/, /^Fills/, /^Balances/]) {
      const panel = await openTab(page, tab);
      await expect(panel.getByText(/\d\.\d/).first()).toBeVisible();
      expect(await cutFigures(page), `${tab} ${name}`).toEqual([]);
    }
  }
});
