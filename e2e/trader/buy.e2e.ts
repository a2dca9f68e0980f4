/** A purchase with a card: to the simulated checkout and back, until the chain shows the USDC in the wallet. */
import type { Page } from "@playwright/test";
import { pageProblems } from "#e2e/support/accessibility.ts";
import { expect, seriousProblems, test } from "#e2e/support/trading-page.ts";

/** The checkout, the chain and the next look come after one another. */
const WHOLE_WAY = { timeout: 60_000 };

const dialog = (page: Page) => page.getByRole("dialog", { name: "Buy USDC with a card" });

/** Signs the newcomer in on the page of transfers, and opens the dialog. */
async function arrive(page: Page, seed: string): Promise<void> {
  await page.goto(`/account/transfers#demo=${seed}`);
  await expect(page.getByRole("banner").getByRole("button", { name: /account/i })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Buy with a card" }).click();
  await expect(dialog(page)).toBeVisible();
}

async function toCheckout(page: Page, amount: string): Promise<void> {
  await dialog(page).getByLabel("Amount").fill(amount);
  await dialog(page).getByRole("button", { name: "Continue to checkout" }).click();
  await expect(page.getByRole("heading", { name: "Buy USDC", exact: true })).toBeVisible();
}

test("a simulated card buys USDC: the chain shows it in the wallet, and a reload still does", async ({
  quietPage: page,
  newWallet,
}) => {
  await arrive(page, newWallet.seed);
  await expect(dialog(page).getByText("Simulated", { exact: true })).toBeVisible();
  await expect(dialog(page)).toContainText("It asks for no card details.");
  await dialog(page).getByLabel("Amount").fill("19");
  await expect(dialog(page)).toContainText("Enter 20 to 10,000 USD.");
  expect(await seriousProblems(page), "the form").toEqual([]);

  await toCheckout(page, "100");
  await expect(page.getByText("96.5 USDC (simulated)")).toBeVisible();
  await expect(page.getByText(newWallet.address)).toBeVisible();
  await expect(page.locator("input, select, textarea, iframe")).toHaveCount(0);
  await page.getByRole("button", { name: "Pay with a simulated card" }).click();

  await expect(page).toHaveURL(/\/account\/transfers\?purchase=onr_/);
  await expect(dialog(page).locator("[data-purchase=delivered]")).toBeVisible(WHOLE_WAY);
  await expect(dialog(page)).toContainText("96.5 USDC");
  await expect(dialog(page).getByRole("link", { name: "Show the transaction" })).toHaveAttribute(
    "href",
    /\/solana\/tx\//,
  );
  expect(await seriousProblems(page), "the purchase").toEqual([]);
  await page.reload();
  await expect(dialog(page).locator("[data-purchase=delivered]")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("main").getByRole("link", { name: "Buy with a card" }).click();
  await expect(dialog(page), "opened again at once").toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/account\/transfers$/);
  expect(await pageProblems(page)).toEqual([]);
});

test("a declined card fails the purchase, and a refund says so", { tag: "@deep" }, async ({
  quietPage: page,
  newWallet,
}) => {
  await arrive(page, newWallet.seed);
  await toCheckout(page, "50");
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(dialog(page).locator("[data-purchase=failed]")).toBeVisible(WHOLE_WAY);
  await toCheckout(page, "60");
  await page.getByRole("button", { name: "Pay, then refund" }).click();
  await expect(dialog(page).locator("[data-purchase=refunded]")).toBeVisible(WHOLE_WAY);
});
