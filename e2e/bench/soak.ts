/**
 * Half an hour in front of an accelerated feed: the page's memory after a collection of garbage, once a minute. The
 * first two minutes fill its tape, bars and caches; growth counts from there.
 */

import { AppProxy } from "#e2e/support/proxy.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { print } from "#scripts/bench/shared/report.ts";
import type { Bench } from "./bench.ts";
import { type Holdings, holdings, launch, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";

const RATE = 100;
const WARM_UP_MINUTES = 2;

export const soak: Bench = async ({ stack, isSmoke, minutes }) => {
  const proxy = new AppProxy(stack.endpoints.app);
  proxy.addedRate = RATE;
  const origin = await proxy.start();
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(`${origin}/trade/BTCUSDC?interval=1s`);
    await page.locator("canvas").first().waitFor();
    const warmUp = isSmoke ? 10_000 : WARM_UP_MINUTES * MINUTE_MS;
    await page.waitForTimeout(warmUp);
    const first = await holdings(page);
    printStep(0, first);
    const steps = isSmoke ? 2 : minutes;
    const later: Holdings[] = [];
    for (let step = 1; step <= steps; step += 1) {
      await page.waitForTimeout(isSmoke ? 5_000 : MINUTE_MS);
      const held = await holdings(page);
      printStep(step, held);
      later.push(held);
    }
    // A leak is present in each of the last minutes; memory of a request under way is not.
    const end = (name: keyof Holdings) => Math.min(...later.slice(-3).map((held) => held[name]));
    result("events that were added", proxy.added, "");
    result("heap growth", end("heapMegabytes") - first.heapMegabytes, "MB", { most: 5 });
    result("listeners, more", end("listeners") - first.listeners, "", { most: 0 });
    result("DOM nodes, share more", (end("nodes") / first.nodes - 1) * 100, "%", { most: 1 });
  } finally {
    await browser.close();
    await proxy.stop();
  }
};

function printStep(minute: number, { heapMegabytes, listeners, nodes }: Holdings): void {
  const heap = `${heapMegabytes.toFixed(1)} MB`.padStart(10);
  print(
    `${String(minute).padStart(4)} min${heap}${String(listeners).padStart(8)} listeners${String(nodes).padStart(8)} nodes`,
  );
}
