/** A price alert from the chart's menu to the notification: set, seen as a line, reached by the mark, gone. */
import type { Page } from "@playwright/test";
import { seriousProblems } from "#e2e/support/accessibility.ts";
import { expect, openMarket, test } from "#e2e/support/orders.ts";
import { steerMark } from "#e2e/support/test.ts";

const chart = (page: Page) => page.getByRole("application", { name: /BTCUSDC/ });
const bell = (page: Page) => page.getByRole("button", { name: "Price alerts", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Price alerts" });

/** Opens the menu of a price in the upper part of the chart, above the mark. @returns the price of the menu's entry */
async function setFromChart(page: Page): Promise<string> {
  const { x, y, width } = (await chart(page).boundingBox())!;
  await expect(chart(page)).toHaveAttribute("data-price-top", /\d/);
  await page.mouse.click(x + width / 3, y + 70, { button: "right" });
  const entry = page.getByRole("menuitem", { name: /^Alert at / });
  const price = (await entry.textContent())!.replace("Alert at ", "");
  await entry.click();
  await expect(page.getByText(`Alert set: BTCUSDC at ${price}`)).toBeVisible();
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

  const reached = Number(price.replaceAll(",", "")) + 10;
  await steerMark(endpoints, "BTCUSDC", reached.toFixed(1), 20);
  await expect(line).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByText(`BTC reached ${price} (was below)`)).toBeVisible();
});

test("a visitor is asked to sign in", async ({ page }) => {
  await page.goto("/trade/BTCUSDC");
  await bell(page).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});
