/** The steps that journeys on the page of swaps share. */
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

export const review = (page: Page) => page.getByRole("dialog", { name: /^Swap / });
export const amount = (page: Page) => page.getByLabel("You pay", { exact: true });

/** Signs a newcomer in and gives the wallet its first tokens, on the page of swaps. */
export async function arriveToSwap(page: Page, seed: string): Promise<void> {
  await page.goto(`/account/transfers#demo=${seed}`);
  await expect(page.getByRole("banner").getByRole("button", { name: /account/i })).toBeVisible();
  await page.goto("/swap");
  await page.getByRole("button", { name: /^Get SOL and USDC/ }).click();
  await expect(page.getByText("10,000 USDC").first()).toBeVisible();
}

export async function openReview(page: Page, typed: string): Promise<void> {
  await amount(page).fill(typed);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(review(page).getByRole("region", { name: "What you sign" })).toBeVisible();
}

/** A busy machine may take this long from the press until the service has the swap. */
const ENOUGH_MS = 20_000;

/** With a new quote when the shown one is nearly over: it holds for 30 s. A new quote that needs it is acknowledged again. */
export async function askWallet(page: Page): Promise<void> {
  const renew = review(page).getByRole("button", { name: "New quote" });
  const sign = review(page).getByRole("button", { name: /^Sign with / });
  const acknowledgement = review(page).getByRole("checkbox");
  const expires = review(page).locator("[data-expires]");
  await expect(async () => {
    if (await renew.isVisible()) await renew.click();
    const at = await expires.getAttribute("data-expires", { timeout: 5_000 });
    expect(Date.parse(at ?? "") - Date.now()).toBeGreaterThan(ENOUGH_MS);
    if (await acknowledgement.isVisible()) await acknowledgement.check({ timeout: 5_000 });
    await sign.click({ timeout: 5_000 });
  }).toPass();
}
