/** The account on the one stream: what happens elsewhere shows at once, and a page that is only looked at reads next to nothing. */
import type { Page } from "@playwright/test";
import { cancelButtons, expect, openMarket, openTab, test } from "#e2e/support/orders.ts";
import type { botOf } from "#e2e/support/trader.ts";
import { markOf, refuseAccountStream } from "#e2e/support/trading-page.ts";

const LISTS = /^\/api\/venue\/(?:accounts|positions|orders)$/;

declare global {
  interface Window {
    /** Events of all streams so far. */
    heard: number;
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const Native = window.EventSource;
    window.heard = 0;
    window.EventSource = class extends Native {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener("mark", () => {
          window.heard += 1;
        });
      }
    };
  });
});

/** The paths of every request but those of files and streams. */
function watchReads(page: Page): string[] {
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.endsWith("/stream")) reads.push(pathname);
  });
  return reads;
}

/** Places an order far below the market, by another client of the account. */
async function placeElsewhere(page: Page, bot: ReturnType<typeof botOf>, share: number) {
  return bot.place({
    market: "BTCUSDC",
    side: "BUY",
    order_type: "LIMIT",
    size: "0.01",
    price: ((await markOf(page)) * share).toFixed(1),
    time_in_force: "GTC",
  });
}

/** Lets the page's clock run, as far as events of the stream keep up. */
async function idle(page: Page, seconds: number): Promise<void> {
  const heard = () => page.evaluate(() => window.heard);
  for (let passed = 0; passed < seconds; passed += 5) {
    const before = await heard();
    await page.clock.runFor(5_000);
    await expect.poll(heard).toBeGreaterThan(before);
  }
}

test("orders of another client appear and go without a read, and an idle page reads less than once in ten seconds", async ({
  page,
  bot,
}) => {
  await page.clock.install();
  const streamed = page.waitForResponse((answer) => answer.url().includes("account="));
  await openMarket(page);
  expect((await streamed).status()).toBe(200);
  await openTab(page, /^Open orders/);
  // A minute of looking on. The first reads of the page, and the polls until the stream has begun, are over by then.
  await idle(page, 15);
  const reads = watchReads(page);
  await idle(page, 60);
  const idleReads = [...reads];
  expect(idleReads.length, idleReads.join("\n")).toBeLessThanOrEqual(6);

  reads.length = 0;
  const first = await placeElsewhere(page, bot, 0.95);
  await expect(cancelButtons(page)).toHaveCount(1);
  await placeElsewhere(page, bot, 0.94);
  await expect(cancelButtons(page)).toHaveCount(2);
  await bot.cancel(first);
  await expect(cancelButtons(page)).toHaveCount(1);
  expect(reads.filter((path) => LISTS.test(path))).toEqual([]);
});

test("where the server refuses the account on the stream, the market goes on and the account is polled", async ({
  page,
  bot,
}) => {
  await refuseAccountStream(page);
  await openMarket(page);
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  await openTab(page, /^Open orders/);
  await placeElsewhere(page, bot, 0.95);
  await expect(cancelButtons(page)).toHaveCount(1);
});
