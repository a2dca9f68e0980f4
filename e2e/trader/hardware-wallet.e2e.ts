/** A hardware wallet, which signs no text: it signs in and approves a trading key with memos that are never sent. */
import type { Page } from "@playwright/test";
import { expect, newPersona, test } from "#e2e/support/test.ts";
import {
  countWalletRequests,
  installHardwareWallet,
  setWallet,
  TEST_WALLET,
} from "#e2e/support/test-wallet.ts";
import { fillLimitBuy, MARKET_PATH, seriousProblems, ticket } from "#e2e/support/trading-page.ts";

const banner = (page: Page) => page.getByRole("banner");
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const buyButton = (page: Page) => ticket(page).getByRole("button", { name: /^Buy .*BTC/ });

test("a Ledger behind Phantom signs in and trades with a trading key; its own orders are answered with the offer of one", async ({
  page,
}) => {
  await installHardwareWallet(page, newPersona().seed);
  await page.goto(MARKET_PATH);
  await setWallet(page, "no-text");

  await test.step("the text is rejected: the page names hardware wallets, and a memo signs in", async () => {
    await banner(page).getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("dialog").getByRole("button", { name: TEST_WALLET }).click();
    await expect(page.getByText("Do you use a hardware wallet?")).toBeVisible();
    await page.getByRole("button", { name: "Sign a memo instead" }).click();
    const offer = dialog(page, "Sign in with a hardware wallet");
    await expect(offer).toContainText("never sent and costs nothing");
    expect(await seriousProblems(page)).toEqual([]);

    await setWallet(page, "hold");
    await offer.getByRole("button", { name: "Sign the memo" }).click();
    const contents = offer.getByRole("region", { name: "What the wallet signs" });
    await expect(contents).toContainText("wants you to sign in with your Solana account");
    await expect(contents).toContainText("Its blockhash is zeros");
    await setWallet(page, "no-text");
    await page.evaluate(() => window.testWallet.release());
    await expect(offer).toHaveCount(0);
  });

  await test.step("memos enable trading and approve a trading key", async () => {
    const setup = dialog(page, "Set up trading");
    await expect(setup).toBeVisible();
    await setup.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText(
      "10,000",
    );
    const requests = await page.evaluate(() => window.testWallet.requests);
    expect(requests.slice(-3)).toEqual(["transaction", "transaction", "transaction"]);
  });

  await test.step("the trading key signs an order, and the wallet is not asked", async () => {
    const before = await countWalletRequests(page);
    await fillLimitBuy(page, 0.99);
    await buyButton(page).click();
    await expect(ticket(page).getByText("Order placed.")).toBeVisible();
    expect(await countWalletRequests(page)).toBe(before);
  });

  await test.step("without the key: the ticket says what is needed, and the panel offers it", async () => {
    const line = page.getByRole("region", { name: "One-click trading", exact: true });
    await line.getByRole("button", { name: "Stop now" }).click();
    await expect(line).toContainText("A hardware wallet trades with a trading key");
    await fillLimitBuy(page, 0.98);
    await buyButton(page).click();
    const panel = dialog(page, /^Sign the/);
    await expect(panel).toContainText("A hardware wallet cannot sign orders.");
    await panel.getByRole("button", { name: "Create a trading key" }).click();
    await dialog(page, "One-click trading")
      .getByRole("button", { name: "Create trading key" })
      .click();
    const registration = dialog(page, "Create a trading key");
    await expect(registration).toContainText("svc-trading:register_signer:");
    await registration.getByRole("button", { name: /^Sign with/ }).click();
    await expect(line).toContainText("One-click on");
  });
});

test("a wallet that wraps the text signs in with a memo on the sign-in page", async ({ page }) => {
  const persona = newPersona();
  await installHardwareWallet(page, persona.seed);
  await page.goto("/sign-in");
  await setWallet(page, "wrap");
  await page.getByRole("button", { name: "Choose a wallet" }).click();
  await page.getByRole("button", { name: TEST_WALLET }).click();
  await expect(page.getByText("as hardware wallets do")).toBeVisible();
  await page.getByRole("button", { name: "Sign the memo" }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  const session = await page.request.get("/api/auth/session");
  expect(await session.json()).toMatchObject({ user: { address: persona.address } });
});
