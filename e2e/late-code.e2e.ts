/** The code of the account and of its orders comes with the session: what happens while it can not be loaded. */
import { holdBack } from "./support/hold-back.ts";
import {
  answerWallet,
  becomeReady,
  expect,
  fillLimitBuy,
  MARKET_PATH,
  test,
  ticket,
} from "./support/trading-page.ts";

test("who is not signed in loads no code of an account", async ({ page }) => {
  const codes: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") codes.push(response.text());
  });
  await page.goto(MARKET_PATH);
  await expect(page.locator("[data-last-bar]")).toBeAttached();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const all = (await Promise.all(codes)).join("\n");
  for (const own of ["/api/venue/positions", "svc-write-", "place_batch_orders", "QueryClient"])
    expect(all.includes(own), own).toBe(false);
});

test("an account whose code can not be loaded is said to be unreadable, and comes by itself", async ({
  page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  const letThrough = await holdBack(page, "/api/venue/positions");
  await page.reload();
  const account = page.getByRole("region", { name: "Account", exact: true });
  await expect(account).toContainText("Trying again");
  await expect(ticket(page).getByRole("button", { name: "Try again" })).toBeVisible();
  letThrough();
  await expect(account).toContainText("10,000.00", { timeout: 15_000 });
  await expect(ticket(page).getByRole("button", { name: "Buy BTC" })).toBeVisible();
});

test("a press whose code can not be loaded sends nothing and says so; the next one signs", async ({
  page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  const letThrough = await holdBack(page, "svc-write-");
  await page.reload();
  await expect(ticket(page).getByRole("button", { name: "Buy BTC" })).toBeVisible();
  await fillLimitBuy(page, 0.9);
  await ticket(page).getByRole("button", { name: "Buy BTC" }).click();
  await expect(page.getByText("could not be loaded").first()).toBeVisible();
  await expect(page.getByTestId("digest")).toHaveCount(0);
  letThrough();
  await ticket(page).getByRole("button", { name: "Buy BTC" }).click();
  await answerWallet(page, "Approve");
  await expect(ticket(page).getByText("The order is open.")).toBeVisible();
});

test("fills whose code can not be loaded leave the chart of the mark, and say so", async ({
  page,
}) => {
  await page.goto(MARKET_PATH);
  await expect(page.locator("[data-last-bar]")).toBeAttached();
  const letThrough = await holdBack(page, "/api/perps-dex/fill-kline");
  const source = (name: string) => page.getByRole("radio", { name, exact: true });
  await source("Last trades (fills)").click();
  await expect(page.getByText("The bars of fills could not be loaded.").first()).toBeVisible();
  await expect(source("Mark price")).toBeChecked();
  await expect(page.getByText("history could not be read")).toHaveCount(0);
  letThrough();
  await source("Last trades (fills)").click();
  await expect(page.getByRole("application", { name: /Last trades/ })).toBeVisible();
  await expect(source("Last trades (fills)")).toBeChecked();
});
