/** The pictures of README.md, as the demo shows its pages. */
import { expect, type Page, test } from "@playwright/test";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";
import { runningStack } from "#scripts/dev/stack/running-stack.ts";

const VIEWPORT = { width: 1280, height: 800 };
const { endpoints } = runningStack();

test.use({ viewport: VIEWPORT, colorScheme: "dark", locale: "en" });
// A busy machine draws the chart slowly.
test.setTimeout(300_000);
const READ = { timeout: 120_000 };

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(endpoints.app + path);
  await expect(page.locator("h1").first()).toBeAttached(READ);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0, READ);
}

async function signIn(page: Page): Promise<void> {
  const visitor = new AppVisitor(endpoints.app);
  await visitor.signIn(endpoints.personas.partner);
  const cookies = visitor.cookies().map(([name, value]) => ({ name, value, url: endpoints.app }));
  await page.context().addCookies(cookies);
}

test("the trading page", async ({ page }) => {
  await openPage(page, "/trade/BTCUSDC");
  await expect(page.locator("canvas").first()).toBeVisible(READ);
  await expect(page.locator("[data-row]").first()).toBeVisible(READ);
  await expect(page.getByText(/Closes in/).first()).toBeVisible(READ);
  await expect(page.getByText("Connecting")).toHaveCount(0, READ);
  await page.screenshot({ path: "public/screenshot.png" });
});

test("the partner page", async ({ page }) => {
  await signIn(page);
  await openPage(page, "/partner");
  await expect(page.getByRole("heading", { name: "Next payout" })).toBeVisible(READ);
  await expect(page.getByText(/^As of \d/)).toBeVisible(READ);
  await page.screenshot({ path: "docs/pictures/partner.png" });
});

test("the catalysts page", async ({ page }) => {
  await openPage(page, "/catalysts");
  await expect(page.locator("[data-catalyst]").first()).toBeVisible(READ);
  await expect(
    page.getByRole("region", { name: "Sources" }).getByRole("listitem").first(),
  ).toBeVisible(READ);
  await page.screenshot({ path: "docs/pictures/catalysts.png" });
});
