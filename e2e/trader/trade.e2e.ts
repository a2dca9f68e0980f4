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
  markOf,
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

test("the price shown is the mark, it moves, and the server renders it with the book", async ({
  quietPage: page,
  request,
}) => {
  const html = await (await request.get(MARKET_PATH)).text();
  expect(html).toMatch(/data-mark="\d+(\.\d+)?"/);
  expect(html).toMatch(/<span class="sr-only">Bid/);

  await page.goto(MARKET_PATH);
  const shown = page.getByTestId("mark-price");
  const first = await markOf(page);
  await expect.poll(() => markOf(page)).not.toBe(first);
  await expect(page.getByRole("contentinfo", { name: "Status" })).toContainText("Simulated market");
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  // The figure is the newest mark of the stream, and not its last trade.
  const mark = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const source = new EventSource("/api/perps-dex/stream?market=BTCUSDC&events=mark");
        source.addEventListener("mark", (event) => {
          source.close();
          resolve((JSON.parse(event.data) as { mark_price: string }).mark_price);
        });
      }),
  );
  await expect(shown).toHaveAttribute("data-mark", mark);
});

test("the page fills the window and never scrolls, however many trades there are", async ({
  quietPage: page,
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
  await page.goto(MARKET_PATH);
  await expect(page.locator("[data-trade-id]").nth(30)).toBeAttached();
  const heights = await page.evaluate(() => ({
    page: document.documentElement.scrollHeight,
    window: window.innerHeight,
  }));
  expect(heights.page).toBe(heights.window);
});

test("the ticket reports errors before anything is signed, and can spend the whole account", async ({
  quietPage: page,
  newWallet,
}) => {
  await becomeReady(page, newWallet.seed);
  const size = ticket(page).getByLabel("Size", { exact: true });
  const buy = ticket(page).getByRole("button", { name: /^Buy .*BTC/ });
  const panel = page.getByRole("region", { name: "What you sign" });

  await test.step("a decimal comma is refused in words and sends nothing", async () => {
    await fillLimitBuy(page, 0.99);
    await size.fill("0,02");
    await size.blur();
    await expect(size).toHaveValue("0,02");
    await expect(ticket(page)).toContainText("Use a point for decimals");
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

test("the title has the price; the chart's last bar equals history and stream at each interval, and the interval survives a reload", async ({
  quietPage: page,
}) => {
  await page.goto("/trade/btcusdc");
  await expect(page).toHaveURL(/\/trade\/BTCUSDC$/);
  await expect(page).toHaveTitle(/^\d[\d,.]* BTCUSDC · svc$/);
  const before = await lastBar(page);
  await expect.poll(async () => (await lastBar(page)).close).not.toBe(before.close);
  for (const interval of ["1m", "5m"]) {
    await page.getByRole("radio", { name: interval, exact: true }).click();
    await expect.poll(async () => (await lastBar(page)).interval).toBe(interval);
    await expect(async () => {
      const { drawn, streamed, stored } = await sameBarThreeTimes(page, interval);
      expect(drawn).toEqual(streamed);
      expect(drawn).toEqual(stored);
    }).toPass({ timeout: 15_000 });
  }
  await page.reload();
  await expect(page.getByRole("radio", { name: "5m", exact: true })).toBeChecked();
  await expect.poll(async () => (await lastBar(page)).interval).toBe("5m");
});

/** The bar as drawn, as streamed and in the history, read within one moment. */
function sameBarThreeTimes(page: Page, interval: string) {
  return page.evaluate(async (name) => {
    const seconds = { "1m": 60, "5m": 300 }[name];
    const source = new EventSource(
      `/api/perps-dex/stream?market=BTCUSDC&kline=${name}&events=kline`,
    );
    let streamed: Bar | undefined;
    await new Promise<void>((resolve) => {
      let count = 0;
      source.addEventListener("kline", (event) => {
        streamed = JSON.parse(event.data) as Bar;
        count += 1;
        // The first event is the state at the connect; with the next one, the second has just begun.
        if (count === 2) resolve();
      });
    });
    source.close();
    const element = document.querySelector<HTMLElement>("[data-last-bar]");
    // The page receives the same event at about the same time: it has drawn it, or draws it next.
    const isDrawn = () => element?.dataset["lastBar"] === JSON.stringify(streamed);
    await new Promise<void>((resolve) => {
      if (!element || isDrawn()) return resolve();
      new MutationObserver((_changes, observer) => {
        observer.disconnect();
        resolve();
      }).observe(element, { attributeFilter: ["data-last-bar"] });
    });
    const drawn = JSON.parse(element?.dataset["lastBar"] ?? "null") as Bar;
    const answer = await fetch(
      `/api/perps-dex/kline?market=BTCUSDC&resolution=${seconds}&start_at=${streamed?.start}`,
    );
    const { results } = (await answer.json()) as { results: Bar[] };
    return { drawn, streamed, stored: results.find((bar) => bar.start === streamed?.start) };
  }, interval);
}

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
    // So far below the mark that the market does not come down to it while this journey looks.
    const price = await fillLimitBuy(page, 0.997);
    await ticket(page)
      .getByRole("button", { name: /^Buy .*BTC/ })
      .click();
    await expect(panel).toContainText("place_order");
    await expect(panel).toContainText(price.replace(/\.0$/, ""));
    await answerWallet(page, "Approve");
    await expect(ticket(page).getByText("The order is open.")).toBeVisible();

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

    await row.getByRole("button", { name: "Close at market: BTCUSDC" }).click();
    await expect(panel).toContainText("REDUCE_ONLY");
    await answerWallet(page, "Approve");
    await expect(page.getByRole("tabpanel", { name: /^Positions/ })).toContainText(
      "No open positions.",
    );
  });
});

test("another account in the wallet ends the session", async ({ quietPage: page, newWallet }) => {
  await signIn(page, newWallet.seed);
  await page.evaluate((seed) => {
    window.location.hash = `demo=${seed}`;
  }, "7".repeat(64));
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get("/api/auth/session")).json())
    .not.toHaveProperty("user.address");
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
