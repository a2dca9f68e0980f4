/**
 * A missing answer is not a refusal. The page says "unknown" and finds the outcome on its own; whatever it does
 * meanwhile, the venue has one order.
 */
import type { Page } from "@playwright/test";
import type { VenueFaults } from "#e2e/support/faults.ts";
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
  signedParts,
  test,
  watchWrites,
  writeRows,
} from "#e2e/support/orders.ts";
import { AppProxy } from "#e2e/support/proxy.ts";
import { installConnectedWallet } from "#e2e/support/trader.ts";

const POST = { method: "POST", path: "/v1/orders" } as const;
const READS = { kind: "refuse", method: "GET", path: "/v1/orders", count: 1_000 } as const;

const retry = (page: Page) => page.getByRole("button", { name: "Retry safely" }).first();

/**
 * Sends an order whose answer is lost. The reads that would find it fail as well, so that the unknown state stays
 * visible.
 */
async function orderWithoutAnswer(page: Page, faults: VenueFaults, account: string) {
  const writes = watchWrites(page);
  await faults.add({ kind: "drop_answer", ...POST, account });
  const readAgain = await faults.add({ ...READS, account });
  await placeRestingBuy(page);
  await expect(duplicateWarning(page)).toBeVisible();
  return { writes, readAgain };
}

/** The full text about the order, and what can be done, is visible on a phone as well. */
async function expectWholeOnPhone(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("radio", { name: "Account", exact: true }).click();
  const card = page.getByRole("list", { name: "Open orders" }).getByRole("listitem").first();
  await expect(card).toContainText("No answer yet");
  const cut = await card.evaluate((element) =>
    [...element.querySelectorAll("span")]
      .filter((part) => getComputedStyle(part).overflowX !== "visible")
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
  await page.setViewportSize({ width, height });
}

test("dropped answers are unknown, then found; Retry sends the same bytes; another order needs a confirmation first; the next tab takes over what a closed one sent", async ({
  page,
  context,
  trader,
  bot,
  faults,
}) => {
  const { address: account } = trader;
  await openMarket(page);

  await test.step("found: one order, and no second signature", async () => {
    const { writes, readAgain } = await orderWithoutAnswer(page, faults, account);
    await openTab(page, /^Open orders/);
    await expect(writeRows(page, "unknown")).toContainText("No answer yet");
    await expect(page.getByText(/rejected|failed/i)).toHaveCount(0);
    await expectWholeOnPhone(page);
    await readAgain();
    await expectSettled(page, 1);
    expect(linesOf(writes)).toEqual(["POST /api/venue/orders"]);
    expect(await bot.openOrders()).toHaveLength(1);
    expect(await allOrders(page)).toHaveLength(1);
  });

  await test.step("the outcome of a cancellation is found too", async () => {
    await faults.add({ kind: "drop_answer", method: "DELETE", path: "/v1/orders", account });
    const writes = watchWrites(page);
    await cancelButtons(page).click();
    await signButton(page).click();
    // The button goes when the cancellation is sent, before the venue has it.
    await expect.poll(() => bot.openOrders()).toEqual([]);
    await expectSettled(page, 0);
    expect(writes).toHaveLength(1);
  });

  await test.step("Retry sends the same bytes and gets the original order", async () => {
    const { writes, readAgain } = await orderWithoutAnswer(page, faults, account);
    await retry(page).click();
    // The reads still fail: the venue's answer to the second send settles it.
    await expect(duplicateWarning(page)).toHaveCount(0);
    await readAgain();
    await expectSettled(page, 1);
    expect(writes).toHaveLength(2);
    const [first, second] = await Promise.all(writes.map(signedParts));
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      headers: { "x-signature": expect.stringMatching(/^[0-9a-f]{128}$/) },
    });
    expect((await writes[1]!.response())?.status()).toBe(409);
    expect(await bot.openOrders()).toHaveLength(1);
    expect(await allOrders(page)).toHaveLength(2);
  });

  await test.step("Retry of bytes that never arrived places the order, once", async () => {
    const writes = watchWrites(page);
    await faults.add({ kind: "drop_answer", when: "before", ...POST, account });
    await placeRestingBuy(page);
    await expect(duplicateWarning(page)).toBeVisible();
    expect(await bot.openOrders()).toHaveLength(1);
    await retry(page).click();
    await expectSettled(page, 2);
    const [first, second] = await Promise.all(writes.map(signedParts));
    expect(second).toEqual(first);
    expect((await writes[1]!.response())?.status()).toBe(201);
    expect(await bot.openOrders()).toHaveLength(2);
  });

  await test.step("the ticket asks before it sends another order, and sends it after a confirmation", async () => {
    const { writes, readAgain } = await orderWithoutAnswer(page, faults, account);
    // An unknown order does not block the button; the terms are still in the fields.
    await expect(buyButton(page)).not.toHaveAttribute("aria-disabled", "true");
    await buyButton(page).click();
    const anyway = page.getByRole("button", { name: "Send another order anyway", exact: true });
    await expect(anyway).toBeVisible();
    expect(writes).toHaveLength(1);
    // The page treats a press right after the question as the second half of a double click.
    await expect(async () => {
      await anyway.click();
      await expect(signButton(page)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await signButton(page).click();
    await expect.poll(() => linesOf(writes)).toHaveLength(2);
    await readAgain();
    await expectSettled(page, 4);
    expect(await bot.openOrders()).toHaveLength(4);
    expect(await allOrders(page)).toHaveLength(5);
  });

  await test.step("a tab that is closed with an order in flight: the next tab finds the order", async () => {
    await faults.add({ kind: "silence", ...POST, account });
    await placeRestingBuy(page);
    await expect.poll(() => faults.left()).toBe(0);
    await page.close();
    const next = await context.newPage();
    await installConnectedWallet(next, trader);
    await next.goto("/trade/BTCUSDC");
    await expect(buyButton(next)).toBeVisible();
    await openTab(next, /^Open orders/);
    await expect(cancelButtons(next)).toHaveCount(5);
    await expect(next.getByText("Order placed.").first()).toBeVisible();
    await expect(duplicateWarning(next)).toHaveCount(0);
    expect(await bot.openOrders()).toHaveLength(5);
    expect(await allOrders(next)).toHaveLength(6);
  });
});

test("an answer that is lost between app and browser costs nothing: one order, found at once", {
  tag: "@deep",
}, async ({ page, trader, bot, endpoints }) => {
  expect(trader.address).toBeTruthy();
  const proxy = new AppProxy(endpoints.app);
  let lost = 0;
  proxy.losesAnswerOf = (method, path) => {
    if (method !== "POST" || path !== "/api/venue/orders") return false;
    lost += 1;
    return true;
  };
  try {
    await openMarket(page, `${await proxy.start()}/trade/BTCUSDC`);
    await placeRestingBuy(page);
    await openTab(page, /^Open orders/);
    await expect(cancelButtons(page)).toHaveCount(1);
    await expect(duplicateWarning(page)).toHaveCount(0);
    // A browser may repeat a request on its own when a kept connection ends: the venue accepts the bytes once.
    expect(lost).toBeGreaterThanOrEqual(1);
    expect(await bot.openOrders()).toHaveLength(1);
  } finally {
    await proxy.stop();
  }
});
