/** Layouts of the chart: what it shows, under a name. */
import type { Page } from "@playwright/test";
import { expect, MARKET_PATH, seriousProblems, test } from "#e2e/support/trading-page.ts";

async function choose(page: Page, role: "menuitem" | "menuitemradio", name: string): Promise<void> {
  await page.getByRole("button", { name: "More chart options" }).click();
  await page.getByRole(role, { name, exact: true }).click();
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Chart layouts" });

test("a layout is saved, renamed, shown after a reload, and deleted", async ({
  quietPage: page,
}) => {
  await page.goto(MARKET_PATH);
  await expect(page.getByRole("application", { name: /BTCUSDC/ })).toHaveAttribute(
    "data-last-bar",
    /start/,
  );
  await page.getByRole("radio", { name: "5m", exact: true }).click();
  await choose(page, "menuitemradio", "Line");
  await page.getByRole("button", { name: "Indicators" }).click();
  await page.getByRole("button", { name: "Add MACD" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("[data-value=study-0-value]")).toContainText(/\d/);

  await choose(page, "menuitem", "Layouts");
  await dialog(page).getByLabel("Name").fill("Swing");
  await dialog(page).getByRole("button", { name: "Save the chart as it is" }).click();
  await dialog(page).getByRole("button", { name: "Rename Swing" }).click();
  await dialog(page).getByLabel("New name of Swing").fill("Slow");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: /^Slow/ })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: "1m", exact: true }).click();
  await choose(page, "menuitemradio", "Candles");
  await page.getByRole("button", { name: "Indicators" }).click();
  await page.getByRole("button", { name: "Remove MACD 12 26 9" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await choose(page, "menuitem", "Layouts");
  await dialog(page).getByRole("button", { name: /^Slow/ }).click();
  await expect(page.getByRole("radio", { name: "5m", exact: true })).toBeChecked();
  await expect(page.locator("[data-value=study-0-value]")).toContainText(/\d/);
  await page.getByRole("button", { name: "More chart options" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Line", exact: true })).toBeChecked();
  await page.getByRole("menuitem", { name: "Layouts" }).click();
  await dialog(page).getByRole("button", { name: "Delete Slow" }).click();
  await expect(dialog(page)).toContainText("No layouts yet.");
});
