/** Rows of the tables: the row that a key acts on is visible, and a person can read what they act on. */
import type { Page } from "@playwright/test";
import {
  expect,
  openMarket,
  openTab,
  placeRestingBuy,
  signPanel,
  test,
  writeRows,
} from "#e2e/support/orders.ts";
import type { botOf } from "#e2e/support/trader.ts";
import { markMoves, PRESS_MS, refuseAccountStream } from "#e2e/support/trading-page.ts";

type Bot = ReturnType<typeof botOf>;

async function placeMany(bot: Bot, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const price = (50_000 + index * 10).toFixed(1);
    const terms = { market: "BTCUSDC", side: "BUY", size: "0.01", order_type: "LIMIT" };
    await bot.place({ ...terms, price, time_in_force: "GTC" } as Parameters<Bot["place"]>[0]);
  }
}

/** Whether the focused row is visible as a whole, below the header of its table. */
function focusedRowIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const row = document.activeElement?.closest("tr[data-row]");
    const table = row?.closest("table");
    const box = table?.parentElement;
    if (!row || !table || !box) return false;
    const { top, bottom } = row.getBoundingClientRect();
    const upper = table.querySelector("thead")!.getBoundingClientRect().height;
    const outer = box.getBoundingClientRect();
    return top >= outer.top + upper - 1 && bottom <= outer.top + box.clientHeight + 1;
  });
}

const armed = (page: Page) => page.getByTestId("armed");
const rows = (page: Page) => page.locator("tr[data-row]");

test("below a write without an answer the focused row stays visible, and only there Delete is armed", async ({
  page,
  trader,
  bot,
  faults,
}) => {
  await placeMany(bot, 30);
  await refuseAccountStream(page);
  await openMarket(page);
  await openTab(page, /^Open orders/);
  await expect(rows(page).first()).toBeVisible();
  const { address: account } = trader;
  await faults.add({ kind: "drop_answer", method: "POST", path: "/v1/orders", account });
  const readAgain = await faults.add({
    kind: "refuse",
    method: "GET",
    path: "/v1/orders",
    count: 1_000,
    account,
  });
  await placeRestingBuy(page);
  await expect(writeRows(page, "unknown")).toBeVisible();
  // The row of the write makes the table lower.
  await expect(page.getByText(/No update for \d+ s\./)).toBeVisible();

  await rows(page).first().focus();
  for (const key of [...Array.from({ length: 9 }, () => "ArrowDown"), "PageDown", "End"]) {
    await page.keyboard.press(key);
    await expect.poll(() => focusedRowIsSeen(page), key).toBe(true);
  }

  const scrollToTop = () =>
    page.evaluate(() => {
      document.querySelector("table:has(tr[data-row])")!.parentElement!.scrollTop = 0;
    });
  const bringBack = () =>
    expect(async () => {
      await page.keyboard.press("Delete", { delay: PRESS_MS });
      await expect.poll(() => focusedRowIsSeen(page), { timeout: 3_000 }).toBe(true);
    }).toPass();
  await scrollToTop();
  await expect.poll(() => focusedRowIsSeen(page)).toBe(false);
  await bringBack();
  await expect(armed(page)).toHaveCount(0);
  await page.keyboard.press("Delete", { delay: PRESS_MS });
  await expect(armed(page)).toContainText(/Cancel order .+: Buy 0\.01 BTCUSDC at 50,\d{3}/);

  // The row is out of view again before the confirmation: it scrolls back, and no signature is requested.
  await scrollToTop();
  await expect.poll(() => focusedRowIsSeen(page)).toBe(false);
  await bringBack();
  await expect(armed(page)).toHaveCount(0);
  await expect(signPanel(page)).toHaveCount(0);

  // One row is one stop: its own controls, and then the next element after the table.
  let stops = 0;
  const isInside = () =>
    page.evaluate(() => document.activeElement?.closest("tr[data-row]") !== null);
  while (stops < 10 && (await isInside())) {
    await page.keyboard.press("Tab");
    stops += 1;
  }
  expect(stops).toBeLessThanOrEqual(4);
  await readAgain();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(31);
});

test("at 1024 px an order is cancelled with its side, price and size in view, in every language", {
  tag: "@deep",
}, async ({ page, context, endpoints, bot }) => {
  await placeMany(bot, 12);
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const locale of ["en", "de", "ar"]) {
    await context.addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto("/trade/BTCUSDC");
    await page.getByRole("tab").nth(1).click();
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(() => readableRow(page), locale).toBe("seen");
    await expect(rows(page).first()).toContainText("BTCUSDC");
  }
});

/** Whether the first row can be read and cancelled without scrolling; if not, the reason. */
function readableRow(page: Page): Promise<string> {
  return rows(page)
    .first()
    .evaluate((row) => {
      const cells = [...row.querySelectorAll("td")].map((cell) => ({
        cut: cell.scrollWidth > cell.clientWidth,
        rect: cell.getBoundingClientRect(),
      }));
      const outer = row.closest("table")!.parentElement!.getBoundingClientRect();
      // Choice, market with side, price, and filled of size; and the signs at the end.
      const [, name, price, size] = cells;
      const actions = cells.at(-1);
      if (!name || !price || !size || !actions) return "cells are missing";
      for (const { cut, rect } of [name, price, size]) {
        if (cut) return "cut off";
        if (rect.left < actions.rect.right && rect.right > actions.rect.left) return "covered";
        if (rect.left < outer.left || rect.right > outer.right) return "outside";
      }
      return actions.cut ? "signs are cut off" : "seen";
    });
}

test("another market keeps the table and its filter, and no button takes the focus", {
  tag: "@deep",
}, async ({ page, bot }) => {
  await placeMany(bot, 2);
  await openMarket(page);
  const panel = await openTab(page, /^Open orders/);
  await panel.getByRole("checkbox", { name: "Show all markets" }).uncheck();
  await panel.getByRole("combobox", { name: "Side" }).selectOption("SELL");
  await page.locator("body").press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("ETHUSDC");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/ETHUSDC/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ETHUSDC");
  await expect(page.getByRole("tab", { name: /^Open orders/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(panel.getByRole("combobox", { name: "Side" })).toHaveValue("SELL");
  const account = page.getByRole("banner").getByRole("button", { name: /^Account/ });
  await expect(account).toBeVisible();
  await markMoves(page, 1);
  await expect(account).not.toBeFocused();
  await page.reload();
  await expect(account).toBeVisible();
  await markMoves(page, 1);
  await expect(account).not.toBeFocused();

  // A message covers no control in use.
  await account.click();
  await page.getByRole("menuitem", { name: /^Copy/ }).click();
  const toast = page.locator("[data-sonner-toast]").first();
  await expect(toast).toBeVisible();
  await expect(toast).toBeInViewport({ ratio: 1 });
  const covered = () =>
    toast.evaluate((element) => {
      const one = element.getBoundingClientRect();
      const inUse = "main :is(button, input, select, a[href], tr[data-row])";
      return [...document.querySelectorAll<HTMLElement>(inUse)]
        .filter((control) => {
          const other = control.getBoundingClientRect();
          const beside = one.left >= other.right || one.right <= other.left;
          const above = one.top >= other.bottom || one.bottom <= other.top;
          return control.checkVisibility() && !beside && !above;
        })
        .map((control) => control.ariaLabel ?? control.textContent);
    });
  // The message slides in.
  await expect.poll(covered).toEqual([]);
});
