/** A referred person swaps for a tenth less, and the partner sees what that earned and why. */
import { signInByWallet } from "#e2e/support/sign-in.ts";
import { arriveToSwap, askWallet, openReview, review } from "#e2e/support/swap.ts";
import { newPersona } from "#e2e/support/test.ts";
import { demoPrompt, expect, test } from "#e2e/support/trading-page.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";

test("a referred person pays a tenth less for a swap, and the partner earns its share", {
  tag: "@deep",
}, async ({ page, endpoints, newWallet, browser }) => {
  const visitor = await signInByWallet(page.context(), endpoints, newWallet);
  await page.goto("/partner");
  const code = `swap-${newPersona().seed.slice(0, 8)}`;
  await page.getByLabel("Your code").fill(code);
  await page.getByRole("button", { name: "Join the programme" }).click();
  await page.getByRole("button", { name: "Join with this code" }).click();
  await expect(page.locator("[data-figure='level']")).toHaveText(/1/);

  const other = await browser.newContext({ baseURL: endpoints.app });
  const guest = await other.newPage();
  await guest.goto(`/r/${code}`);
  await expect(guest).not.toHaveURL(/\/r\//);
  await arriveToSwap(guest, newPersona().seed);
  await openReview(guest, "1000");
  await expect(guest.getByText("10% discount")).toBeVisible();
  await expect(review(guest).getByRole("region", { name: "What you sign" })).toContainText(
    "0.9 USDC",
  );
  await askWallet(guest);
  await demoPrompt(guest).getByRole("button", { name: "Approve" }).click();
  await expect(guest.locator("[data-swap=finalized]")).toBeVisible();
  await guest.goto("/account/swaps");
  await expect(guest.getByText(/without discount/)).toContainText("1 USDC");
  await other.close();

  await expect
    .poll(
      async () => {
        const answer = await visitor.request("/api/v1/partner/summary");
        const { by_product: products } = (await answer.json()) as PartnerSummary;
        return products.find(({ product }) => product === "swap")?.earned_total;
      },
      { timeout: 60_000 },
    )
    .toMatch(/^0\.[0-9]*[1-9]/);
  await page.goto("/partner?range=all");
  await page
    .getByRole("button", { name: /^Open ref_/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: /^Referral ref_/ });
  await dialog.locator("[data-figure^='entry.']").first().click();
  await expect(dialog.getByRole("button", { name: "Copy link to this fee" })).toBeVisible();
  await dialog.locator("summary").last().click();
  await expect(dialog.getByText("On-chain swap")).toBeVisible();
});
