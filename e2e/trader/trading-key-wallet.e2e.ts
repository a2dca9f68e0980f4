/**
 * A trading key and its person: the wallet authorises it, it outlives a page, and stopping or signing out ends it
 * everywhere.
 */
import type { Page } from "@playwright/test";
import { allOrders, buyButton, expect, openMarket, test } from "#e2e/support/orders.ts";
import { countWalletRequests, setWallet } from "#e2e/support/test-wallet.ts";
import { fillLimitBuy, MARKET_PATH, ticket } from "#e2e/support/trading-page.ts";

const banner = (page: Page) => page.getByRole("banner");
const keyRow = (page: Page) => page.getByRole("region", { name: "One-click trading", exact: true });
const keyDialog = (page: Page) =>
  page.getByRole("dialog", { name: "One-click trading", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: /^(Sign|Create|Revoke|Enable)/ });
const signButton = (page: Page) => panel(page).getByRole("button", { name: /^Sign with/ });

async function createKey(page: Page): Promise<void> {
  await keyRow(page).getByRole("button", { name: "Turn on" }).click();
  await keyDialog(page).getByRole("button", { name: "Create trading key" }).click();
  await expect(panel(page)).toContainText(
    "Allows a key of this browser to sign for this account: trade.",
  );
  await signButton(page).click();
  await expect(keyRow(page)).toContainText("One-click on");
}

/** What the page's own scripts can read of the stored key: its record, and the result of an export. */
function readKeyAsScript(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open("trading-key");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error("closed"));
    });
    const request = database.transaction("keys").objectStore("keys").getAll();
    const records = await new Promise<Record<string, unknown>[]>((resolve) => {
      request.onsuccess = () => resolve(request.result as Record<string, unknown>[]);
    });
    database.close();
    const tried: string[] = [];
    for (const { privateKey } of records) {
      if (!(privateKey instanceof CryptoKey)) continue;
      for (const format of ["jwk", "pkcs8", "raw"] as const) {
        await crypto.subtle.exportKey(format, privateKey as CryptoKey).then(
          () => tried.push(`${format}: exported`),
          (error: Error) => tried.push(`${format}: ${error.name}`),
        );
      }
    }
    return { states: records.map(({ state }) => state), tried };
  });
}

test("a key asks nothing of the wallet; stopped in one tab it is gone in all, left idle it is gone on return, and it ends with the session", async ({
  page,
  context,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  await createKey(page);

  await test.step("it cannot be read, and signs", async () => {
    expect(await readKeyAsScript(page)).toEqual({
      states: ["live"],
      tried: ["jwk: InvalidAccessError", "pkcs8: InvalidAccessError", "raw: InvalidAccessError"],
    });

    const walletRequests = await countWalletRequests(page);
    await fillLimitBuy(page, 0.99);
    await buyButton(page).click();
    await expect(ticket(page).getByText("Order placed.")).toBeVisible();
    expect(await countWalletRequests(page)).toBe(walletRequests);
    const [order] = await allOrders(page);
    expect(order?.signer).not.toBe(order?.account);
  });

  await test.step("another tab has it; stopped there, it is gone here", async () => {
    const second = await context.newPage();
    await second.goto(MARKET_PATH);
    await expect(keyRow(second)).toContainText("One-click on");
    await keyRow(second).getByRole("button", { name: "Stop now" }).click();
    await expect(keyRow(page)).toContainText("One-click off");
    expect((await readKeyAsScript(page)).tried).toEqual([]);
    await second.close();
  });

  await test.step("left idle", async () => {
    await createKey(page);
    // As if the browser had been idle for an hour: before any script of the page notes its arrival.
    await page.addInitScript(() => {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith("svc.trading-key.activity."))
          localStorage.setItem(name, (Date.now() - 3_600_000).toString());
      }
    });
    await page.reload();
    await expect(keyRow(page)).toContainText("no input");
    expect(await readKeyAsScript(page)).toEqual({ states: ["ended"], tried: [] });
  });

  await test.step("the session ends", async () => {
    await createKey(page);
    await banner(page)
      .getByRole("button", { name: /^Account/ })
      .click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(banner(page).getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await expect.poll(async () => (await readKeyAsScript(page)).states).toEqual([]);
  });
});

test("a wallet that refuses creates no key, and a wallet that wraps messages gets an explanation", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  await keyRow(page).getByRole("button", { name: "Turn on" }).click();
  await expect(keyDialog(page)).toContainText("withdraw or transfer funds");
  await keyDialog(page).getByRole("button", { name: "Create trading key" }).click();
  for (const [mode, said] of [
    ["reject", "Not signed. Nothing was sent."],
    ["wrap", "as hardware wallets do"],
  ] as const) {
    await setWallet(page, mode);
    await panel(page)
      .getByRole("button", { name: /^Sign with|^Sign again/ })
      .click();
    await expect(panel(page)).toContainText(said);
  }
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(keyRow(page)).toContainText("One-click off");
  const answer = await page.request.get("/api/venue/signers");
  expect(await answer.json()).toEqual({ results: [] });
});
