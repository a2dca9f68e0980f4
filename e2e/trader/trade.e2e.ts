/** The trading page in a real browser, against the real venue, with the demo wallet. */
import type { Locator, Page, Request } from "@playwright/test";
import { shownAverage } from "#components/i18n/average-price.ts";
import {
  answerWallet,
  becomeReady,
  buyAtMarket,
  demoPrompt,
  expect,
  fillLimitBuy,
  MARKET_PATH,
  markMoves,
  seriousProblems,
  signIn,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

const chart = (page: Page) => page.locator("[data-last-bar]");

async function lastBar(page: Page): Promise<Bar> {
  await chart(page).waitFor();
  return JSON.parse((await chart(page).getAttribute("data-last-bar"))!) as Bar;
}

async function openTab(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole("tab", { name }).click();
  return page.getByRole("tabpanel", { name });
}

test("a visitor's page fills the window and never scrolls, loads no account code, and is rendered as its link says before any script runs", async ({
  quietPage: page,
  browser,
  endpoints,
}) => {
  // A fresh market has few fills, so the tape gets the hundred fills of a busy market.
  const created_at = Date.now();
  const results = Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    market: "BTCUSDC",
    price: "60000",
    side: "BUY",
    size: "0.01",
    created_at,
    trade_type: "FILL",
  }));
  await page.route("**/api/perps-dex/trades*", (route) => route.fulfill({ json: { results } }));

  const codes: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") codes.push(response.text());
  });

  await page.goto(MARKET_PATH);

  await expect(page.locator("[data-trade-id]").nth(30)).toBeAttached();
  const heights = await page.evaluate(() => ({
    page: document.documentElement.scrollHeight,
    window: window.innerHeight,
  }));
  expect(heights.page).toBe(heights.window);

  await expect(page.locator("[data-last-bar]")).toBeAttached();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const all = (await Promise.all(codes)).join("\n");
  for (const own of ["/api/venue/positions", "svc-write-", "place_batch_orders", "QueryClient"])
    expect(all.includes(own), own).toBe(false);

  await test.step("a form that is longer than its place fades where it is cut, until its end is in sight", async () => {
    await page.setViewportSize({ width: 1440, height: 620 });
    const form = ticket(page).locator("> div").first();
    /** How far the last pixels can be seen: 0 to 1. */
    const seen = () => form.evaluate((area) => getComputedStyle(area).getPropertyValue("--end"));
    await form.evaluate((area) => area.scrollTo(0, 0));
    await expect.poll(seen).toBe("0");
    await form.evaluate((area) => area.scrollTo(0, area.scrollHeight));
    await expect.poll(seen).toBe("1");
    await page.setViewportSize({ width: 1440, height: 1400 });
    await expect.poll(seen, "a form that is not cut").toBe("1");
  });

  await test.step("without scripts", async () => {
    const context = await browser.newContext({
      baseURL: endpoints.app,
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 900 },
    });
    const plain = await context.newPage();
    await plain.goto("/trade/ETHUSDC?interval=15m&layout=focus");
    await expect(plain.getByRole("main")).toHaveAttribute("data-layout", "focus");
    await expect(plain.getByRole("radio", { name: "15m", exact: true })).toBeChecked();
    await expect(plain.getByTestId("mark-price")).toHaveAttribute("data-mark", /\d/);
    await context.close();
  });
});

test("the ticket reports errors before anything is signed, and can spend the whole account", async ({
  quietPage: page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  const size = ticket(page).getByLabel("Size", { exact: true });
  const buy = ticket(page).getByRole("button", { name: /^Buy .*BTC/ });
  const panel = page.getByRole("region", { name: "What you sign" });

  await test.step("a comma that may mean two numbers is asked about and sends nothing", async () => {
    await fillLimitBuy(page, 0.99);
    await size.fill("0,02");
    await size.blur();
    await expect(size).toHaveValue("0.02");
    await size.fill("1,234");
    await size.blur();
    await expect(size).toHaveValue("1,234");
    await expect(ticket(page)).toContainText("A comma before three digits can mean two numbers.");
    await buy.click();
    await expect(panel).toHaveCount(0);
  });

  await test.step("a price too far away and a size too small are refused too; arrows step a price", async () => {
    await fillLimitBuy(page, 1.2);
    await expect(ticket(page)).toContainText("too far from the mark");
    await size.fill("0.00001");
    await expect(ticket(page)).toContainText("The order is too small");
    await buy.click();
    await expect(panel).toHaveCount(0);
    const price = ticket(page).getByLabel("Price", { exact: true });
    await price.fill("50000");
    await price.press("ArrowUp");
    await expect(price).toHaveValue("50000.1");
  });

  await test.step("a market order for the whole account can be signed, whatever the mark does", async () => {
    await ticket(page).getByRole("radio", { name: "Market" }).click();
    await ticket(page).getByRole("button", { name: "100%" }).click();
    await markMoves(page, 4);
    await expect(buy).toBeEnabled();
  });
});

test("orders: an unsigned one is not sent, a resting one is cancelled, and a filled one is closed again", async ({
  quietPage: page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  expect(page.url()).not.toContain("demo");
  const panel = page.getByRole("region", { name: "What you sign" });

  await test.step("when the wallet says no, nothing is sent and nothing is pending", async () => {
    const writes: string[] = [];
    const note = (request: Request) => {
      if (request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
    };
    page.on("request", note);
    await fillLimitBuy(page, 0.99);
    await ticket(page)
      .getByRole("button", { name: /^Buy .*BTC/ })
      .click();
    await answerWallet(page, "Reject");
    await expect(page.getByText("Not signed. Nothing was sent.")).toBeVisible();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(await openTab(page, /^Open orders/)).toContainText("No open orders.");
    const all = await page.request.get("/api/venue/orders?status=ALL");
    expect(((await all.json()) as { results: unknown[] }).results).toEqual([]);
    expect(writes).toEqual([]);
    page.off("request", note);
  });

  await test.step("a limit order rests, shows in the book and in open orders, and is cancelled", async () => {
    // Far enough below the mark that the market does not reach it during this journey.
    const price = await fillLimitBuy(page, 0.997);
    await ticket(page)
      .getByRole("button", { name: /^Buy .*BTC/ })
      .click();
    await expect(panel).toContainText("place_order");
    await expect(panel).toContainText(price.replace(/\.0$/, ""));
    await answerWallet(page, "Approve");
    await expect(ticket(page).getByText("Order placed.")).toBeVisible();

    const orders = await openTab(page, /^Open orders/);
    const row = orders.getByRole("row", { name: /Buy.*0\.05/ });
    await expect(row).toBeVisible();
    // Better bids of others may push it out of the visible rows, so each row covers fifty dollars.
    await page.getByRole("button", { name: /^Group prices by/ }).click();
    await page.getByRole("menuitemradio", { name: "50", exact: true }).click();
    await expect(page.getByRole("button", { name: /^Bid .*your order/ })).toBeVisible();
    const own = await page.request.get("/api/venue/orders?status=OPEN");
    const { results } = (await own.json()) as { results: OrderRecord[] };
    expect(results.map((order) => Number(order.price))).toEqual([Number(price)]);

    await row.getByRole("button", { name: /^Cancel order/ }).click();
    await expect(panel).toContainText("cancel_order");
    await answerWallet(page, "Approve");
    await expect(orders).toContainText("No open orders.");
    await expect(await openTab(page, /^Order history/)).toContainText("Cancelled");
  });

  await test.step("a market order fills, and the position shows the venue's numbers until it is closed", async () => {
    await openTab(page, /^Positions/);
    await buyAtMarket(page);

    const row = page
      .getByRole("table", { name: "Positions" })
      .getByRole("row", { name: /BTCUSDC/ });
    await expect(row).toContainText("Long");
    const answer = await page.request.get("/api/venue/positions");
    const { results } = (await answer.json()) as { results: PositionRecord[] };
    const entry = Number(shownAverage(results[0]!.average_entry_price, 1));
    expect(results[0]!.size).toBe("0.02");
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 3 };
    await expect(row).toContainText(entry.toLocaleString("en-US", digits));

    await row.getByRole("button", { name: "Close the BTCUSDC position" }).click();
    const dialog = page.getByRole("dialog", { name: "Close the BTCUSDC position" });
    await expect(dialog).toContainText("0.02");
    await dialog.locator("button[type=submit]").click();
    await expect(panel).toContainText("REDUCE_ONLY");
    await answerWallet(page, "Approve");
    await expect(page.getByRole("tabpanel", { name: /^Positions/ })).toContainText(
      "No open positions.",
    );
  });
});

test("another account in the wallet keeps the session, and both are named", async ({
  quietPage: page,
  newWallet,
}) => {
  await signIn(page, newWallet.seed);
  await page.evaluate((seed) => {
    window.location.hash = `demo=${seed}`;
  }, "7".repeat(64));
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("button", { name: /^Wallet on / })).toBeVisible();
  await expect(banner.getByRole("button", { name: /^Account/ })).toBeVisible();
  const session = await page.request.get("/api/auth/session");
  expect(await session.json()).toHaveProperty("user.address", newWallet.address);
});

test("accessible in both themes, also signed in with the panel and the wallet open", {
  tag: "@deep",
}, async ({ quietPage: page, newWallet }) => {
  // Without animations axe measures no colour in transition. A theme changes only colours.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const check = async (state: string) => {
    expect(await seriousProblems(page), state).toEqual([]);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await seriousProblems(page, ["color-contrast"]), `${state}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  };
  await becomeReady(page, newWallet.seed);
  await check("signed in");
  await fillLimitBuy(page, 0.99);
  await ticket(page)
    .getByRole("button", { name: /^Buy .*BTC/ })
    .click();
  await page.getByRole("region", { name: "What you sign" }).waitFor();
  await check("with the panel");
  await page.getByRole("button", { name: /^Sign with/ }).click();
  await demoPrompt(page).waitFor();
  await check("with the wallet");
});

test("an unknown market is a 404 with a way back, and the market list leads to another market", {
  tag: "@deep",
}, async ({ page }) => {
  const response = await page.goto("/trade/NOSUCHMARKET");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("list", { name: "Markets" }).getByRole("link")).toHaveCount(3);
  await page.getByRole("link", { name: "Go to the markets" }).click();
  await expect(page.getByTestId("mark-price")).toBeVisible();
  await page.getByRole("button", { name: /^Market BTCUSDC/ }).click();
  await page.getByRole("grid", { name: "Markets" }).getByRole("link", { name: "ETHUSDC" }).click();
  await expect(page).toHaveURL(/\/trade\/ETHUSDC$/);
  await expect.poll(async () => (await lastBar(page)).market).toBe("ETHUSDC");
  await expect(page.getByTestId("mark-price")).toHaveAttribute("data-mark", /\d/);
});
