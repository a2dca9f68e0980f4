/** A trading key that asks for no confirmation: an order leaves at one click, and goes out once, however often a key is pressed. */
import type { Page, Route } from "@playwright/test";
import {
  allOrders,
  buyButton,
  expect,
  linesOf,
  openMarket,
  signButton,
  signPanel,
  test,
  watchWrites,
} from "#e2e/support/orders.ts";
import { countWalletRequests } from "#e2e/support/test-wallet.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import {
  confirmButton,
  holdsPrivateKey,
  keyRow,
  showWhatYouSign,
  skipReviewUnder,
  turnOnTradingKey,
} from "#e2e/support/trading-key.ts";
import { fillLimitBuy, markMoves, PRESS_MS, ticket } from "#e2e/support/trading-page.ts";

/** The browser reports every press after the first as a repetition, until the key is up. */
async function hold(page: Page, key: string, repeats: number): Promise<void> {
  for (let press = 0; press <= repeats; press += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test("with a trading key small orders leave at one click and larger ones are reviewed first, keys that are held or pressed again send nothing twice, and a revoked key is deleted", async ({
  page,
  browser,
  endpoints,
  trader,
  bot,
}) => {
  await skipReviewUnder(page, "100000");
  await openMarket(page);
  await turnOnTradingKey(page);

  await test.step("Enter held in a field sends nothing: a repeating key is not a second press", async () => {
    const writes = watchWrites(page);
    await fillLimitBuy(page, 0.99);
    await ticket(page).getByLabel("Size", { exact: true }).focus();
    await hold(page, "Enter", 20);
    await markMoves(page, 1);
    expect(linesOf(writes)).toEqual([]);
    expect(await allOrders(page)).toEqual([]);
  });

  await test.step("a position is reversed once, however often its key is pressed while the venue is slow", async () => {
    const order = { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET" } as const;
    await bot.place({ ...order, time_in_force: "IOC" });
    await expect(page.getByRole("table", { name: "Positions" })).toContainText("0.02");
    const writes = watchWrites(page);
    // Two presses after the reversal has arrived would be another reversal.
    const pressed = Promise.withResolvers<void>();
    await page.route("**/api/venue/orders", async (route: Route) => {
      if (route.request().method() === "POST") await pressed.promise;
      await route.continue();
    });
    await page.getByRole("heading", { level: 1 }).evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("Shift+R", { delay: PRESS_MS });
    }
    pressed.resolve();
    await expect.poll(async () => (await bot.positions())[0]?.size).toBe("-0.02");
    await markMoves(page, 3);
    expect(linesOf(writes)).toEqual(["POST /api/venue/orders"]);
    expect((await bot.positions())[0]?.size).toBe("-0.02");
    await page.unroute("**/api/venue/orders");
  });

  const askUnder = (limit: string) =>
    page.evaluate(
      (stored) => {
        localStorage.setItem("svc.preference.ticket.ask", stored);
        window.dispatchEvent(new StorageEvent("storage", { key: null }));
      },
      JSON.stringify({ mode: "never-under", limit }),
    );

  await test.step("neither a small order nor a reviewed one asks the wallet", async () => {
    const walletRequests = await countWalletRequests(page);
    const writes = watchWrites(page);
    await fillLimitBuy(page, 0.99);
    await buyButton(page).click();
    await expect(ticket(page).getByText("Order placed.")).toBeVisible();
    await askUnder("1");
    const price = await fillLimitBuy(page, 0.98);
    await buyButton(page).click();
    await showWhatYouSign(page);
    await expect(signPanel(page)).toContainText(price.replace(/\.0$/, ""));
    expect(linesOf(writes)).toEqual(["POST /api/venue/orders"]);
    await confirmButton(page).click();
    await expect.poll(async () => (await bot.openOrders()).length).toBe(2);
    expect(await countWalletRequests(page)).toBe(walletRequests);
    const limits = (await allOrders(page)).filter((order) => order.order_type === "LIMIT");
    expect(limits).toHaveLength(2);
    for (const order of limits) {
      expect(order.account).toBe(trader.address);
      expect(order.signer).not.toBe(trader.address);
    }
  });

  await test.step("a key that another browser revokes fails at the next order; the page says so and deletes it", async () => {
    const elsewhere = await browser.newContext({ baseURL: endpoints.app });
    await prepareTrader(elsewhere, endpoints, { persona: trader, amount: "0" });
    const second = await elsewhere.newPage();
    await installConnectedWallet(second, trader);
    await second.goto("/account/keys");
    await second.getByRole("button", { name: /^Revoke the key/ }).click();
    await signButton(second).click();
    await expect(second.getByText(/^Key revoked/).first()).toBeVisible();
    await elsewhere.close();

    await askUnder("100000");
    expect(await holdsPrivateKey(page)).toBe(true);
    await fillLimitBuy(page, 0.99);
    await buyButton(page).click();
    await expect(page.getByText("Your trading key was revoked at the venue").first()).toBeVisible();
    await expect(keyRow(page)).toContainText("One-click off");
    expect(await holdsPrivateKey(page)).toBe(false);
    // The venue has cancelled what the key signed.
    expect(await bot.openOrders()).toEqual([]);
    // The wallet takes over, with the same ticket.
    await buyButton(page).click();
    await signButton(page).click();
    await expect.poll(async () => (await bot.openOrders()).length).toBe(1);
  });
});
