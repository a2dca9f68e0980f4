/** Money enters and leaves: from an empty wallet to a deposit that is credited, and to a withdrawal that is paid. */
import type { Page } from "@playwright/test";
import { pageProblems } from "#e2e/support/accessibility.ts";
import { demoPrompt, expect, seriousProblems, test } from "#e2e/support/trading-page.ts";

const deposits = (page: Page) => page.getByRole("dialog", { name: "Deposit USDC" });
const withdrawals = (page: Page) => page.getByRole("dialog", { name: "Withdraw USDC" });
const open = (page: Page, name: "Deposit" | "Withdraw") =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const approve = (page: Page) => demoPrompt(page).getByRole("button", { name: "Approve" }).click();

/** Signs the newcomer in on the page of transfers. */
async function arrive(page: Page, seed: string): Promise<void> {
  await page.goto(`/account/transfers#demo=${seed}`);
  await expect(page.getByRole("banner").getByRole("button", { name: /account/i })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: "Deposit" })).toBeVisible();
}

test("a newcomer gets tokens, deposits until it is credited, and withdraws until it is paid", async ({
  quietPage: page,
  newWallet,
}) => {
  await arrive(page, newWallet.seed);

  await open(page, "Deposit");
  const dialog = deposits(page);
  await expect(dialog.getByText("Simulated", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("img", { name: /as a QR code$/ })).toBeVisible();
  expect(await seriousProblems(page), "the own address").toEqual([]);
  await dialog.getByText("With this wallet").click();
  await dialog.getByRole("button", { name: /^Get SOL and USDC/ }).click();
  await expect(dialog.getByText("10,000 USDC")).toBeVisible();
  expect(await seriousProblems(page), "the form").toEqual([]);

  await dialog.getByLabel("Amount").fill("250.5");
  await dialog.getByRole("button", { name: "Review" }).click();
  const signed = dialog.getByRole("region", { name: "What you sign" });
  await expect(signed).toContainText("250.5 USDC");
  await expect(signed).toContainText(`svc:deposit:${newWallet.address}`);
  await dialog.getByRole("button", { name: "Sign with Demo wallet" }).click();
  await expect(demoPrompt(page).getByText(/Transfer 250\.5 USDC to /)).toBeVisible();
  await approve(page);
  await expect(page.locator("[data-deposit]")).toBeVisible();

  // The next document of this browser follows what this one has sent.
  await page.goto("/account/transfers");
  await expect(page.getByRole("row", { name: /Deposit.*250\.5/ })).toBeVisible();
  await expect(
    page.getByRole("row", { name: /Deposit/ }).getByRole("link", { name: "Show the transaction" }),
  ).toHaveAttribute("href", /\/solana\/tx\//);

  await open(page, "Withdraw");
  await withdrawals(page).getByRole("button", { name: "Enable trading" }).click();
  await expect(page.getByRole("region", { name: "What you sign" })).toContainText("create_api_key");
  await page.getByRole("button", { name: "Sign with Demo wallet" }).click();
  await approve(page);
  await expect(page.getByText("Trading is enabled").first()).toBeVisible();
  await open(page, "Withdraw");
  const form = withdrawals(page);
  await expect(form.getByText(newWallet.address)).toBeVisible();
  await form.getByLabel("Amount").fill("300");
  await expect(form.getByText("That is more than you can withdraw now.")).toBeVisible();
  await form.getByLabel("Amount").fill("100");
  // The wallet has a USDC account: it deposited from there.
  await expect(form.getByText("99.9 USDC")).toBeVisible();
  expect(await seriousProblems(page), "the withdrawal").toEqual([]);
  await form.getByRole("button", { name: "Review and sign" }).click();
  const receipt = page.getByRole("region", { name: "What you sign" });
  await expect(receipt).toContainText("withdraw");
  await expect(receipt).toContainText("100");
  await approve(page);
  await expect(page.locator("[data-withdrawal=SETTLED]")).toBeVisible({ timeout: 90_000 });
  await expect(
    page.locator("[data-withdrawal=SETTLED]").getByRole("link", { name: "Show the transaction" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: /Withdrawal.*Completed.*100/ })).toBeVisible();
});

test("a deposit that the wallet rejects leaves nothing behind", { tag: "@deep" }, async ({
  quietPage: page,
  newWallet,
}) => {
  await arrive(page, newWallet.seed);
  await open(page, "Deposit");
  const dialog = deposits(page);
  await dialog.getByText("With this wallet").click();
  await dialog.getByRole("button", { name: /^Get SOL and USDC/ }).click();
  await expect(dialog.getByText("10,000 USDC")).toBeVisible();
  await dialog.getByLabel("Amount").fill("20000");
  await expect(dialog.getByText("The wallet does not have that much.")).toBeVisible();
  await dialog.getByLabel("Amount").fill("1");
  await dialog.getByRole("button", { name: "Review" }).click();
  await dialog.getByRole("button", { name: "Sign with Demo wallet" }).click();
  await demoPrompt(page).getByRole("button", { name: "Reject" }).click();
  await expect(dialog.getByText("Nothing was signed.")).toBeVisible();
  await expect(page.locator("[data-deposit]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // Closing gives the page back.
  await open(page, "Deposit");
  await dialog.getByText("With the vault's address and a memo instead").click();
  await expect(dialog.getByText(`svc:deposit:${newWallet.address}`)).toBeVisible();
  await expect(dialog.getByRole("img", { name: "Address and memo as a QR code" })).toBeVisible();
  expect(await seriousProblems(page), "the address").toEqual([]);
});

test.describe("the vault's page without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("shows what the vault holds and owes, who signs, and how to check it", {
    tag: "@deep",
  }, async ({ page }) => {
    await page.goto("/vault");
    await expect(page.getByRole("heading", { level: 1, name: "Vault" })).toBeVisible();
    await expect(page.locator("[data-vault=covered]")).toBeVisible();
    await expect(page.locator("[data-figure=balance]")).toHaveText(/\d/);
    await expect(page.getByText(/^Simulated signer \d/)).toHaveCount(3);
    await expect(page.getByText(/getTokenAccountBalance/)).toBeVisible();
    await expect(page.getByText(/api\/public\/dex\/stats/)).toBeVisible();
  });
});

test("the vault's page is accessible, fits a phone, and its commands answer the same", {
  tag: "@deep",
}, async ({ page, endpoints }) => {
  await page.goto("/vault");
  await expect(page.locator("[data-vault=covered]")).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const stats = (await (await fetch(`${endpoints.app}/api/public/dex/stats`)).json()) as {
    vault_address: string;
    difference: string;
  };
  await expect(page.getByText(stats.vault_address).first()).toBeVisible();
  expect(stats.difference).not.toMatch(/^-/);
});
