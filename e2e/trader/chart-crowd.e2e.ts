/** Many orders at one level: their labels never overlap, and each order is reachable by pointer and by keys. */
import type { Page } from "@playwright/test";
import {
  cancelButtons,
  expect,
  openMarket,
  openTab,
  signButton,
  test,
  widenPrices,
} from "#e2e/support/orders.ts";
import { markOf, seriousProblems } from "#e2e/support/trading-page.ts";

const COUNT = 12;

const handles = (page: Page) => page.locator("[data-order-line] [role=slider]");
const mark = (page: Page) => page.locator("[data-line-stack]");

/** Pairs of visible labels and stack marks that overlap. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const seen = [
      ...document.querySelectorAll(
        "[data-line-label]:not([data-unseen]), li:has(> [data-line-stack])",
      ),
    ].map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }));
    return seen.flatMap((one, index) =>
      seen
        .slice(index + 1)
        .filter(
          ({ box }) =>
            one.box.left < box.right - 0.5 &&
            box.left < one.box.right - 0.5 &&
            one.box.top < box.bottom - 0.5 &&
            box.top < one.box.bottom - 0.5,
        )
        .map((other) => `${one.name} and ${other.name}`),
    );
  });

const unseen = (page: Page) => page.locator("[data-line-label][data-unseen]");

test("twelve orders at one level: no labels overlap, and a list has the rest, with buttons to cancel and show each", {
  tag: "@deep",
}, async ({ page, trader, bot }) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  await widenPrices(page);
  // Far enough below the mark that the market does not come down to them.
  const from = (await markOf(page)) * 0.997;
  for (let order = 0; order < COUNT; order += 1) {
    await bot.place({
      market: "BTCUSDC",
      side: "BUY",
      order_type: "LIMIT",
      size: `0.0${order + 10}`,
      price: (from + Math.floor(order / 4) / 10).toFixed(1),
      time_in_force: "GTC",
    });
  }
  await openTab(page, /^Open orders/);
  await expect(cancelButtons(page)).toHaveCount(COUNT);
  await expect(handles(page)).toHaveCount(COUNT);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(mark(page)).toHaveCount(1);
    await expect.poll(() => covered(page), `at ${width}`).toEqual([]);
    const stacked = await unseen(page).count();
    expect(stacked).toBeGreaterThan(0);
    expect(stacked).toBeLessThan(COUNT);
    await expect(mark(page)).toHaveText(`+${stacked}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // By keys: the mark opens the list, and a row of it leads to the label, which takes the keys that move the order.
  await mark(page).focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: /more lines/ });
  await expect(list.getByRole("listitem")).toHaveCount(await unseen(page).count());
  await expect(list).toContainText(/Buy 0\.0\d+/);
  expect(await seriousProblems(page)).toEqual([]);
  const row = list.getByRole("button", { name: /^Buy/ }).last();
  const name = (await row.locator("bdi").first().textContent())!;
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(list).toHaveCount(0);
  const shown = page.getByRole("slider", { name, exact: true });
  await expect(shown).toBeFocused();
  await expect(page.locator("[data-line-label]", { has: shown })).not.toHaveAttribute(
    "data-unseen",
  );
  expect(await covered(page)).toEqual([]);

  // By pointer: the list cancels.
  await mark(page).click();
  await list
    .getByRole("button", { name: /^Cancel: Buy/ })
    .first()
    .click();
  await signButton(page).click();
  await expect.poll(async () => (await bot.openOrders()).length).toBe(COUNT - 1);
  await expect(handles(page)).toHaveCount(COUNT - 1);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  expect(await covered(page)).toEqual([]);
});
