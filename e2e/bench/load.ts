/**
 * How fast the page loads: the largest paint and the layout shift after it, with a new profile each time and a
 * processor slowed down four times; next to an almost empty page of the same build.
 */
import type { Browser } from "@playwright/test";
import { median } from "#scripts/bench/shared/report.ts";
import type { Bench } from "./bench.ts";
import { launch, throttle, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";

const SLOWDOWN = 4;
const SETTLE_MS = 5_000;
export const PHONE = { width: 390, height: 844 };

/** A page and its visitor. */
type VisitOptions = {
  url: string;
  viewport: { width: number; height: number };
  cookies?: readonly { name: string; value: string; url: string }[];
};

type Visit = { firstByte: number; firstPaint: number; largestPaint: number; shift: number };

declare global {
  interface Window {
    visit: { largestPaint: number; shift: number };
  }
}

export const load: Bench = async ({ stack, isSmoke }) => {
  const { app } = stack.endpoints;
  const rounds = isSmoke ? 1 : 7;
  const browser = await launch();
  try {
    // The first visit also makes the server compile its rendering code.
    await visit(browser, { url: `${app}/trade/BTCUSDC`, viewport: VIEWPORT });
    await serverRendered(`${app}/trade/BTCUSDC`);
    const nothing = { url: `${app}/no-such-page`, viewport: VIEWPORT };
    const empty = await medianVisit(browser, nothing, rounds);
    result("largest paint of the empty page, 4 × slower", empty.largestPaint, "ms");
    for (const [name, viewport] of [
      ["1440 × 900", VIEWPORT],
      ["390 × 844", PHONE],
    ] as const) {
      const ours = await medianVisit(browser, { url: `${app}/trade/BTCUSDC`, viewport }, rounds);
      result(`first byte of /trade, ${name}`, ours.firstByte, "ms");
      result(`first paint of /trade, ${name}, 4 × slower`, ours.firstPaint, "ms");
      const goal = { most: 1_500 };
      result(`largest paint of /trade, ${name}, 4 × slower`, ours.largestPaint, "ms", goal);
      result("  in multiples of the empty page", ours.largestPaint / empty.largestPaint, "×");
      result(`layout shift of /trade, ${name}`, ours.shift, "", { most: 0.02 });
    }
  } finally {
    await browser.close();
  }
};

/** The HTML document itself contains price, statistics and book. @throws Error when one is missing */
async function serverRendered(url: string): Promise<void> {
  const html = await (await fetch(url)).text();
  const parts = { price: /data-mark="\d/, book: /<span class="sr-only">Bid/ };
  for (const [name, pattern] of Object.entries(parts)) {
    if (!pattern.test(html)) throw new Error(`The server rendered no ${name}.`);
  }
}

export async function medianVisit(
  browser: Browser,
  options: VisitOptions,
  rounds: number,
): Promise<Visit> {
  const visits: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, options));
  const of = (name: keyof Visit) => median(visits.map((one) => one[name]));
  return {
    firstByte: of("firstByte"),
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    // The worst value counts, because people remember a shift even if it happens rarely.
    shift: Math.max(...visits.map(({ shift }) => shift)),
  };
}

export async function visit(
  browser: Browser,
  { url, viewport, cookies = [] }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({ viewport });
  try {
    await context.addCookies([...cookies]);
    const page = await context.newPage();
    await throttle(page, SLOWDOWN);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => {
      const [document] = performance.getEntriesByType(
        "navigation",
      ) as PerformanceNavigationTiming[];
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return {
        firstByte: document?.responseStart ?? Number.NaN,
        firstPaint: paint?.startTime ?? Number.NaN,
        ...window.visit,
      };
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function observe(): void {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  window.visit = { largestPaint: Number.NaN, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.visit.largestPaint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (!entry.hadRecentInput) window.visit.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
