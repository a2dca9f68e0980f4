/** The market as a visitor sees it: the mark, and a chart whose bars are the service's and can be read without sight. */
import type { Page } from "@playwright/test";
import {
  expect,
  MARKET_PATH,
  markOf,
  seriousProblems,
  test,
  ticket,
} from "#e2e/support/trading-page.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

const chart = (page: Page) => page.getByRole("application", { name: /BTCUSDC/ });
const spoken = (page: Page) => page.locator("[role=application] ~ output").first();

async function lastBar(page: Page): Promise<Bar> {
  const drawn = page.locator("[data-last-bar]");
  await drawn.waitFor();
  return JSON.parse((await drawn.getAttribute("data-last-bar"))!) as Bar;
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

/**
 * Waits until the page shows a mark of the stream, and not its last trade. A busy page may draw a mark later than the next
 * one arrives, so all that were streamed and shown meanwhile count.
 */
async function showsStreamedMark(page: Page): Promise<void> {
  await page.getByTestId("mark-price").evaluate(
    (shown: HTMLElement) =>
      new Promise<void>((resolve) => {
        const seen = { shown: new Set<string | undefined>(), streamed: new Set<string>() };
        const source = new EventSource("/api/perps-dex/stream?market=BTCUSDC&events=mark");
        const compare = () => {
          seen.shown.add(shown.dataset["mark"]);
          if (seen.shown.isDisjointFrom(seen.streamed)) return;
          source.close();
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(compare);
        observer.observe(shown, { attributeFilter: ["data-mark"] });
        source.addEventListener("mark", ({ data }: MessageEvent<string>) => {
          seen.streamed.add((JSON.parse(data) as { mark_price: string }).mark_price);
          compare();
        });
      }),
  );
}

test("the price is the mark, rendered by the server with the book; the last bar equals history and stream at each interval; prices fill the ticket, and bars can be read", async ({
  quietPage: page,
  request,
}) => {
  const html = await (await request.get(MARKET_PATH)).text();
  expect(html).toMatch(/data-mark="\d+(\.\d+)?"/);
  expect(html).toMatch(/<span class="sr-only">Bid/);

  await page.goto("/trade/btcusdc");
  await expect(page).toHaveURL(/\/trade\/BTCUSDC$/);
  await expect(page).toHaveTitle(/^\d[\d,.]* BTCUSDC · svc$/);

  await test.step("the mark moves, and is the newest of the stream", async () => {
    const first = await markOf(page);
    await expect.poll(() => markOf(page)).not.toBe(first);
    await expect(page.getByRole("contentinfo", { name: "Status" })).toContainText(
      "Simulated market",
    );
    await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
    await showsStreamedMark(page);
  });

  await test.step("the last bar at each interval", async () => {
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
  });

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

  await test.step("a reload keeps the interval", async () => {
    await page.reload();
    await expect(page.getByRole("radio", { name: "5m", exact: true })).toBeChecked();
    await expect.poll(async () => (await lastBar(page)).interval).toBe("5m");
  });
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
