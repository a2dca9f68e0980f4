/**
 * A line that is dragged while the venue refuses or does not answer: the old order stays until the venue has answered.
 */
import type { Locator, Page } from "@playwright/test";
import {
  cancelButtons,
  expect,
  openMarket,
  openTab,
  placeRestingBuy,
  pullLine,
  signButton,
  test,
  watchWrites,
  widenPrices,
} from "#e2e/support/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

const handle = (page: Page) => page.locator("[data-order-line] [role=slider]");
const ghost = (page: Page) => page.locator("[data-ghost]");

type Bot = { openOrders: () => Promise<OrderRecord[]> };

/** One order rests out of reach of the market, and its line is on the chart. @returns the price of the order */
async function placeLine(page: Page): Promise<number> {
  const price = await placeRestingBuy(page, 0.995);
  await openTab(page, /^Open orders/);
  await expect(cancelButtons(page)).toHaveCount(1);
  await expect(handle(page)).toHaveAttribute("aria-valuenow", String(Number(price)));
  await widenPrices(page);
  return Number(price);
}

/** Holds the line below its price. */
function drag(page: Page, line: Locator, pixels: number): Promise<void> {
  return pullLine(page, pixels, async () => {
    const box = (await line.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

async function priceOf(bot: Bot): Promise<number> {
  const orders = await bot.openOrders();
  expect(orders).toHaveLength(1);
  return Number(orders[0]!.price);
}

test("a move that the venue refuses snaps back with the reason; a move whose answer is lost is unknown, and then shows the venue's price", async ({
  page,
  trader,
  bot,
  faults,
}) => {
  const put = { method: "PUT", path: "/v1/orders", account: trader.address } as const;
  await openMarket(page);
  const before = await placeLine(page);

  await test.step("refused: the old order is still there", async () => {
    await faults.add({ kind: "refuse", code: "POST_ONLY_WOULD_CROSS", ...put });
    const writes = watchWrites(page);
    await drag(page, handle(page), 60);
    await page.mouse.up();
    await signButton(page).click();
    await expect(handle(page)).toContainText("Not moved");
    await expect(handle(page)).toHaveAttribute("aria-valuenow", String(before));
    await expect(ghost(page)).toHaveCount(0);
    expect(await priceOf(bot)).toBe(before);
    expect(writes).toHaveLength(1);
    await expect(cancelButtons(page)).toHaveCount(1);
  });

  await test.step("without an answer", async () => {
    // The toast of the refusal may cover the line.
    await page.getByRole("button", { name: "Dismiss" }).first().click();
    await faults.add({ kind: "drop_answer", ...put });
    const reads = { kind: "refuse", method: "GET", path: "/v1/orders", count: 1_000 } as const;
    const readAgain = await faults.add({ ...reads, account: trader.address });
    await drag(page, handle(page), 60);
    await page.mouse.up();
    await signButton(page).click();
    await expect(handle(page)).toContainText("unknown");
    await readAgain();
    await expect.poll(() => priceOf(bot)).toBeLessThan(before);
    const after = await priceOf(bot);
    await expect(handle(page)).toHaveAttribute("aria-valuenow", String(after));
    await expect(handle(page)).not.toContainText("unknown");
  });
});
