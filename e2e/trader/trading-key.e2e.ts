/** A trading key at the venue: it signs without the wallet until it expires, or another browser revokes it. */

import {
  allOrders,
  buyButton,
  cancelButtons,
  expect,
  linesOf,
  openMarket,
  openTab,
  signButton,
  test,
  watchWrites,
} from "#e2e/support/orders.ts";
import { newPersona } from "#e2e/support/test.ts";
import { countWalletRequests, setWallet } from "#e2e/support/test-wallet.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { holdsPrivateKey, keyRow, turnOnTradingKey } from "#e2e/support/trading-key.ts";
import { fillLimitBuy, ticket } from "#e2e/support/trading-page.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";

test("a key expires: the page says so, deletes it, and the wallet signs again", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await page.addInitScript(() => {
    localStorage.setItem("svc.preference.trading-key.lifetime", '"1h"');
    localStorage.setItem("svc.preference.trading-key.idle", '"60"');
  });
  // The key ends by the venue's clock, which runs in step with the computer's.
  let passed = 0;
  await page.route("**/api/venue/time", async (route) => {
    const answer = await route.fetch();
    const { server_time: time } = (await answer.json()) as { server_time: number };
    await route.fulfill({ json: { server_time: time + passed } });
  });
  const pass = async (milliseconds: number) => {
    passed += milliseconds;
    await page.clock.fastForward(milliseconds);
  };
  await page.clock.install();
  await openMarket(page);
  await turnOnTradingKey(page);
  expect(await holdsPrivateKey(page)).toBe(true);
  // The person is active all the time, so only the expiry can end the key.
  await pass(HOUR_MS / 2);
  await page.mouse.click(5, 5);
  await pass(HOUR_MS / 2 + 60_000);
  await expect(page.getByText(/trading key has expired and was deleted/).first()).toBeVisible();
  await expect(keyRow(page)).not.toContainText("One-click on");
  await expect.poll(() => holdsPrivateKey(page)).toBe(false);
});

test("a key that another browser revokes fails at the next order; the page says so and deletes it", {
  tag: "@deep",
}, async ({ page, browser, endpoints, trader }) => {
  await openMarket(page);
  await turnOnTradingKey(page);
  const elsewhere = await browser.newContext({ baseURL: endpoints.app });
  try {
    await prepareTrader(elsewhere, endpoints, { persona: trader, amount: "0" });
    const second = await elsewhere.newPage();
    await installConnectedWallet(second, trader);
    await openMarket(second);
    await keyRow(second).getByRole("button", { name: "Turn on" }).click();
    await second.getByRole("button", { name: /^Revoke the key/ }).click();
    await signButton(second).click();
    // The dialog is back with the list; what it does not say itself follows when it closes.
    await expect(second.getByRole("dialog")).toContainText("Only the wallet may sign");
    await second.keyboard.press("Escape");
    await expect(second.getByText("Key revoked.").first()).toBeVisible();
  } finally {
    await elsewhere.close();
  }

  await fillLimitBuy(page, 0.99);
  await buyButton(page).click();
  await expect(page.getByText("Your trading key was revoked at the venue").first()).toBeVisible();
  await expect(keyRow(page)).toContainText("One-click off");
  expect(await holdsPrivateKey(page)).toBe(false);
  expect(await allOrders(page)).toEqual([]);
  // The wallet takes over, with the same ticket.
  await buyButton(page).click();
  await signButton(page).click();
  await openTab(page, /^Open orders/);
  await expect(cancelButtons(page)).toHaveCount(1);
});

test("a browser that deleted its data keeps the session, shows that the key is gone, offers to revoke it, and finds the order at the venue", async ({
  page,
  context,
  endpoints,
  newWallet,
}) => {
  await prepareTrader(context, endpoints, { persona: newWallet });
  await installConnectedWallet(page, newWallet);
  await openMarket(page);
  await turnOnTradingKey(page);
  // The venue takes the order, and its answer is lost.
  await page.route("**/api/venue/orders", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await fillLimitBuy(page, 0.99);
  const isLost = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/api/venue/orders"),
  );
  await buyButton(page).click();
  await isLost;
  await expect.poll(async () => (await allOrders(page)).length).toBe(1);
  await page.unroute("**/api/venue/orders");
  await page.goto("about:blank");
  const storage = await context.newCDPSession(page);
  await storage.send("Storage.clearDataForOrigin", {
    origin: new URL(endpoints.app).origin,
    storageTypes: "indexeddb,local_storage,cache_storage",
  });

  await openMarket(page);
  await expect(keyRow(page)).toContainText("One-click off");
  expect(await holdsPrivateKey(page)).toBe(false);
  await openTab(page, /^Open orders/);
  await expect(cancelButtons(page)).toHaveCount(1);
  await keyRow(page).getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("dialog")).toContainText("this browser has no key");
  await page.getByRole("button", { name: /^Revoke the key/ }).click();
  await signButton(page).click();
  await expect(page.getByRole("dialog")).toContainText("Only the wallet may sign");
});

test("a browser without Ed25519 in WebCrypto signs orders by a key of this tab, and checks the wallet's signatures", {
  tag: "@deep",
}, async ({ page, context, endpoints, newWallet }) => {
  await prepareTrader(context, endpoints, { persona: newWallet });
  const otherSeeds = [newPersona().seed];
  await installConnectedWallet(page, newWallet, { hidesEd25519: true, otherSeeds });
  await openMarket(page);
  const writes = watchWrites(page);
  await fillLimitBuy(page, 0.99);
  await setWallet(page, "wrong-account");
  await buyButton(page).click();
  await signButton(page).click();
  await expect(page.getByRole("dialog")).toContainText("did not sign with the account");
  await page.keyboard.press("Escape");
  expect(linesOf(writes)).toEqual([]);

  await setWallet(page, "approve");
  await turnOnTradingKey(page);
  const walletRequests = await countWalletRequests(page);
  await buyButton(page).click();
  await expect(ticket(page).getByText("Order placed.")).toBeVisible();
  expect(await countWalletRequests(page)).toBe(walletRequests);
  const [order] = await allOrders(page);
  expect(order?.account).toBe(newWallet.address);
  expect(order?.signer).not.toBe(newWallet.address);
  // The key is in no storage, and ends with the page.
  await page.reload();
  await expect(keyRow(page)).toContainText("One-click off");
});
