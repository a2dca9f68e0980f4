/** Live data in a real browser: one stream for all tabs, and nothing missed whatever happens to it. */
import type { BrowserContext, Page } from "@playwright/test";
import { buyButton, placeRestingBuy } from "#e2e/support/orders.ts";
import { AppProxy } from "#e2e/support/proxy.ts";
import { test as base, expect } from "#e2e/support/test.ts";
import { installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import type { Bar } from "#lib/protocol/kline.ts";
import type { Trade } from "#lib/protocol/orders.ts";

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

const expectLive = (page: Page, timeout = 10_000) =>
  expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible({ timeout });

async function leads(page: Page): Promise<boolean> {
  return page.evaluate(() => window.streams.some(({ readyState }) => readyState === 1));
}

/** Streams that are open at the app, as it counts them itself. */
async function openAt(app: string): Promise<number> {
  const text = await (await fetch(`${app}/metrics`)).text();
  const counts = [...text.matchAll(/^svc_streams_open\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The one page that holds the stream. */
async function leaderOf(pages: readonly Page[]): Promise<Page> {
  const holding = await Promise.all(pages.map(leads));
  expect(holding.filter(Boolean)).toHaveLength(1);
  return pages[holding.indexOf(true)]!;
}

/** One after the other: a page that is compared needs a moment in which nothing new comes between its two sides. */
async function expectAllWhole(pages: readonly Page[]): Promise<void> {
  for (const page of pages) await expectWhole(page);
}

/** What stands on the page is what the history has: every bar, the last of them whole, and every fill. */
async function expectWhole(page: Page, timeout = 15_000): Promise<void> {
  await expect(async () => {
    const { missing, behindMs, drawn, stored, shown, tape } = await page.evaluate(readPage);
    expect(missing).toBe(0);
    expect(behindMs).toBeLessThanOrEqual(0);
    expect(stored).toHaveLength(1);
    expect(drawn).toContain(stored[0]);
    expect(shown).toEqual(tape);
  }).toPass({ timeout });
}

/**
 * Runs in the page: what it shows, and what the server's history says of the same. A bar moves while its history is on the way,
 * so that what is compared is each state in which it was drawn, from before the question until a moment after the answer.
 */
async function readPage() {
  const market = location.pathname.split("/").at(-1);
  const chart = document.querySelector<HTMLElement>("[data-last-bar]");
  const [count, first] = (chart?.dataset["bars"] ?? "").split(" ").map(Number);
  const lastBar = () => JSON.parse(chart?.dataset["lastBar"] ?? "null") as Bar;
  // That a bar is over is told with the one after it: its numbers are what counts.
  const numbersOf = (bar: Bar) =>
    JSON.stringify({ ...bar, closed: null }, Object.keys(bar).toSorted());
  const last = lastBar();
  const drawn = new Set([numbersOf(last)]);
  const observer = new MutationObserver(() => {
    if (lastBar().start === last.start) drawn.add(numbersOf(lastBar()));
  });
  if (chart) observer.observe(chart, { attributeFilter: ["data-last-bar"] });
  const read = async (path: string) => (await fetch(`/api/perps-dex/${path}`)).json();
  const range = `start_at=${last.start}&end_at=${last.start + 60_000}`;
  const { results: bars } = (await read(`kline?market=${market}&resolution=1&${range}`)) as {
    results: Bar[];
  };
  const stored = bars.filter(({ start }) => start === last.start).map(numbersOf);
  const newest = Math.max(...bars.map(({ start }) => start));
  const isDrawn = () => stored.every((bar) => drawn.has(bar)) && lastBar().start >= newest;
  for (let waited = 0; !isDrawn() && waited < 1_000; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  observer.disconnect();
  const trades = (await read(`trades?market=${market}`)) as { results: Trade[] };
  const tape = trades.results.map(({ id }) => id).toSorted((one, other) => other - one);
  const rows = [...document.querySelectorAll<HTMLElement>("[data-trade-id]")];
  return {
    missing: (last.start - first!) / 1_000 + 1 - count!,
    behindMs: newest - lastBar().start,
    drawn: [...drawn],
    stored,
    shown: rows.map((row) => Number(row.dataset["tradeId"])),
    tape: tape.slice(0, 100),
  };
}

/** How long the page itself waited for the answer to its order, a place among the browser's connections included, ms. */
async function orderTime(page: Page): Promise<number> {
  await expect(buyButton(page)).toBeEnabled();
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith("/api/venue/orders"),
  );
  await placeRestingBuy(page);
  expect((await answered).status()).toBe(201);
  return page.evaluate(() => {
    const entries = performance.getEntriesByType("resource");
    const own = entries.filter(({ name }) => name.endsWith("/api/venue/orders"));
    return own.at(-1)?.duration ?? Number.NaN;
  });
}

test("eight tabs of two markets share one stream, orders leave at once, and the end of the one that holds it is survived", async ({
  context,
  endpoints,
  appProxy,
  origin,
  newWallet,
}) => {
  test.setTimeout(120_000);
  await prepareTrader(context, endpoints, { persona: newWallet });
  const pages: Page[] = [];
  for (let tab = 0; tab < 8; tab += 1) {
    const market = tab % 2 === 0 ? "BTCUSDC" : "ETHUSDC";
    const page = await context.newPage();
    await installConnectedWallet(page, newWallet);
    await page.goto(`${origin}/trade/${market}`);
    pages.push(page);
  }
  // All eight are drawn at once here, by two processors: a person looks at one of them.
  await Promise.all(pages.map((page) => expectLive(page, 40_000)));
  await expect.poll(() => openAt(endpoints.app)).toBe(1);
  // The first market and then both, or both at once.
  expect(appProxy.asked.length).toBeLessThanOrEqual(2);
  expect(appProxy.asked.at(-1)).toMatch(/market=(BTCUSDC,ETHUSDC|ETHUSDC,BTCUSDC)&/);
  await expectAllWhole(pages);
  // Three streams a tab would leave an order no connection to go by.
  expect(await orderTime(pages[4]!)).toBeLessThan(1_500);

  const leader = await leaderOf(pages);
  const others = pages.filter((page) => page !== leader);
  await leader.close();
  const closedAt = Date.now();
  await expect
    .poll(async () => (await Promise.all(others.map(leads))).filter(Boolean).length)
    .toBe(1);
  expect(Date.now() - closedAt).toBeLessThan(3_000);
  await Promise.all(others.map((page) => expectLive(page, 3_000)));
  expect(appProxy.open).toBe(1);
  await expectAllWhole(others);
});

test("a tab that hangs loses the stream to another one within 3 s, and follows when it goes on", async ({
  context,
  appProxy,
  origin,
}) => {
  const pages = [
    await openMarket(context, `${origin}/trade/BTCUSDC`),
    await openMarket(context, `${origin}/trade/BTCUSDC`),
  ];
  await Promise.all(pages.map((page) => expectLive(page)));
  const leader = await leaderOf(pages);
  const [other] = pages.filter((page) => page !== leader);
  await leader.evaluate(() => {
    setTimeout(() => {
      for (const end = Date.now() + 7_000; Date.now() < end; );
    }, 50);
  });
  await expect.poll(() => leads(other!), { timeout: 3_500, intervals: [100] }).toBe(true);
  await expectLive(other!, 2_000);
  await expectLive(leader, 15_000);
  await expect.poll(() => appProxy.open).toBe(1);
  await expectAllWhole(pages);
});

test("a tab that is put away, frozen or into the cache of pages, hands the stream on and is live when it is back", async ({
  context,
  appProxy,
  origin,
}) => {
  const pages = [
    await openMarket(context, `${origin}/trade/BTCUSDC`),
    await openMarket(context, `${origin}/trade/ETHUSDC`),
  ];
  await Promise.all(pages.map((page) => expectLive(page)));
  const leader = await leaderOf(pages);
  const [other] = pages.filter((page) => page !== leader);
  await leader.evaluate(() => document.dispatchEvent(new Event("freeze")));
  await expect.poll(() => leads(other!), { timeout: 3_000, intervals: [100] }).toBe(true);
  await expectLive(other!, 2_000);
  expect(await leads(leader)).toBe(false);
  await leader.evaluate(() => document.dispatchEvent(new Event("resume")));
  await expectLive(leader, 5_000);
  await expect.poll(() => appProxy.open).toBe(1);
  await expectAllWhole(pages);
});

test("a computer that sleeps: when it wakes the page is live within 5 s, without a hole in chart or tape", async ({
  context,
  appProxy,
  origin,
}) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  await expectWhole(page);
  const session = await context.newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  // What sleeps long enough loses its connection as well.
  appProxy.cut();
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await expectLive(page, 5_000);
  await expectWhole(page);
  expect(appProxy.open).toBe(1);
});

test("offline is said, and back online the page is live within 5 s without a hole", async ({
  context,
  appProxy,
  origin,
}) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  await expectWhole(page);
  const chart = page.getByRole("region", { name: "Chart", exact: true });
  const before = await chart.boundingBox();
  await context.setOffline(true);
  // The browser's switch keeps new requests from leaving; what is open must be ended besides.
  appProxy.cut();
  await expect(page.getByRole("button", { name: /Data: (Reconnecting|Stale)/ })).toBeVisible();
  await expect(page.getByText(/This computer is offline/)).toBeVisible();
  // The notice covers nothing and moves nothing.
  expect(await chart.boundingBox()).toEqual(before);
  await page.waitForTimeout(6_000);
  await context.setOffline(false);
  await expectLive(page, 5_000);
  await expect(page.getByText(/This computer is offline/)).toBeHidden();
  await expectWhole(page);
});

test("a stream that is cut, and refused for a while as in a deploy, comes back by itself without a hole", async ({
  context,
  appProxy,
  origin,
}) => {
  const pages = [
    await openMarket(context, `${origin}/trade/BTCUSDC`),
    await openMarket(context, `${origin}/trade/ETHUSDC`),
  ];
  await Promise.all(pages.map((page) => expectLive(page)));
  appProxy.refusing = true;
  appProxy.cut();
  await expect(pages[1]!.getByRole("button", { name: "Data: Reconnecting" })).toBeVisible();
  await pages[0]!.waitForTimeout(5_000);
  const asked = appProxy.asked.length;
  appProxy.refusing = false;
  await Promise.all(pages.map((page) => expectLive(page)));
  expect(appProxy.asked.length - asked).toBeLessThan(4);
  expect(appProxy.open).toBe(1);
  await expectAllWhole(pages);
});

test("a silent stream is told by the age of the book and of the mark, and replaced when the page is looked at", async ({
  context,
  appProxy,
  origin,
}) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  appProxy.silence();
  await expect(page.getByRole("button", { name: "Data: Stale" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Order book \d+ s old/ })).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expectLive(page, 5_000);
  await expect(page.getByRole("heading", { name: "Order book", exact: true })).toBeVisible();
  await expectWhole(page);
});

test("quick changes of the interval cost few streams, and end with the bars that were chosen", async ({
  context,
  appProxy,
  origin,
}) => {
  const page = await openMarket(context, `${origin}/trade/BTCUSDC`);
  await expectLive(page);
  const asked = appProxy.asked.length;
  for (const name of ["1m", "5m", "15m", "1h", "4h", "1d", "1m", "5m", "15m", "1h", "1s"]) {
    await page.getByRole("radio", { name, exact: true }).click();
  }
  await expectWhole(page);
  expect(appProxy.asked.length - asked).toBeLessThanOrEqual(6);
  expect(appProxy.open).toBe(1);
});
