/**
 * A venue that is away, silent or slow, and clocks that are wrong: the page explains it in words, and no row is left
 * behind.
 */

import type { Page } from "@playwright/test";
import {
  allOrders,
  buyButton,
  cancelButtons,
  duplicateWarning,
  expect,
  expectSettled,
  linesOf,
  openMarket,
  openTab,
  placeRestingBuy,
  signButton,
  test,
  watchWrites,
  writeRows,
} from "#e2e/support/orders.ts";
import { refuseAccountStream, ticket } from "#e2e/support/trading-page.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";

const POST = { method: "POST", path: "/v1/orders" } as const;

/** Makes the venue report another time to this page only. @returns a setter for the offset, in milliseconds */
async function lieAboutTime(page: Page): Promise<(milliseconds: number) => void> {
  let lie = 0;
  await page.route("**/api/venue/time", async (route) => {
    const answer = await route.fetch();
    const { server_time: time } = (await answer.json()) as { server_time: number };
    await route.fulfill({ response: answer, json: { server_time: time + lie } });
  });
  return (milliseconds) => {
    lie = milliseconds;
  };
}

test("a venue that fails reads, refuses, restarts, is slow or too slow: the page explains it, and no row is left behind", {
  tag: "@deep",
}, async ({ page, trader, faults }) => {
  const { address: account } = trader;
  await refuseAccountStream(page);
  await openMarket(page);

  await test.step("no reads: the account says so and recovers by itself", async () => {
    const unread = page.getByText(/not responding|could not be loaded|restarting/i);
    const readAgain = await faults.add({ kind: "refuse", method: "GET", account, count: 1_000 });
    await expect(unread.first()).toBeVisible();
    await readAgain();
    await expect(unread).toHaveCount(0);
    await expect(buyButton(page)).toBeEnabled();
  });

  await test.step("reads that break their contract: the last figures stay and say so, and the page recovers by itself", async () => {
    const stale = page.getByText(/No update for \d+ s\./);
    const read = { kind: "alter", method: "GET", account, count: 1_000 } as const;
    const endings = await Promise.all([
      faults.add({ ...read, path: "/v1/accounts", field: "account_value", value: 987_654 }),
      faults.add({ ...read, path: "/v1/positions", field: "side", value: "SURPRISE" }),
      faults.add({ ...read, path: "/v1/orders", field: "status", value: "SURPRISE" }),
    ]);
    await expect(stale.first()).toBeVisible();
    for (const text of ["987,654", "987654", "SURPRISE"]) {
      await expect(page.getByText(text, { exact: false })).toHaveCount(0);
    }
    for (const end of endings) await end();
    await expect(stale).toHaveCount(0);
    await expect(buyButton(page)).toBeEnabled();
  });

  await test.step("refused by a rule of the market: the page names the rule, and the ticket keeps its terms", async () => {
    const context = { limit: 200, market: "BTCUSDC" };
    await faults.add({ kind: "refuse", code: "TOO_MANY_OPEN_ORDERS", context, ...POST, account });
    await placeRestingBuy(page);
    await expect(ticket(page)).toContainText(/Rejected: .*open orders/i);
    await expectSettled(page, 0);
    await expect(ticket(page).getByLabel("Size", { exact: true })).toHaveValue("0.05");
  });

  await test.step("restarting: refused, and the next order is accepted", async () => {
    await faults.add({ kind: "refuse", ...POST, account });
    await placeRestingBuy(page);
    await expect(page.getByText(/restarting/).first()).toBeVisible();
    await expectSettled(page, 0);
    expect(await allOrders(page)).toEqual([]);
    await placeRestingBuy(page);
    await expectSettled(page, 1);
  });

  await test.step("a clock that jumps a minute under signed bytes: refused, and the next order is accepted", async () => {
    await faults.add({ kind: "clock_skew", ms: MINUTE_MS, ...POST, account });
    await placeRestingBuy(page);
    await expect(ticket(page)).toContainText(/Rejected: .*(time|clock)/i);
    await expectSettled(page, 1);
    await buyButton(page).click();
    await signButton(page).click();
    await expectSettled(page, 2);
  });

  await test.step("slow: the page shows that it is sending, and the order is open when the answer arrives", async () => {
    await faults.add({ kind: "slow", ms: 2_500, ...POST, account });
    await placeRestingBuy(page);
    await expect(writeRows(page, "sending")).toContainText("Buy 0.05 BTCUSDC");
    await expect(duplicateWarning(page)).toHaveCount(0);
    await expectSettled(page, 3);
  });

  await test.step("slower than the page waits: unknown, then open, once", async () => {
    const writes = watchWrites(page);
    await faults.add({ kind: "slow", ms: 9_000, ...POST, account });
    await placeRestingBuy(page);
    await expectSettled(page, 4);
    expect(linesOf(writes)).toEqual(["POST /api/venue/orders"]);
    expect(await allOrders(page)).toHaveLength(4);
  });
});

test("bytes that never arrive: when the venue would no longer accept them, the page says so and the row ends", {
  tag: "@deep",
}, async ({ page, trader, faults }) => {
  await openMarket(page);
  await faults.add({ kind: "drop_answer", when: "before", ...POST, account: trader.address });
  await placeRestingBuy(page);
  await expect(duplicateWarning(page)).toBeVisible();
  // The venue's window for signed bytes is half a minute. No clock of the page can make it shorter.
  await expect(page.getByText(/Nothing was placed/).first()).toBeVisible({ timeout: 45_000 });
  await expectSettled(page, 0);
  expect(await allOrders(page)).toEqual([]);
});

/** Shifts every clock that the page can read, before any script of it runs. */
async function shiftClock(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((shift) => {
    const Native = Date;
    window.Date = class extends Native {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(Native.now() + shift);
        else super(...(given as [number]));
      }
      static override now() {
        return Native.now() + shift;
      }
    } as DateConstructor;
  }, milliseconds);
}

for (const [name, shift, said] of [
  ["ahead", MINUTE_MS, /clock is (59|60|61) s ahead/],
  ["behind", -MINUTE_MS, /clock is (59|60|61) s behind/],
] as const) {
  test(`a computer whose clock is a minute ${name}: the page says so, and orders carry the venue's time`, {
    tag: "@deep",
  }, async ({ page, trader, bot }) => {
    await shiftClock(page, shift);
    await openMarket(page);
    await expect(page.getByText(said).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
    await placeRestingBuy(page);
    await openTab(page, /^Open orders/);
    await expect(cancelButtons(page)).toHaveCount(1);
    await expectSettled(page, 1);
    const [order] = await bot.openOrders();
    expect(Math.abs(order!.created_at - Date.now())).toBeLessThan(10_000);
    expect(trader.address).toBeTruthy();
  });
}

test("a venue whose reported time is wrong by a minute: orders are locked or refused in words until it is right", {
  tag: "@deep",
}, async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  const lie = await lieAboutTime(page);
  await test.step("ahead: by that clock every mark is a minute old", async () => {
    lie(MINUTE_MS);
    await page.goto("/trade/BTCUSDC");
    await expect(page.getByText(/clock is \d+ s behind/).first()).toBeVisible();
    await expect(ticket(page)).toContainText("Orders are locked");
    await expect(buyButton(page)).toBeDisabled();
  });
  await test.step("behind: refused", async () => {
    lie(-MINUTE_MS);
    await page.reload();
    await expect(buyButton(page)).toBeEnabled();
    await expect(page.getByText(/clock is \d+ s ahead/).first()).toBeVisible();
    await placeRestingBuy(page);
    await expect(ticket(page)).toContainText(/Rejected: .*(time|clock)/i);
    await expectSettled(page, 0);
  });
  await test.step("right again", async () => {
    lie(0);
    await page.reload();
    await expect(buyButton(page)).toBeEnabled();
    await placeRestingBuy(page);
    await expectSettled(page, 1);
  });
});
