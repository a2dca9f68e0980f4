/** The venue away, silent or slow, clocks that are wrong: a sentence that a person understands, and no row that stays. */
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
  RESOLVES_WITHIN_MS,
  signButton,
  test,
  watchWrites,
  writeRows,
} from "#e2e/support/orders.ts";
import { ticket } from "#e2e/support/trading-page.ts";

const POST = { method: "POST", path: "/v1/orders" } as const;
const MINUTE_MS = 60_000;

/** Has the venue tell this page a wrong time, and no other one. @returns what ends it. */
async function lieAboutTime(page: Page, milliseconds: number): Promise<() => void> {
  let lie = milliseconds;
  await page.route("**/api/venue/time", async (route) => {
    const answer = await route.fetch();
    const { server_time: time } = (await answer.json()) as { server_time: number };
    await route.fulfill({ response: answer, json: { server_time: time + lie } });
  });
  return () => {
    lie = 0;
  };
}

async function tradesAfterReload(page: Page): Promise<void> {
  await page.reload();
  await expect(buyButton(page)).toBeEnabled();
  await placeRestingBuy(page);
  await expectSettled(page, 1);
}

test("a venue that is restarting: the order is refused in words, nothing stays, and the next one is taken", async ({
  page,
  trader,
  faults,
}) => {
  await openMarket(page);
  await faults.add({ kind: "refuse", ...POST, account: trader.address });
  await placeRestingBuy(page);
  await expect(page.getByText(/restarting/).first()).toBeVisible();
  await expectSettled(page, 0);
  expect(await allOrders(page)).toEqual([]);
  await placeRestingBuy(page);
  await expectSettled(page, 1);
});

test("a refusal by the market's rules says which rule, and leaves the ticket as it was", async ({
  page,
  trader,
  faults,
}) => {
  await openMarket(page);
  await faults.add({
    kind: "refuse",
    code: "TOO_MANY_OPEN_ORDERS",
    context: { limit: 200, market: "BTCUSDC" },
    ...POST,
    account: trader.address,
  });
  await placeRestingBuy(page);
  await expect(page.getByText(/open orders/i).first()).toBeVisible();
  await expect(page.getByText(/reject|refus/i).first()).toBeVisible();
  await expectSettled(page, 0);
  await expect(ticket(page).getByLabel("Size", { exact: true })).toHaveValue("0.05");
});

test("a venue that takes its time: sending is shown, and the order is open when the answer is there", async ({
  page,
  trader,
  faults,
}) => {
  await openMarket(page);
  await faults.add({ kind: "slow", ms: 2_500, ...POST, account: trader.address });
  await placeRestingBuy(page);
  await openTab(page, /^Open orders/);
  await expect(writeRows(page, "sending")).toContainText("Buy 0.05 BTCUSDC");
  await expect(duplicateWarning(page)).toHaveCount(0);
  await expect(cancelButtons(page)).toHaveCount(1);
  await expectSettled(page, 1);
});

test("an answer that comes after everybody has stopped waiting: unknown, then open, once", async ({
  page,
  trader,
  faults,
}) => {
  await openMarket(page);
  const writes = watchWrites(page);
  await faults.add({ kind: "slow", ms: 9_000, ...POST, account: trader.address });
  await placeRestingBuy(page);
  await openTab(page, /^Open orders/);
  // Five seconds without an answer, then the look at the orders.
  await expect(cancelButtons(page)).toHaveCount(1, { timeout: 5_000 + RESOLVES_WITHIN_MS });
  await expectSettled(page, 1);
  expect(linesOf(writes)).toEqual(["POST /api/venue/orders"]);
  expect(await allOrders(page)).toHaveLength(1);
});

test("bytes that never arrive: when the venue would no longer take them, that is said and the row ends", async ({
  page,
  trader,
  faults,
}) => {
  test.setTimeout(90_000);
  await openMarket(page);
  await faults.add({ kind: "drop_answer", when: "before", ...POST, account: trader.address });
  await placeRestingBuy(page);
  await expect(duplicateWarning(page)).toBeVisible();
  // Half a minute is the venue's window for signed bytes. No clock of the page can make it shorter.
  await expect(page.getByText(/Nothing was placed/).first()).toBeVisible({ timeout: 45_000 });
  await expectSettled(page, 0);
  expect(await allOrders(page)).toEqual([]);
});

test("while the venue answers no reads, the account says so and comes back by itself", async ({
  page,
  trader,
  faults,
}) => {
  await openMarket(page);
  const readAgain = await faults.add({
    kind: "refuse",
    method: "GET",
    account: trader.address,
    count: 1_000,
  });
  await expect(
    page.getByText(/not responding|could not be loaded|restarting/i).first(),
  ).toBeVisible({
    timeout: 20_000,
  });
  await readAgain();
  await expect(page.getByText(/not responding|could not be loaded|restarting/i)).toHaveCount(0, {
    timeout: 20_000,
  });
  await expect(buyButton(page)).toBeEnabled();
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
  test(`a computer whose clock is a minute ${name}: that is said, and orders carry the venue's time`, async ({
    page,
    trader,
    bot,
  }) => {
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

test("a venue that says it is a minute ahead and is not: orders are locked in words until it is right", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  const rightAgain = await lieAboutTime(page, MINUTE_MS);
  await page.goto("/trade/BTCUSDC");
  await expect(page.getByText(/clock is \d+ s behind/).first()).toBeVisible();
  // By that clock every mark is a minute old.
  await expect(ticket(page)).toContainText("Orders are locked");
  await expect(buyButton(page)).toBeDisabled();
  rightAgain();
  await tradesAfterReload(page);
});

test("a venue that says it is a minute behind and is not: refused in words, and right after the next look", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  const rightAgain = await lieAboutTime(page, -MINUTE_MS);
  await openMarket(page);
  await expect(page.getByText(/clock is \d+ s ahead/).first()).toBeVisible();
  await placeRestingBuy(page);
  await expect(ticket(page)).toContainText(/Rejected: .*(time|clock)/i);
  await expectSettled(page, 0);
  rightAgain();
  await tradesAfterReload(page);
});

test("a venue whose clock jumps a minute under signed bytes: refused in words, no stuck row", async ({
  page,
  trader,
  faults,
}) => {
  await openMarket(page);
  await faults.add({ kind: "clock_skew", ms: MINUTE_MS, ...POST, account: trader.address });
  await placeRestingBuy(page);
  await expect(page.getByText(/reject|refus/i).first()).toBeVisible();
  await expectSettled(page, 0);
  await buyButton(page).click();
  await signButton(page).click();
  await expectSettled(page, 1);
});
