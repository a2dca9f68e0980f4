import type { Page } from "@playwright/test";
import { pullLine, widenPrices } from "#e2e/support/orders.ts";
import {
  answerWallet,
  becomeReady,
  expect,
  fillLimitBuy,
  MARKET_PATH,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

/** The chart: an order moved by its line, bars read without sight, a price at its pixel. */

const chart = (page: Page) => page.getByRole("application", { name: /BTCUSDC/ });
const handle = (page: Page) => page.getByRole("slider", { name: /^Buy 0\.05/ });
const spoken = (page: Page) => page.locator("[role=application] ~ output").first();

async function openOrders(page: Page): Promise<OrderRecord[]> {
  const answer = await page.request.get("/api/venue/orders?status=OPEN");
  return ((await answer.json()) as { results: OrderRecord[] }).results;
}

/** An order so far below the mark that the market does not come down to it. */
async function restingOrder(page: Page, seed: string, share = 0.997): Promise<OrderRecord> {
  await becomeReady(page, seed);
  await fillLimitBuy(page, share);
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await answerWallet(page, "Approve");
  await expect(handle(page)).toBeVisible();
  const [order] = await openOrders(page);
  return order!;
}

/** The pixel of the page at which the chart draws a price. */
async function pixelOf(page: Page, price: number): Promise<number> {
  const box = (await chart(page).boundingBox())!;
  const { priceTop, priceBottom, plotHeight } = await chart(page).evaluate(
    (element) => (element as HTMLElement).dataset as Record<string, string>,
  );
  const [top, bottom] = [Number(priceTop), Number(priceBottom)];
  return box.y + ((top - price) / (top - bottom)) * Number(plotHeight);
}

/** Holds the order's line `pixels` below its price. */
function dragLine(page: Page, order: OrderRecord, pixels: number): Promise<void> {
  return pullLine(page, pixels, async () => {
    const box = (await chart(page).boundingBox())!;
    return { x: box.x + box.width / 3, y: await pixelOf(page, Number(order.price)) };
  });
}

function modifies(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postData() ?? "");
    else if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

test("an order is moved and cancelled on the chart: by its line, which waits for the venue, and by keys alone", async ({
  page,
  newWallet,
}) => {
  const order = await restingOrder(page, newWallet.seed);
  await widenPrices(page);
  const price = () => handle(page).getAttribute("aria-valuenow").then(Number);
  const panel = page.getByRole("region", { name: "What you sign" });
  const sent = modifies(page);

  await test.step("Esc puts a dragged line back, before and after it is dropped; nothing is sent", async () => {
    await dragLine(page, order, 40);
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-ghost]")).toHaveCount(0);
    await page.mouse.up();
    await dragLine(page, order, 40);
    await page.mouse.up();
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-ghost]")).toHaveCount(0);
    expect(await price()).toBe(Number(order.price));
    expect(sent).toEqual([]);
  });

  const asked =
    await test.step("dragged: the ghost waits for the venue, and one modify is sent", async () => {
      await dragLine(page, order, 40);
      await expect(page.locator("[data-ghost=dragging]")).toBeVisible();
      await expect(handle(page)).toHaveAttribute("aria-valuetext", /from the mark/);
      const lower = await price();
      expect(lower).toBeLessThan(Number(order.price));
      await page.mouse.up();
      await expect(panel).toContainText("modify_order");
      await expect(page.locator("[data-ghost=asking]")).toBeAttached();
      expect((await openOrders(page)).map((one) => one.price)).toEqual([order.price]);
      await answerWallet(page, "Approve");
      await expect
        .poll(async () => (await openOrders(page)).map((one) => Number(one.price)))
        .toEqual([lower]);
      await expect(page.locator("[data-ghost]")).toHaveCount(0);
      await expect(handle(page)).toHaveAttribute("aria-valuenow", String(lower));
      const [moved] = await openOrders(page);
      expect(moved?.id).toBe(order.id);
      expect(sent).toHaveLength(1);
      return lower;
    });

  await test.step("by keys alone: moved, put back, moved again and cancelled", async () => {
    await handle(page).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    expect(await price()).toBeCloseTo(asked - 1.1, 6);
    await page.keyboard.press("Escape");
    expect(await price()).toBe(asked);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await answerWallet(page, "Approve");
    await expect
      .poll(async () => Number((await openOrders(page))[0]?.price))
      .toBeCloseTo(asked - 0.1, 6);
    await expect(page.locator("[data-ghost]")).toHaveCount(0);
    await handle(page).focus();
    await page.keyboard.press("Delete");
    await expect(panel).toContainText("cancel_order");
    await answerWallet(page, "Approve");
    await expect(handle(page)).toHaveCount(0);
    expect(await openOrders(page)).toEqual([]);
  });
});

test("a price of the chart fills the ticket, the mark is at its pixel, and bars can be read one by one, as a summary and as a table", async ({
  quietPage: page,
}) => {
  await page.goto(MARKET_PATH);
  await test.step("prices", async () => {
    await expect(chart(page)).toHaveAttribute("data-price-top", /\d/);
    const box = (await chart(page).boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.keyboard.down("Alt");
    await page.mouse.click(box.x + 200, box.y + 200);
    await page.keyboard.up("Alt");
    const price = Number(await ticket(page).getByLabel("Price", { exact: true }).inputValue());
    expect(Math.abs((await pixelOf(page, price)) - (box.y + 200))).toBeLessThan(3);
    const bar = (await chart(page).getAttribute("data-last-bar"))!;
    const { close } = JSON.parse(bar) as { close: string };
    const y = await pixelOf(page, Number(close));
    expect(y).toBeGreaterThan(box.y);
    expect(y).toBeLessThan(box.y + box.height);
  });

  await test.step("bars", async () => {
    await expect(chart(page)).toHaveAttribute("data-last-bar", /start/);
    await chart(page).focus();
    await page.keyboard.press("End");
    await expect(spoken(page)).toContainText(/^Newest bar\. .*open [\d,.]+, high/);
    await page.keyboard.press("ArrowLeft");
    await expect(spoken(page)).not.toContainText("Newest bar");
    await page.keyboard.press("Space");
    await expect(spoken(page)).toContainText(/bars in view, .* UTC/);
    await page.keyboard.press("Enter");
    const table = page.getByRole("dialog", { name: "Bars as a table" }).getByRole("table");
    await expect(table.getByRole("row").nth(20)).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  await test.step("indicators", async () => {
    await page.keyboard.press("i");
    await page.getByRole("button", { name: "Add Relative strength index" }).click();
    await page.getByRole("button", { name: "Add Simple moving average" }).click();
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.locator("[data-value=study-1-value]")).toContainText(/\d/);
  });
});

test("after four changes of the market, with a line and an indicator on the chart, nothing of the old market is drawn", async ({
  page,
  newWallet,
}) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  // So far from the mark that it rests throughout the journey.
  await restingOrder(page, newWallet.seed, 0.99);
  await page.getByRole("button", { name: "Indicators" }).click();
  await page.getByRole("button", { name: "Add Relative strength index" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  let symbol = "BTCUSDC";
  for (let change = 0; change < 4; change += 1) {
    const next = symbol === "BTCUSDC" ? "ETHUSDC" : "BTCUSDC";
    await page.getByRole("button", { name: `Market ${symbol}` }).click();
    const list = page.getByRole("grid", { name: "Markets" });
    await list.getByRole("link", { name: next }).click();
    const drawn = page.getByRole("application", { name: new RegExp(`^${next}`) });
    await expect(drawn).toHaveAttribute("data-price-top", /\d/);
    await expect(drawn.locator("canvas").first()).toBeVisible();
    if (next === "BTCUSDC") await expect(handle(page)).toBeVisible();
    symbol = next;
  }
  expect(errors).toEqual([]);
});
