/** A swap from an empty wallet to finality, its points, and everything that can come between. */
import type { Page } from "@playwright/test";
import { isFitting } from "#e2e/support/accessibility.ts";
import { expectNoOverlaps, SIZES } from "#e2e/support/overlaps.ts";
import {
  demoPrompt,
  expect,
  pageProblems,
  seriousProblems,
  test,
} from "#e2e/support/trading-page.ts";

const review = (page: Page) => page.getByRole("dialog", { name: /^Swap / });
const amount = (page: Page) => page.getByLabel("You pay", { exact: true });
const approve = (page: Page) => demoPrompt(page).getByRole("button", { name: "Approve" }).click();
const sign = (page: Page) =>
  review(page)
    .getByRole("button", { name: /^Sign with / })
    .click();

/** Signs the newcomer in and gives the wallet its first tokens, on the page of swaps. */
async function arrive(page: Page, seed: string): Promise<void> {
  await page.goto(`/account/transfers#demo=${seed}`);
  await expect(page.getByRole("banner").getByRole("button", { name: /account/i })).toBeVisible();
  await page.goto("/swap");
  await page.getByRole("button", { name: /^Get SOL and USDC/ }).click();
  await expect(page.getByText("10,000 USDC").first()).toBeVisible({ timeout: 30_000 });
}

async function open(page: Page, typed: string): Promise<void> {
  await amount(page).fill(typed);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(review(page).getByRole("region", { name: "What you sign" })).toBeVisible();
}

test("a newcomer swaps, sees the swap on the tape until it is final, and earns points", async ({
  quietPage: page,
  newWallet,
}) => {
  test.setTimeout(180_000);
  await arrive(page, newWallet.seed);
  await open(page, "100");
  const signed = review(page).getByRole("region", { name: "What you sign" });
  await expect(signed).toContainText("100 USDC");
  await expect(signed).toContainText("0.1 USDC");
  await expect(signed).toContainText("svc:swap:1:");
  expect(await seriousProblems(page), "the review").toEqual([]);
  await sign(page);
  await approve(page);
  await expect(page.locator("[data-swap]")).toBeVisible();

  // The next document of this browser follows what this one has sent.
  await page.reload();
  const row = page.locator("[data-row]").filter({ hasText: "100 USDC" }).first();
  await expect(row).toBeVisible();
  await expect(row).toHaveAttribute("data-row", "finalized");

  await page.goto("/account/swaps");
  const own = page.getByRole("listitem").filter({ hasText: "100 USDC" });
  await expect(own.getByText("Final", { exact: true })).toBeVisible();
  await expect(own.getByRole("link", { name: "Show the transaction" })).toHaveAttribute(
    "href",
    /\/solana\/tx\//,
  );
  await page.goto("/account/points");
  await expect(page.locator("[data-points=week]")).toHaveText(/^(?:4\d|50)$/, { timeout: 30_000 });
  await page.getByText("Why these points").click();
  await expect(page.getByText(/min\(\$\d+\.\d\d − \$0\.00, \$1,200\.00\) ÷ \$2 = /)).toBeVisible();
  await expect(page.locator("[data-entry=credit]")).toHaveCount(1);
});

test("no wallet is asked above 1 % of impact before the plan is acknowledged", async ({
  quietPage: page,
  newWallet,
}) => {
  test.setTimeout(120_000);
  await arrive(page, newWallet.seed);
  await page.getByLabel("You get, about: asset").selectOption("THIN");
  await open(page, "200");
  const button = review(page).getByRole("button", { name: /^Sign with / });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await expect(demoPrompt(page)).toBeHidden();
  await review(page).getByRole("checkbox").check();
  await sign(page);
  await demoPrompt(page).getByRole("button", { name: "Reject" }).click();
  await expect(review(page).getByText("Nothing was signed.")).toBeVisible();
  await review(page).getByRole("button", { name: "Back" }).click();
  await expect(page.locator("[data-swap]")).toHaveCount(0);
  // The page is given back, and another plan needs its own acknowledgement.
  await open(page, "210");
  await expect(review(page).getByRole("checkbox")).not.toBeChecked();
});

test("after a dropped answer, no window asks for a second signature before the end is certain", async ({
  page,
  newWallet,
}) => {
  test.setTimeout(180_000);
  await arrive(page, newWallet.seed);
  let passes = false;
  await page.context().route("**/api/v1/swaps/execute", async (route) => {
    if (passes) return route.continue();
    return route.abort("connectionreset");
  });
  const other = await page.context().newPage();
  await other.goto("/swap");
  await open(other, "20");
  await open(page, "10");
  await sign(page);
  await approve(page);
  await expect(page.locator("[data-swap=unknown]")).toBeVisible();
  await expect(page.getByText(/Another swap can be signed/)).toBeVisible();
  // The other window had its review open already.
  await sign(other);
  await expect(review(other).getByText(/Another swap of this wallet is on its way/)).toBeVisible();
  await expect(demoPrompt(other)).toBeHidden();
  passes = true;
  await expect(page.locator("[data-swap=finalized]")).toBeVisible({ timeout: 60_000 });
  await expect(other.locator("[data-swap=finalized]")).toBeVisible({ timeout: 60_000 });
});

test("the page is public, accessible, and fits every size in three languages", async ({
  quietPage: page,
  endpoints,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/swap");
  await expect(page.locator("[data-row]").first()).toBeVisible();
  await amount(page).fill("2500");
  await page.getByLabel("You get, about: asset").selectOption("THIN");
  await expect(page.locator("[data-impact]")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in to swap" })).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
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
