/** Orders of a journey's own account, as a person places them and as the venue stores them. */
import type { Page, Request } from "@playwright/test";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Persona } from "#scripts/dev/clients/wallet-session.ts";
import { test as base, expect } from "./test.ts";
import { TEST_WALLET } from "./test-wallet.ts";
import { botOf, installConnectedWallet, prepareTrader } from "./trader.ts";
import { fillLimitBuy, MARKET_PATH, ticket } from "./trading-page.ts";

export { expect } from "./test.ts";

type Fixtures = {
  /** An account with a venue key and 10,000 USDC, signed in, with a wallet that approves. */
  trader: Persona;
  bot: ReturnType<typeof botOf>;
};

export const test = base.extend<Fixtures>({
  trader: async ({ context, page, endpoints, newWallet }, use) => {
    await prepareTrader(context, endpoints, { persona: newWallet });
    await installConnectedWallet(page, newWallet);
    await use(newWallet);
  },
  bot: async ({ endpoints, trader }, use) => use(botOf(endpoints, trader.seed)),
});

export const buyButton = (page: Page) => ticket(page).getByRole("button", { name: /^Buy .*BTC/ });
export const signButton = (page: Page) =>
  page.getByRole("button", { name: new RegExp(`^Sign with ${TEST_WALLET}|^Sign again`) });
export const signPanel = (page: Page) => page.getByRole("region", { name: "What you sign" });
export const cancelButtons = (page: Page) => page.getByRole("button", { name: /^Cancel order/ });

/** The page of a market, loaded far enough that an order can be placed. */
export async function openMarket(page: Page, path = MARKET_PATH): Promise<void> {
  await page.goto(path);
  await expect(
    buyButton(page).or(ticket(page).getByRole("button", { name: /^Buy / })),
  ).toBeEnabled();
}

/** Places a buy that rests below the market, signed in the panel. @returns its price */
export async function placeRestingBuy(page: Page, share = 0.99): Promise<string> {
  const price = await fillLimitBuy(page, share);
  await buyButton(page).click();
  await signButton(page).click();
  return price;
}

/** Drags the price axis, as a trader does, so that prices far from the mark come into view. */
export async function widenPrices(page: Page): Promise<void> {
  const { x, y, width, height } = (await page
    .getByRole("application", { name: /candles/ })
    .boundingBox())!;
  await page.mouse.move(x + width - 20, y + height * 0.15);
  await page.mouse.down();
  await page.mouse.move(x + width - 20, y + height * 0.6, { steps: 6 });
  await page.mouse.up();
}

/** Presses where a line is and pulls it down. The chart may move between the look and the press: then both are repeated. */
export async function pullLine(
  page: Page,
  pixels: number,
  findPoint: () => Promise<{ x: number; y: number }>,
): Promise<void> {
  await expect(async () => {
    await page.mouse.up();
    const { x, y } = await findPoint();
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 6; step += 1) await page.mouse.move(x, y + (pixels * step) / 6);
    await expect(page.locator("[data-ghost=dragging]")).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

export async function openTab(page: Page, name: RegExp) {
  await page.getByRole("tab", { name }).click();
  return page.getByRole("tabpanel", { name });
}

/** Requests that write at the venue, in the order in which they leave the page. */
export function watchWrites(page: Page): Request[] {
  const writes: Request[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname.startsWith("/api/venue/")) writes.push(request);
  });
  return writes;
}

export const linesOf = (writes: readonly Request[]) =>
  writes.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);

/** The payload of a write to the venue: its body and the headers of its signature. */
export async function signedParts(request: Request): Promise<object> {
  const headers = await request.allHeaders();
  const signed = Object.entries(headers).filter(([name]) =>
    /^x-(signature|signer|account|new-signer)/.test(name),
  );
  return {
    method: request.method(),
    path: new URL(request.url()).pathname,
    body: request.postData(),
    headers: Object.fromEntries(signed),
  };
}

/** Every order that the account has ever had. */
export async function allOrders(page: Page): Promise<OrderRecord[]> {
  const answer = await page.request.get("/api/venue/orders?status=ALL");
  return ((await answer.json()) as { results: OrderRecord[] }).results;
}

/** Rows of pending writes in the table of open orders. */
export const writeRows = (page: Page, state: string) => page.locator(`[data-write="${state}"]`);

export const duplicateWarning = (page: Page) =>
  ticket(page).getByText("Another one may double it", { exact: false });

/** No row, no warning and no pending write is left behind, and the next order can be placed. */
export async function expectSettled(page: Page, openCount: number): Promise<void> {
  await expect(duplicateWarning(page)).toHaveCount(0);
  await openTab(page, /^Open orders/);
  await expect(cancelButtons(page)).toHaveCount(openCount);
  for (const state of ["signing", "sending", "unknown"]) {
    await expect(writeRows(page, state)).toHaveCount(0);
  }
  await expect(buyButton(page)).toBeEnabled();
}
