/** A price alert from the chart's menu to the notification: set, seen as a line, reached by the mark, gone. */
import type { Page } from "@playwright/test";
import { seriousProblems } from "#e2e/support/accessibility.ts";
import { expect, openMarket, test } from "#e2e/support/orders.ts";
import { steerMark } from "#e2e/support/test.ts";
import { markOf } from "#e2e/support/trading-page.ts";

const chart = (page: Page) => page.getByRole("application", { name: /BTCUSDC/ });
const bell = (page: Page) => page.getByRole("button", { name: "Price alerts", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Price alerts" });

/** Opens the menu of a price far from the mark. @returns its entry for an alert */
async function openMenu(page: Page) {
  const mark = await markOf(page);
  await expect(chart(page)).toHaveAttribute("data-price-top", /\d/);
  const of = async (name: string) => Number(await chart(page).getAttribute(`data-${name}`));
  const middle = ((await of("price-top")) + (await of("price-bottom"))) / 2;
  const share = mark < middle ? 0.2 : 0.8;
  const { x, y, width } = (await chart(page).boundingBox())!;
  const at = y + (await of("plot-height")) * share;
  await page.mouse.click(x + width / 3, at, { button: "right" });
  return page.getByRole("menuitem", { name: /^Alert at / });
}

/** @returns the price of the alert */
async function setFromChart(page: Page): Promise<string> {
  const entry = await openMenu(page);
  const price = (await entry.textContent())!.replace("Alert at ", "");
  await entry.click();
  // Beside it may be the message of an earlier alert at the same price, on its way out.
  await expect(page.getByText(`Alert set: BTCUSDC at ${price}`)).not.toHaveCount(0);
  return price;
}

test("an alert is set on the chart, undone, set again, and fires once when the mark reaches it", async ({
  page,
  trader: _trader,
  endpoints,
}) => {
  await openMarket(page);
  await setFromChart(page);
  const line = page.getByRole("list", { name: "Price alerts on the chart" }).getByRole("listitem");
  await expect(line).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(line).toHaveCount(0);

  const price = await setFromChart(page);
  await bell(page).click();
  const row = dialog(page).getByRole("listitem");
  await expect(row).toContainText(price);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");

  const level = Number(price.replaceAll(",", ""));
  const isAbove = (await markOf(page)) < level;
  await steerMark(endpoints, "BTCUSDC", (level + (isAbove ? 10 : -10)).toFixed(1), 20);
  await expect(line).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const from = isAbove ? "below" : "above";
  await expect(page.getByText(`BTC reached ${price} (was ${from})`)).toBeVisible();
});

test("a visitor who sets one is asked to sign in", async ({ page }) => {
  await page.goto("/trade/BTCUSDC");
  await (await openMenu(page)).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(bell(page)).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger that rests on a price and lifts there opens its menu; a tap does not", async ({
    page,
    trader: _trader,
  }) => {
    await page.goto("/trade/BTCUSDC");
    await expect(chart(page)).toHaveAttribute("data-price-top", /\d/);
    const { x, y, width, height } = (await chart(page).boundingBox())!;
    const finger = await page.context().newCDPSession(page);
    const point = { x: x + width / 3, y: y + height / 2 };
    const touch = async (seconds: number) => {
      const timestamp = await page.evaluate(() => Date.now() / 1_000);
      await finger.send("Input.dispatchTouchEvent", {
        type: "touchStart",
        touchPoints: [point],
        timestamp,
      });
      await finger.send("Input.dispatchTouchEvent", {
        type: "touchEnd",
        touchPoints: [],
        timestamp: timestamp + seconds,
      });
    };
    const entry = page.getByRole("menuitem", { name: /^Alert at / });
    await touch(0.1);
    await touch(0.8);
    await expect(entry).toHaveCount(1);
    await entry.tap();
    await expect(page.getByText(/^Alert set: BTCUSDC at /)).toBeVisible();
  });
});
