/** Live data in a real browser: one stream for all tabs, and no gap after any interruption. */
import type { BrowserContext, Page } from "@playwright/test";
import { buyButton, placeRestingBuy } from "#e2e/support/orders.ts";
import { AppProxy } from "#e2e/support/proxy.ts";
import { test as base, expect } from "#e2e/support/test.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";

type Fixtures = { appProxy: AppProxy; origin: string };

const test = base.extend<Fixtures>({
  appProxy: async ({ endpoints }, use) => {
    const proxy = new AppProxy(endpoints.app);
    await use(proxy);
    await proxy.stop();
  },
  origin: async ({ appProxy, context, endpoints }, use) => {
    const view = { name: "svc.view", value: encodeURIComponent("interval=1s"), url: endpoints.app };
    await context.addCookies([view]);
    await context.addInitScript(() => {
      const Native = window.EventSource;
      window.streams = [];
      window.EventSource = class extends Native {
        constructor(url: string | URL) {
          super(url);
          window.streams.push(this);
        }
      };
    });
    await use(await appProxy.start());
  },
});

declare global {
  interface Window {
    /** Every EventSource that the page has made. */
    streams: EventSource[];
  }
}

/** Opens a market; the chart has bars of a second. */
async function openMarket(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const expectLive = (page: Page, timeout = 30_000) =>
  expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible({ timeout });

async function leads(page: Page): Promise<boolean> {
  return page.evaluate(() => window.streams.some(({ readyState }) => readyState === 1));
}

/** Waits until the history has this many more bars of a second: the bars that a page without a stream misses. */
async function barsPass(app: string, count: number): Promise<void> {
  const path = "/api/perps-dex/kline?market=BTCUSDC&resolution=1";
  const newest = async () => {
    const { results } = (await (await fetch(app + path)).json()) as { results: Bar[] };
    return Math.max(...results.map(({ start }) => start));
  };
  const from = await newest();
  await expect.poll(newest).toBeGreaterThanOrEqual(from + count * 1_000);
}

/** The one page that holds the stream. */
async function leaderOf(pages: readonly Page[]): Promise<Page> {
  const holding = await Promise.all(pages.map(leads));
  expect(holding.filter(Boolean)).toHaveLength(1);
  return pages[holding.indexOf(true)]!;
}

async function expectAllWhole(pages: readonly Page[]): Promise<void> {
  for (const page of pages) await expectWhole(page);
}

/** The page matches the history: every bar, each beginning where the one before ended, and every fill. */
async function expectWhole(page: Page): Promise<void> {
  await expect(async () => {
    const { missing, behindMs, open, stored, shown, tape } = await page.evaluate(readPage);
    expect(missing).toBe(0);
    expect(behindMs).toBeLessThanOrEqual(0);
    expect(stored).toBe(open);
    expect(shown).toEqual(tape);
  }).toPass();
}

/**
 * Runs in the page: returns what it shows, and the server's history of the same period. A bar moves while its history
 * is in flight, so its end is compared, where the next bar begins.
 */
async function readPage() {
  const market = location.pathname.split("/").at(-1);
  const chart = () => document.querySelector<HTMLElement>("[data-last-bar]");
  const lastBar = () => JSON.parse(chart()?.dataset["lastBar"] ?? "null") as Bar | null;
  const start = lastBar()?.start;
  const giveUpAt = Date.now() + 10_000;
  while (start === undefined || lastBar()?.start === start) {
    if (start === undefined || Date.now() > giveUpAt) throw new Error("The chart has no new bar.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [count, first] = (chart()?.dataset["bars"] ?? "").split(" ").map(Number);
  const last = lastBar()!;
  const read = async (path: string) => (await fetch(`/api/perps-dex/${path}`)).json();
  const range = `start_at=${last.start - 60_000}&end_at=${last.start + 60_000}`;
  const { results: bars } = (await read(`kline?market=${market}&resolution=1&${range}`)) as {
    results: Bar[];
  };
  const newest = Math.max(...bars.map(({ start }) => start));
  const trades = (await read(`trades?market=${market}`)) as { results: Trade[] };
  const tape = trades.results.map(({ id }) => id).toSorted((one, other) => other - one);
  const rows = [...document.querySelectorAll<HTMLElement>("[data-trade-id]")];
  return {
    missing: (last.start - first!) / 1_000 + 1 - count!,
    behindMs: newest - lastBar()!.start,
    open: last.open,
    stored: bars.find(({ start }) => start === last.start - 1_000)?.close,
    shown: rows.map((row) => Number(row.dataset["tradeId"])),
    tape: tape.slice(0, 100),
  };
}

/** The browser has a free connection for the order of a page. */
async function expectOrderTaken(page: Page): Promise<void> {
  await expect(buyButton(page)).toBeEnabled();
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith("/api/venue/orders"),
    // Beside seven other tabs, each step until then may take a minute.
    { timeout: 0 },
  );
  await placeRestingBuy(page);
  expect((await answered).status()).toBe(201);
}

test("eight tabs of two markets share one stream, orders leave at once, and the tabs survive the end of the one that holds it", {
  tag: "@deep",
}, async ({ context, endpoints, appProxy, origin, newWallet }) => {
  // Eight tabs take a busy machine six times as long.
  test.setTimeout(720_000);
  context.setDefaultTimeout(160_000);
  await prepareTrader(context, endpoints, { persona: newWallet });
  const pages: Page[] = [];
  for (let tab = 0; tab < 8; tab += 1) {
    const market = tab % 2 === 0 ? "BTCUSDC" : "ETHUSDC";
    const page = await context.newPage();
    await installConnectedWallet(page, newWallet);
    await page.goto(`${origin}/trade/${market}`);
    pages.push(page);
  }
  // One machine loads and draws all eight of them.
  for (const page of pages) await expectLive(page, 160_000);
  await expect.poll(() => appProxy.open).toBe(1);
  // A tab that hangs while it loads hands its stream over, so there may have been others. The one that is left has both.
  const markets = appProxy.streamRequests.map(
    (url) => new URLSearchParams(url.split("?")[1]).get("market")!,
  );
  expect(markets.at(-1)!.split(",").toSorted()).toEqual(["BTCUSDC", "ETHUSDC"]);
  // Three streams per tab would leave no connection for an order.
  await expectOrderTaken(pages[4]!);

  const leader = await leaderOf(pages);
  const others = pages.filter((page) => page !== leader);
  await leader.close();
  await expect
    .poll(async () => (await Promise.all(others.map(leads))).filter(Boolean).length)
    .toBe(1);
  for (const page of others) await expectLive(page);
  expect(appProxy.open).toBe(1);
  await expectAllWhole(others);
});

test("a tab that hangs loses the stream to another one, and follows it when the tab continues", {
  tag: "@deep",
}, async ({ context, appProxy, origin }) => {
  const pages = [
    await openMarket(context, `${origin}/trade/BTCUSDC`),
    await openMarket(context, `${origin}/trade/BTCUSDC`),
  ];
  await Promise.all(pages.map((page) => expectLive(page)));
  const leader = await leaderOf(pages);
  const [other] = pages.filter((page) => page !== leader);
  // The browser stops the tab as a debugger does, so it hangs for the browser and for the person.
  const debugger_ = await context.newCDPSession(leader);
  await debugger_.send("Debugger.enable");
  await debugger_.send("Debugger.pause");
  await expect.poll(() => leads(other!)).toBe(true);
  await expectLive(other!);
  await debugger_.send("Debugger.resume");
  await debugger_.send("Debugger.disable");
  await expectLive(leader);
  await expect.poll(() => appProxy.open).toBe(1);
  await expectAllWhole(pages);
});

test("a tab that is hidden, frozen or put into the back/forward cache hands over the stream, and is live again on return", {
  tag: "@deep",
}, async ({ context, appProxy, origin }) => {
  const pages = [
    await openMarket(context, `${origin}/trade/BTCUSDC`),
    await openMarket(context, `${origin}/trade/ETHUSDC`),
  ];
  await Promise.all(pages.map((page) => expectLive(page)));
  const leader = await leaderOf(pages);
  const [other] = pages.filter((page) => page !== leader);
  await leader.evaluate(() => document.dispatchEvent(new Event("freeze")));
  await expect.poll(() => leads(other!)).toBe(true);
  await expectLive(other!);
  expect(await leads(leader)).toBe(false);
  await leader.evaluate(() => document.dispatchEvent(new Event("resume")));
  await expectLive(leader);
  await expect.poll(() => appProxy.open).toBe(1);
  await expectAllWhole(pages);
});

test("a computer that sleeps is live again when it wakes, without a gap in chart or tape", {
  tag: "@deep",
}, async ({ context, endpoints, appProxy, origin }) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  await expectWhole(page);
  const session = await context.newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  // A long sleep also loses the connection.
  appProxy.cut();
  await barsPass(endpoints.app, 8);
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await expectLive(page);
  await expectWhole(page);
  expect(appProxy.open).toBe(1);
});

test("two tabs say that they are offline, and are live without a gap when back online, and after a stream that is cut and refused for a while as in a deployment", async ({
  context,
  endpoints,
  appProxy,
  origin,
}) => {
  const pages = [
    await openMarket(context, `${origin}/trade/BTCUSDC`),
    await openMarket(context, `${origin}/trade/ETHUSDC`),
  ];
  // Beside another tab, a slow computer takes longer.
  const expectAllLive = () => Promise.all(pages.map((page) => expectLive(page, 90_000)));
  await expectAllLive();
  await expectAllWhole(pages);

  await test.step("offline", async () => {
    const charts = pages.map((page) => page.getByRole("region", { name: "Chart", exact: true }));
    const readBoxes = () => Promise.all(charts.map((chart) => chart.boundingBox()));
    const before = await readBoxes();
    await context.setOffline(true);
    // The browser's offline switch blocks new requests only, so open streams must be ended too.
    appProxy.cut();
    for (const page of pages) {
      await expect(page.getByRole("button", { name: /Data: (Reconnecting|Stale)/ })).toBeVisible();
      await expect(page.getByText(/This computer is offline/)).toBeVisible();
    }
    // The notice covers nothing and moves nothing.
    expect(await readBoxes()).toEqual(before);
    await barsPass(endpoints.app, 6);
    await context.setOffline(false);
    await expectAllLive();
    for (const page of pages) await expect(page.getByText(/This computer is offline/)).toBeHidden();
    await expectAllWhole(pages);
  });

  await test.step("cut, and refused for a while", async () => {
    appProxy.refusing = true;
    appProxy.cut();
    await expect(pages[1]!.getByRole("button", { name: "Data: Reconnecting" })).toBeVisible();
    await barsPass(endpoints.app, 5);
    const requests = appProxy.streamRequests.length;
    appProxy.refusing = false;
    await expectAllLive();
    expect(appProxy.streamRequests.length - requests).toBeLessThan(4);
    expect(appProxy.open).toBe(1);
    await expectAllWhole(pages);
  });
});

test("a silent stream shows in the age of the book and of the mark, and is replaced when the page is visible", {
  tag: "@deep",
}, async ({ context, appProxy, origin }) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  appProxy.silence();
  await expect(page.getByRole("button", { name: "Data: Stale" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Order book \d+ s old/ })).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expectLive(page);
  await expect(page.getByRole("heading", { name: "Order book", exact: true })).toBeVisible();
  await expectWhole(page);
});

test("quick changes of the interval open few streams, and end with the chosen bars", {
  tag: "@deep",
}, async ({ context, appProxy, origin }) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  const requests = appProxy.streamRequests.length;
  for (const name of ["1m", "5m", "15m", "1h", "4h", "1d", "1m", "5m", "15m", "1h", "1s"]) {
    await page.getByRole("radio", { name, exact: true }).click();
  }
  await expectWhole(page);
  expect(appProxy.streamRequests.length - requests).toBeLessThanOrEqual(6);
  expect(appProxy.open).toBe(1);
});
