/** Isolated margin: the mode of a market is chosen beside the leverage, and a position's margin is added in its menu. */
import type { Page } from "@playwright/test";
import { expect, openMarket, openTab, signButton, signPanel, test } from "#e2e/support/orders.ts";
import { seriousProblems, ticket } from "#e2e/support/trading-page.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

test("a trader isolates a market, buys, and adds margin to the position alone", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  await ticket(page).getByRole("button", { name: "Cross 20×" }).click();
  const dialog = page.getByRole("dialog", { name: "Margin in BTCUSDC" });
  await dialog.getByRole("radio", { name: "Isolated" }).click();
  await dialog.getByRole("textbox", { name: "Leverage" }).fill("10");
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Set margin and leverage" }).click();
  await expect(signPanel(page)).toContainText("update_leverage");
  await expect(signPanel(page)).toContainText("ISOLATED");
  await signButton(page).click();
  await expect(ticket(page).getByRole("button", { name: "Isolated 10×" })).toBeVisible();

  await ticket(page).getByRole("radio", { name: "Market" }).click();
  await ticket(page).getByLabel("Size", { exact: true }).fill("0.01");
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await signButton(page).click();

  const panel = await openTab(page, /^Positions/);
  const row = panel.locator("tr[data-row]").first();
  await expect(row).toContainText("Isolated");
  const account = page.getByRole("region", { name: "Account", exact: true });
  await expect(account).toContainText(/Nearest liquidation.*BTCUSDC/);
  const wallet = await walletOf(page);
  expect(wallet).toBeGreaterThan(0);

  await row.getByRole("button", { name: "More for BTCUSDC" }).click();
  await page.getByRole("menuitem", { name: "Add or remove margin" }).click();
  const form = page.getByRole("dialog", { name: "Margin of the BTCUSDC position" });
  await form.getByRole("textbox", { name: "Amount" }).fill("25");
  expect(await seriousProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Add margin", exact: true }).click();
  await expect(signPanel(page)).toContainText("update_isolated_margin");
  await signButton(page).click();
  await expect.poll(() => walletOf(page)).toBeGreaterThan(wallet + 24);
});

async function walletOf(page: Page): Promise<number> {
  const answer = await page.request.get("/api/venue/positions");
  const { results } = (await answer.json()) as { results: PositionRecord[] };
  return Number(results[0]?.isolated_wallet);
}
