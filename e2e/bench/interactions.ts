/** Time from an input to the next paint (event timing): typing a size, changing tab, interval and market. */
import type { Page } from "@playwright/test";
import { percentile } from "#scripts/bench/shared/report.ts";
import type { Bench } from "./bench.ts";
import { launch, throttle, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";

const GOAL = { most: 100 };

declare global {
  interface Window {
    /** Duration of each interaction since the list was cleared, in ms; the browser does not report those below 16. */
    interactions: Map<number, number>;
  }
}

type Act = { name: string; act: (page: Page, round: number) => Promise<void> };

const ticket = (page: Page) => page.getByRole("form", { name: "Order ticket" });
const MARKETS = ["ETHUSDC", "BTCUSDC"];
const INTERVALS = ["5m", "15m", "1h", "1m"];

const ACTS: readonly Act[] = [
  {
    name: "typing a size",
    act: async (page, round) => {
      const size = ticket(page).getByLabel("Size", { exact: true });
      await size.click();
      await size.press("ControlOrMeta+a");
      await size.pressSequentially(`0.0${round + 1}23`, { delay: 60 });
    },
  },
  {
    name: "changing the tab of the tables",
    act: async (page, round) => {
      const tabs = page.getByRole("tab");
      await tabs.nth(round % (await tabs.count())).click();
    },
  },
  {
    name: "changing the interval of the chart",
    act: async (page, round) => {
      const name = INTERVALS[round % INTERVALS.length] ?? "1m";
      await page.getByRole("radio", { name, exact: true }).click();
    },
  },
  {
    name: "changing the market",
    act: async (page, round) => {
      const symbol = MARKETS[round % MARKETS.length] ?? "BTCUSDC";
      await page.getByRole("button", { name: /^Market / }).click();
      const list = page.getByRole("grid", { name: "Markets" });
      await list.getByRole("link", { name: symbol }).click();
      await page.waitForURL(new RegExp(symbol));
      await page.locator("[data-last-bar]").waitFor();
    },
  },
];

export const interactions: Bench = async ({ stack, isSmoke }) => {
  const rounds = isSmoke ? 2 : 12;
  const browser = await launch();
  try {
    for (const slowdown of isSmoke ? [1] : [1, 4]) {
      const page = await browser.newPage({ viewport: VIEWPORT });
      await page.addInitScript(observe);
      await page.goto(`${stack.endpoints.app}/trade/BTCUSDC`);
      await page.locator("[data-last-bar]").waitFor();
      await throttle(page, slowdown);
      for (const { name, act } of ACTS) {
        const durations = await measure(page, act, rounds);
        const at = `${name}, ${slowdown} × slower (${durations.length} inputs)`;
        result(`${at}, p50`, percentile(durations, 0.5), "ms");
        result(`${at}, p98`, percentile(durations, 0.98), "ms", GOAL);
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
};

async function measure(page: Page, act: Act["act"], rounds: number): Promise<number[]> {
  await act(page, 0);
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    window.interactions.clear();
  });
  for (let round = 1; round <= rounds; round += 1) {
    await act(page, round);
    await page.waitForTimeout(500);
  }
  return page.evaluate(() => [...window.interactions.values()]);
}

/** Runs in the page. Events of one interaction count as one, with the slowest duration. */
function observe(): void {
  type Entry = PerformanceEntry & { interactionId: number };
  const slowest = new Map<number, number>();
  window.interactions = slowest;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as Entry[]) {
      if (interactionId === 0) continue;
      slowest.set(interactionId, Math.max(slowest.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
