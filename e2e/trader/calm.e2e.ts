/** Nothing moves under the pointer: not with a digit, not with an answer, and not when a read fails. */
import type { Locator, Page } from "@playwright/test";
import { buyButton, expect, openMarket, signButton, test } from "#e2e/support/orders.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { markOf, ticket } from "#e2e/support/trading-page.ts";

const price = (page: Page) => ticket(page).getByLabel("Price", { exact: true });
const size = (page: Page) => ticket(page).getByLabel("Size", { exact: true });
const toasts = (page: Page) => page.locator("[data-sonner-toast]");

/** The upper edges of the fields, the panels and the button, in pixels. */
async function edgesOf(page: Page): Promise<number[]> {
  const parts: Locator[] = [
    price(page),
    size(page),
    ticket(page).getByRole("slider"),
    ticket(page).getByRole("radiogroup", { name: "Time in force" }),
    page.getByRole("region", { name: "Chart" }),
    page.getByRole("region", { name: "Account tables" }),
  ];
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.map((box) => Math.round(box?.y ?? -1));
}

test("fields and panels keep their places while a size is typed, an order is sent and its answer comes", async ({
  page,
  bot,
}) => {
  await openMarket(page);
  const mark = await markOf(page);
  await expect(page.getByTestId("buying-power")).toContainText("USDC");
  const before = await edgesOf(page);
  await size(page).fill("0");
  expect(await edgesOf(page), "the first digit").toEqual(before);
  await size(page).fill("0.01");
  expect(await edgesOf(page), "a size without a price").toEqual(before);
  await price(page).fill((mark * 0.9).toFixed(1));
  expect(await edgesOf(page), "a price far from the mark").toEqual(before);
  await price(page).fill((mark * 0.97).toFixed(1));
  const button = (await buyButton(page).boundingBox())!;
  await buyButton(page).click();
  await signButton(page).click();
  await expect(ticket(page).getByText("Order placed.")).toBeVisible();
  expect(await edgesOf(page), "an answer").toEqual(before);
  const after = (await buyButton(page).boundingBox())!;
  expect(after.y + after.height).toBe(button.y + button.height);
  // What the ticket says itself is no toast.
  await expect(toasts(page)).toHaveCount(0);
  expect(await bot.openOrders()).toHaveLength(1);
});

test("the sentence about an open order goes when the order does", async ({ page, bot }) => {
  await openMarket(page);
  await price(page).fill(((await markOf(page)) * 0.97).toFixed(1));
  await size(page).fill("0.01");
  await buyButton(page).click();
  await signButton(page).click();
  await expect(ticket(page).getByText("Order placed.")).toBeVisible();
  await expect(page.getByRole("tab", { name: /^Open orders ?1/ })).toBeVisible();
  const [order] = await bot.openOrders();
  await bot.cancel(order!);
  await expect(ticket(page).getByText("Order placed.")).toHaveCount(0);
});

test("on a phone the fields of the sheet stay where they are while figures appear", async ({
  browser,
  endpoints,
  newWallet,
}) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await prepareTrader(context, endpoints, { persona: newWallet });
  await installConnectedWallet(page, newWallet);
  await page.goto("/trade/BTCUSDC");
  await page
    .getByRole("region", { name: "Trade and view" })
    .getByRole("button", { name: "Buy" })
    .tap();
  await expect(page.getByTestId("buying-power")).toContainText("USDC");
  await price(page).fill(((await markOf(page)) * 0.97).toFixed(1));
  const edge = async () => Math.round((await size(page).boundingBox())!.y);
  const before = await edge();
  await size(page).fill("0.01");
  await expect(ticket(page).getByText("Margin required")).toBeVisible();
  expect(await edge()).toBe(before);
  await context.close();
});

test("the highlights keep their place when they cannot be read", async ({ page, trader }) => {
  expect(trader.address).toBeTruthy();
  await page.route("**/api/public/highlights*", (route) =>
    route.fulfill({ status: 503, body: "{}" }),
  );
  await openMarket(page);
  const chart = page.getByRole("application", { name: /candles/ });
  await expect(chart).toBeVisible();
  const before = await chart.boundingBox();
  const refused = page.waitForResponse(/api\/public\/highlights/);
  await page.mouse.move(300, 300);
  await refused;
  await expect(page.locator("[data-highlights]")).toBeVisible();
  expect(await chart.boundingBox()).toEqual(before);
});

test("N opens the notifications at their heading, and Space clears nothing", async ({
  page,
  trader,
}) => {
  expect(trader.address).toBeTruthy();
  await openMarket(page);
  await page.keyboard.press("n");
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect(list.getByRole("heading", { name: "Notifications" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(list).toBeVisible();
});
