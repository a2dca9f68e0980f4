/** The first reads of a page fail: the page says so, and recovers on its own. */
import type { Page } from "@playwright/test";
import { expect, openTab, test } from "#e2e/support/orders.ts";
import { MARKET_PATH, refuseAccountStream, ticket } from "#e2e/support/trading-page.ts";

const FAILED = {
  status: 503,
  contentType: "application/json",
  body: '{"error":"UNAVAILABLE","message":"Not now."}',
} as const;

const tryingAgain = (page: Page) => page.getByText(/Trying again\./);

/** This site answers 503 for a path. @returns a function that ends it */
async function refuse(page: Page, path: string): Promise<() => void> {
  let isRefused = true;
  await page.route(
    (url) => url.pathname === path,
    (route) => (isRefused ? route.fulfill(FAILED) : route.continue()),
  );
  return () => {
    isRefused = false;
  };
}

test.beforeEach(async ({ trader, bot }) => {
  expect(trader.address).toBeTruthy();
  const order = { order_type: "MARKET", time_in_force: "IOC", size: "0.01" } as const;
  await bot.place({ market: "BTCUSDC", side: "BUY", ...order });
});

test("the fills and their totals load by themselves when the venue answers again", {
  tag: "@deep",
}, async ({ page, trader, faults }) => {
  const fills = { method: "GET", path: "/v1/fills", account: trader.address } as const;
  const answersAgain = await faults.add({ kind: "refuse", ...fills, count: 1_000 });
  await page.goto("/account/fills");
  await expect(tryingAgain(page)).toHaveCount(2);
  await answersAgain();
  await expect(page.getByRole("table", { name: "Fills" })).toContainText("BTCUSDC");
  await expect(page.getByText("Fees paid")).toBeVisible();
  await expect(tryingAgain(page)).toHaveCount(0);
});

test("the trading page shows account, positions and fills as soon as they can be read", {
  tag: "@deep",
}, async ({ page, trader, faults }) => {
  const reads = { method: "GET", account: trader.address } as const;
  const answersAgain = await faults.add({ kind: "refuse", ...reads, count: 1_000 });
  const keyIsRead = await refuse(page, "/api/venue/key");
  await refuseAccountStream(page);
  await page.goto(MARKET_PATH);
  const account = page.getByRole("region", { name: "Account", exact: true });
  await expect(account).toContainText("Trying again.");
  const keyRow = page.getByRole("region", { name: "One-click trading", exact: true });
  const box = await keyRow.boundingBox();
  await answersAgain();
  keyIsRead();
  await expect(ticket(page).getByRole("button", { name: /^Buy .*BTC/ })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: /^Positions/ })).toContainText("0.01");
  await expect(tryingAgain(page)).toHaveCount(0);
  await expect(account).toContainText("Nearest liquidation");
  // A button does not move under the pointer because the account below it grew.
  expect(await keyRow.boundingBox()).toEqual(box);
  const failing = await faults.add({ kind: "refuse", ...reads, path: "/v1/fills", count: 1_000 });
  const tab = await openTab(page, /^Fills/);
  await expect(tab).toContainText("Trying again.");
  await failing();
  // The book may fill the order in several parts.
  await expect(tab).toContainText("BTCUSDC");
});

test("an account page whose read failed has a retry button, and recovers without it", {
  tag: "@deep",
}, async ({ page }) => {
  const keyIsRead = await refuse(page, "/api/venue/key");
  await page.clock.install();
  await page.goto("/account/fills");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  // While the page's clock is stopped, only the press reads again.
  await page.clock.pauseAt(Date.now() + 1_000);
  const request = page.waitForRequest(/\/api\/venue\/key/);
  await again.click();
  await request;
  await page.clock.resume();
  keyIsRead();
  await expect(page.getByRole("table", { name: "Fills" })).toContainText("BTCUSDC");
  await expect(again).toHaveCount(0);
});

test("the rules of the markets load by themselves", { tag: "@deep" }, async ({ page }) => {
  const marketsAreRead = await refuse(page, "/api/perps-dex/markets");
  const refused = page.waitForResponse(/\/api\/perps-dex\/markets/);
  await page.goto("/account/fees");
  await refused;
  marketsAreRead();
  await expect(page.getByRole("region", { name: "Fee rates" })).toContainText("BTCUSDC");
});
