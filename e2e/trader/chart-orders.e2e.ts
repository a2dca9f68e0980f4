/**
 * An order on the chart: its line is dragged, also while the venue refuses or does not answer, and leaves with its market.
 */
import type { Page } from "@playwright/test";
import {
  cancelButtons,
  expect,
  openMarket,
  openTab,
  placeRestingBuy,
  pullLine,
  signButton,
  signPanel,
  test,
  watchWrites,
  widenPrices,
} from "#e2e/support/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

const handle = (page: Page) => page.locator("[data-order-line] [role=slider]");
const orderLine = (page: Page) => page.getByRole("slider", { name: /^Buy 0\.05/ });
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

/** Holds the line below its price, by its handle or where it crosses the chart. */
function drag(page: Page, pixels: number, by: "handle" | "line"): Promise<void> {
  return pullLine(page, pixels, async () => {
    const box = (await handle(page).boundingBox())!;
    const whole = (await page.getByRole("application", { name: /BTCUSDC/ }).boundingBox())!;
    const x = by === "line" ? whole.x + whole.width / 3 : box.x + box.width / 2;
    return { x, y: box.y + box.height / 2 };
  });
}

async function priceOf(bot: Bot): Promise<number> {
  const orders = await bot.openOrders();
  expect(orders).toHaveLength(1);
  return Number(orders[0]!.price);
}

test("an order is moved and cancelled on the chart, by its line and by keys; a move that is refused snaps back, one without an answer is unknown; nothing of another market is drawn", async ({
  page,
  trader,
  bot,
  faults,
}) => {
  const put = { method: "PUT", path: "/v1/orders", account: trader.address } as const;
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await openMarket(page);
  const before = await placeLine(page);
  const shown = () => handle(page).getAttribute("aria-valuenow").then(Number);
  const [placed] = await bot.openOrders();
  const writes = watchWrites(page);

  await test.step("Esc puts a dragged line back, before and after it is dropped; nothing is sent", async () => {
    await drag(page, 40, "line");
    await page.keyboard.press("Escape");
    await expect(ghost(page)).toHaveCount(0);
    await page.mouse.up();
    await drag(page, 40, "line");
    await page.mouse.up();
    await expect(signPanel(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(ghost(page)).toHaveCount(0);
    expect(await shown()).toBe(before);
    expect(writes).toEqual([]);
  });

  await test.step("refused: the old order is still there", async () => {
    await faults.add({ kind: "refuse", code: "POST_ONLY_WOULD_CROSS", ...put });
    await drag(page, 60, "handle");
    await page.mouse.up();
    await signButton(page).click();
    await expect(handle(page)).toContainText("Not moved");
    await expect(handle(page)).toHaveAttribute("aria-valuenow", String(before));
    await expect(ghost(page)).toHaveCount(0);
    expect(await priceOf(bot)).toBe(before);
    expect(writes).toHaveLength(1);
    await expect(cancelButtons(page)).toHaveCount(1);
    // The toast of the refusal may cover the line.
    await page.getByRole("button", { name: "Dismiss" }).first().click();
  });

  await test.step("dragged: the ghost waits for the venue, and one modify is sent", async () => {
    await drag(page, 40, "line");
    await expect(page.locator("[data-ghost=dragging]")).toBeVisible();
    await expect(handle(page)).toHaveAttribute("aria-valuetext", /from the mark/);
    const lower = await shown();
    expect(lower).toBeLessThan(before);
    await page.mouse.up();
    await expect(signPanel(page)).toContainText("modify_order");
    await expect(page.locator("[data-ghost=asking]")).toBeAttached();
    expect(await priceOf(bot)).toBe(before);
    await signButton(page).click();
    await expect.poll(() => priceOf(bot)).toBe(lower);
    await expect(ghost(page)).toHaveCount(0);
    await expect(handle(page)).toHaveAttribute("aria-valuenow", String(lower));
    expect((await bot.openOrders())[0]?.id).toBe(placed?.id);
    expect(writes.map((write) => write.method())).toEqual(["PUT", "PUT"]);
  });

  await test.step("without an answer it is unknown, and then shows the venue's price", async () => {
    const earlier = await priceOf(bot);
    await faults.add({ kind: "drop_answer", ...put });
    const reads = { kind: "refuse", method: "GET", path: "/v1/orders", count: 1_000 } as const;
    const readAgain = await faults.add({ ...reads, account: trader.address });
    await drag(page, 60, "handle");
    await page.mouse.up();
    await signButton(page).click();
    await expect(handle(page)).toContainText("unknown");
    await readAgain();
    await expect.poll(() => priceOf(bot)).toBeLessThan(earlier);
    const after = await priceOf(bot);
    await expect(handle(page)).toHaveAttribute("aria-valuenow", String(after));
    await expect(handle(page)).not.toContainText("unknown");
  });

  await test.step("by keys alone: moved, put back, and moved again", async () => {
    const orderPrice = await priceOf(bot);
    await handle(page).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    expect(await shown()).toBeCloseTo(orderPrice - 1.1, 6);
    await page.keyboard.press("Escape");
    expect(await shown()).toBe(orderPrice);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await signButton(page).click();
    await expect.poll(() => priceOf(bot)).toBeCloseTo(orderPrice - 0.1, 6);
    await expect(ghost(page)).toHaveCount(0);
  });

  await test.step("after four changes of the market, with an indicator, nothing of the old one is drawn", async () => {
    await page.getByRole("button", { name: "Indicators" }).click();
    await page.getByRole("button", { name: "Add Relative strength index" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    for (const [from, to] of [
      ["BTCUSDC", "ETHUSDC"],
      ["ETHUSDC", "BTCUSDC"],
      ["BTCUSDC", "ETHUSDC"],
      ["ETHUSDC", "BTCUSDC"],
    ] as const) {
      await page.getByRole("button", { name: `Market ${from}` }).click();
      await page.getByRole("grid", { name: "Markets" }).getByRole("link", { name: to }).click();
      const drawn = page.getByRole("application", { name: new RegExp(`^${to}`) });
      await expect(drawn).toHaveAttribute("data-price-top", /\d/);
      await expect(drawn.locator("canvas").first()).toBeVisible();
      await expect(orderLine(page)).toHaveCount(to === "BTCUSDC" ? 1 : 0);
    }
    expect(errors).toEqual([]);
  });

  await test.step("cancelled by a key", async () => {
    await orderLine(page).focus();
    await page.keyboard.press("Delete");
    await expect(signPanel(page)).toContainText("cancel_order");
    await signButton(page).click();
    await expect(orderLine(page)).toHaveCount(0);
    expect(await bot.openOrders()).toEqual([]);
  });
});
