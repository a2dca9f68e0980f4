/** Everything without a mouse: a position is closed before it liquidates, and keys reach every part of the page. */
import type { Page } from "@playwright/test";
import {
  cancelButtons,
  expect,
  openMarket,
  signButton,
  signPanel,
  test,
} from "#e2e/support/orders.ts";
import { PRESS_MS, ticket } from "#e2e/support/trading-page.ts";

/** Any use of the pointer fails the journey. */
async function forbidPointer(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const used: string[] = [];
    Object.assign(window, { pointerUsed: used });
    for (const name of ["pointerdown", "mousedown", "touchstart"]) {
      window.addEventListener(name, () => used.push(name), { capture: true });
    }
  });
  return async () => {
    const used = await page.evaluate(
      () => (window as unknown as { pointerUsed: string[] }).pointerUsed,
    );
    expect(used).toEqual([]);
  };
}

/** Presses Tab until `name` has the focus. */
async function tabTo(page: Page, name: RegExp, most = 120): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
    });
    if (name.test(label)) return;
  }
  throw new Error(`No Tab led to ${String(name)}.`);
}

/** Keys without a modifier belong to a focused text field; Escape leaves it. */
async function leaveField(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("input:not([type=checkbox], [type=radio]):focus")).toHaveCount(0);
}

/** A key that sends an order only arms at first, says so, and ignores a second press that is too fast for a finger. */
async function pressTwice(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys, { delay: PRESS_MS });
  await expect(page.getByText(/Press .* again within/).first()).toBeVisible();
  await expect(signPanel(page)).toHaveCount(0);
  await page.keyboard.press(keys);
}

test("with the keyboard alone each key of the key map does what it says, keys that send must be pressed twice, and a position is opened and closed", async ({
  page,
  trader,
  bot,
}) => {
  expect(trader.address).toBeTruthy();
  for (const share of [0.97, 0.98]) {
    await bot.place({
      market: "BTCUSDC",
      side: "BUY",
      size: "0.01",
      price: (60_000 * share).toFixed(1),
      order_type: "LIMIT",
      time_in_force: "GTC",
    } as Parameters<typeof bot.place>[0]);
  }
  await openMarket(page);
  const noPointer = await forbidPointer(page);

  await test.step("each key", async () => {
    const field = (name: string) => ticket(page).getByLabel(name, { exact: true });
    await page.keyboard.press("s");
    await expect(ticket(page).getByRole("radio", { name: "Sell / Short" })).toBeChecked();
    await leaveField(page);
    await page.keyboard.press("l");
    await page.keyboard.press("p");
    await expect(field("Price")).toBeFocused();
    await leaveField(page);
    await page.keyboard.press("3");
    await expect(page.getByRole("radio", { name: "5m", exact: true })).toBeChecked();
    await page.keyboard.press("c");
    await expect(page.getByRole("application")).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("o");
    await expect(page.locator("[data-row]:focus")).toHaveCount(1);
    for (const [key, name] of [
      ["o", /^Open orders/],
      ["h", /^Order history/],
      ["f", /^Fills/],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
    }
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("ETHUSDC");
    await expect(
      page
        .getByRole("dialog")
        .getByText(/ETHUSDC/)
        .first(),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await expect(cancelButtons(page)).toHaveCount(2);
    await pressTwice(page, "Shift+C");
    await expect(signPanel(page)).toContainText("cancel_all_orders");
    await page.keyboard.press("Enter");
    await expect.poll(() => bot.openOrders()).toEqual([]);
  });

  await test.step("a position is opened, and closed before it liquidates", async () => {
    await page.keyboard.press("m");
    await page.keyboard.press("b");
    await expect(ticket(page).getByLabel("Size", { exact: true })).toBeFocused();
    await page.keyboard.type("0.5");
    await page.keyboard.press("Enter");
    await expect(signPanel(page)).toContainText("place_order");
    await expect(signButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await bot.positions()).length).toBe(1);

    // The table shows the distance to liquidation; its own keys reach it.
    await leaveField(page);
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    const row = page
      .getByRole("table", { name: "Positions" })
      .getByRole("row", { name: /BTCUSDC/ });
    await expect(row).toContainText("Long");
    await expect(row).toContainText(/\d,\d{3}\.\d/);

    await pressTwice(page, "Shift+F");
    await expect(signPanel(page)).toContainText("REDUCE_ONLY");
    await expect(signButton(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await bot.positions()).length).toBe(0);
    await expect(page.getByText("No open positions.")).toBeVisible();
  });

  await noPointer();
});

test("the same by Tab alone: the button of the position is reachable, named, and works", {
  tag: "@deep",
}, async ({ page, trader, bot }) => {
  expect(trader.address).toBeTruthy();
  const order = { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET" } as const;
  await bot.place({ ...order, time_in_force: "IOC" });
  await openMarket(page);
  const noPointer = await forbidPointer(page);
  await expect(page.getByRole("table", { name: "Positions" })).toContainText("BTCUSDC");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await tabTo(page, /^Close the BTCUSDC position$/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Close the BTCUSDC position" }).waitFor();
  await tabTo(page, /^Close 0\.02 BTC$/);
  await page.keyboard.press("Enter");
  await expect(signPanel(page)).toContainText("REDUCE_ONLY");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await bot.positions()).length).toBe(0);
  await noPointer();
});
