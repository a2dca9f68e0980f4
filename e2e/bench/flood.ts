/**
 * A busy market: 200 events a second for a minute, added to those that the app sends. Our page runs as it is and with a chart
 * full of drawings, beside a peer that sets React state with every message, and an empty page.
 */
import type { Browser, Page } from "@playwright/test";
import { AppProxy } from "#e2e/support/proxy.ts";
import { print } from "#scripts/bench/shared/report.ts";
import type { Bench } from "./bench.ts";
import { launch, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";
import { startNaivePage } from "./naive-server.ts";
import { type Watched, watch } from "./watch.ts";
import { DRAWINGS, STUDIES, storeWork } from "./worked-chart.ts";

const RATE = 200;
const WARM_UP_MS = 5_000;

export const flood: Bench = async ({ stack, root, isSmoke }) => {
  const seconds = isSmoke ? 5 : 60;
  const proxy = new AppProxy(stack.endpoints.app);
  proxy.addedRate = RATE;
  const origin = await proxy.start();
  const naive = await startNaivePage(root, origin);
  const browser = await launch();
  try {
    const empty = await visit(browser, "about:blank", seconds);
    result("frames a second of an empty page", empty.framesPerSecond, "fps");
    const before = proxy.added;
    const ours = await visit(browser, `${origin}/trade/BTCUSDC`, seconds);
    const received = (proxy.added - before) / (seconds + WARM_UP_MS / 1_000);
    result("events a second that were added", received, "/s", { least: RATE * 0.9 });
    say("/trade", ours, true);
    const worked = await visit(browser, `${origin}/trade/BTCUSDC`, seconds, (page) =>
      storeWork(page, origin, "BTCUSDC"),
    );
    say(`/trade with ${DRAWINGS} drawings and ${STUDIES.length} indicators`, worked, true);
    const peer = await visit(browser, naive.url, seconds);
    say("React state for each message, the same stream", peer, false);
    result("main thread: peer ÷ ours", peer.busy / ours.busy, "×");
  } finally {
    await browser.close();
    await naive.stop();
    await proxy.stop();
  }
};

function say(name: string, watched: Watched, isOurs: boolean): void {
  print(name);
  const { framesPerSecond, worstFrame, longTasks, busy } = watched;
  result("  frames a second", framesPerSecond, "fps", isOurs ? { least: 55 } : undefined);
  result("  longest time without a frame", worstFrame, "ms");
  result("  tasks over 50 ms", longTasks.length, "", isOurs ? { most: 0 } : undefined);
  if (longTasks.length > 0) result("  the longest of them", Math.max(...longTasks), "ms");
  result("  main thread busy", busy * 100, "%", isOurs ? { most: 40 } : undefined);
}

async function visit(
  browser: Browser,
  url: string,
  seconds: number,
  prepare?: (page: Page) => Promise<void>,
): Promise<Watched> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await prepare?.(page);
    await page.goto(url);
    if (url !== "about:blank") await page.locator("canvas").first().waitFor();
    await page.waitForTimeout(WARM_UP_MS);
    return await watch(page, seconds);
  } finally {
    await page.close();
  }
}
