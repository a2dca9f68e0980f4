/** A swap from an empty wallet to finality, its points, and everything that can come between. */
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { expectNoOverlaps, SIZES } from "#e2e/support/overlaps.ts";
import { amount, arriveToSwap, askWallet, openReview, review } from "#e2e/support/swap.ts";
import {
  demoPrompt,
  expect,
  pageProblems,
  seriousProblems,
  test,
} from "#e2e/support/trading-page.ts";

const approve = (page: Page) => demoPrompt(page).getByRole("button", { name: "Approve" }).click();

test("a newcomer swaps, sees the swap on the tape until it is final, and earns points", async ({
  quietPage: page,
  newWallet,
}) => {
  await arriveToSwap(page, newWallet.seed);
  await openReview(page, "100");
  const signed = review(page).getByRole("region", { name: "What you sign" });
  await expect(signed).toContainText("100 USDC");
  await expect(signed).toContainText("0.1 USDC");
  await expect(signed).toContainText("svc:swap:1:");
  await askWallet(page);
  await approve(page);
  // The service has it before the plan expires: a plan lives for 30 s.
  await expect(page.locator("[data-swap]:not([data-swap=sending])")).toBeVisible();

  // The next document of this browser follows what this one has sent.
  await page.reload();
  const row = page.locator("[data-row]").filter({ hasText: /(?:^|[^\d,.])100 USDC/ });
  await expect(row.first()).toHaveAttribute("data-row", "finalized");

  await page.goto("/account/swaps");
  const own = page.getByRole("listitem").filter({ hasText: "100 USDC" });
  await expect(own.getByText("Final", { exact: true })).toBeVisible();
  await expect(own.getByRole("link", { name: "Show the transaction" })).toHaveAttribute(
    "href",
    /\/solana\/tx\//,
  );
  await page.goto("/account/points");
  await expect(page.locator("[data-points=week]")).toHaveText(/^(?:4\d|50)$/);
  await page.getByText("How your points add up").click();
  await expect(page.getByText(/min\(\$\d+\.\d\d − \$0\.00, \$1,200\.00\) ÷ \$2 = /)).toBeVisible();
  await expect(page.locator("[data-entry=credit]")).toHaveCount(1);
});

test("no wallet is asked above 1 % of impact before the plan is acknowledged", {
  tag: "@deep",
}, async ({ quietPage: page, newWallet }) => {
  await arriveToSwap(page, newWallet.seed);
  await page.getByLabel("You get (estimate): asset").selectOption("THIN");
  await openReview(page, "200");
  expect(await seriousProblems(page), "the review").toEqual([]);
  const button = review(page).getByRole("button", { name: /^Sign with / });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  // A prompt would be open by then.
  await page.waitForTimeout(1_500);
  await expect(demoPrompt(page)).toBeHidden();
  await review(page).getByRole("checkbox").check();
  await askWallet(page);
  await demoPrompt(page).getByRole("button", { name: "Reject" }).click();
  await expect(review(page).getByText("Nothing was signed.")).toBeVisible();
  await review(page).getByRole("button", { name: "Back" }).click();
  await expect(page.locator("[data-swap]")).toHaveCount(0);
  // The page is given back, and another plan needs its own acknowledgement.
  await openReview(page, "210");
  await expect(review(page).getByRole("checkbox")).not.toBeChecked();
});

test("after a dropped answer, no window asks for a second signature of the same swap before a block shows it", async ({
  page,
  newWallet,
}) => {
  await arriveToSwap(page, newWallet.seed);
  await page.context().route("**/api/v1/swaps/execute", async (route) => {
    await route.fetch();
    return route.abort("connectionreset");
  });
  let isChainSilent = true;
  await page.context().route("**/api/chain/rpc", (route) => {
    const isStatus = route.request().postData()?.includes("getSignatureStatuses") === true;
    return isStatus && isChainSilent ? route.abort("connectionreset") : route.fallback();
  });
  const other = await page.context().newPage();
  await other.goto("/swap");
  await openReview(other, "20");
  await openReview(page, "10");
  await askWallet(page);
  await approve(page);
  await expect(page.locator("[data-swap=unknown]")).toBeVisible();
  // The other window had its review open already.
  await askWallet(other);
  await expect(review(other).getByText(/A swap of the same assets is on its way/)).toBeVisible();
  await expect(demoPrompt(other)).toBeHidden();
  isChainSilent = false;
  await expect(page.locator("[data-swap=finalized]")).toBeVisible();
  await expect(other.locator("[data-swap=finalized]")).toBeVisible();
});

test("a swap along a route of the simulated Jupiter lands on the tape", { tag: "@deep" }, async ({
  quietPage: page,
  newWallet,
}) => {
  await arriveToSwap(page, newWallet.seed);
  await page.getByRole("radio", { name: "Jupiter (simulated)" }).check();
  await page.getByLabel("You get (estimate): asset").selectOption("BTC");
  await amount(page).fill("30");
  await expect(page.locator("[data-impact]")).toContainText("(estimated)");
  expect(await seriousProblems(page), "the form").toEqual([]);
  await openReview(page, "35");
  const signed = review(page).getByRole("region", { name: "What you sign" });
  await expect(signed).toContainText("35 USDC");
  await expect(signed).toContainText("Jupiter (simulated) → Simulated pool ");
  await expect(signed).toContainText("(estimated)");
  await askWallet(page);
  await approve(page);
  await expect(page.locator("[data-swap]")).toBeVisible();
  const row = page.locator("[data-row]").filter({ hasText: /(?:^|[^\d,.])35 USDC/ });
  await expect(row.first()).toHaveAttribute("data-row", "finalized");
  await page.goto("/account/swaps");
  const own = page.getByRole("listitem").filter({ hasText: "35 USDC" });
  await expect(own.getByText("Jupiter (simulated)", { exact: true })).toBeVisible();
});

test("the page is public, accessible, and fits every size in three languages", {
  tag: "@deep",
}, async ({ quietPage: page, endpoints }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/swap");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  await amount(page).fill("2500");
  await page.getByLabel("You get (estimate): asset").selectOption("THIN");
  await expect(page.locator("[data-impact]")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in to swap" })).toBeVisible();
  const impact = page.getByRole("button", { name: "Price impact" });
  const help = page.getByRole("tooltip").filter({ hasText: "How far this amount moves" });
  await expect(help).toBeHidden();
  await impact.focus();
  await expect(help).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await seriousProblems(page, ["color-contrast"]), "light").toEqual([]);
  for (const locale of ["en", "de", "ar"]) {
    await page.context().addCookies([{ name: "svc.locale", value: locale, url: endpoints.app }]);
    await page.goto("/swap");
    await page.locator("form input").first().fill("250");
    await expect(page.locator("[data-impact]")).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      expect(await isFitting(page), `${locale} ${size.width} px`).toBe(true);
    }
    await expectNoOverlaps(page, locale);
    expect(await seriousProblems(page), locale).toEqual([]);
  }
});

test("a swap to another network is settled when that network shows the payment", {
  tag: "@deep",
}, async ({ quietPage: page, newWallet }) => {
  await arriveToSwap(page, newWallet.seed);
  await page.getByText("To Simulated network").click();
  await expect(page.getByLabel("Recipient")).toHaveValue(newWallet.address);
  await page.getByLabel("Recipient").fill("nobody");
  await expect(page.getByText("This is not a wallet address.")).toBeVisible();
  await page.getByLabel("Recipient").fill(newWallet.address);
  await openReview(page, "50");
  const signed = review(page).getByRole("region", { name: "What you sign" });
  await expect(signed).toContainText("50 USDC");
  await expect(signed).toContainText(newWallet.address);
  await expect(signed).toContainText("svc:cross:1:");
  expect(await seriousProblems(page), "the review").toEqual([]);
  await askWallet(page);
  await approve(page);
  await expect(page.locator("[data-swap=credited]")).toBeVisible({ timeout: 90_000 });
  await page.goto("/account/swaps");
  const own = page.locator("[data-swap=finalized]");
  await expect(own.getByText("Payment to recipient")).toBeVisible();
  await expect(own).toContainText("Simulated network");
});
