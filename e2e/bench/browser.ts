/** The browser under measurement, and its own figures. */
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { BROWSER_ARGUMENTS, findChromium } from "#scripts/dev/test/chromium.ts";

export const VIEWPORT = { width: 1440, height: 900 };

/** @throws Error without a browser */
export async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error("There is no Chromium; CHROMIUM_PATH names one.");
  }
  const args = [...BROWSER_ARGUMENTS, "--js-flags=--expose-gc"];
  return chromium.launch({ executablePath, args });
}

/** Slows the page's processor down by the factor that the goals assume for a laptop. */
export async function throttle(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return session;
}

/** The memory of a page after a collection of garbage. */
export type Holdings = { heapMegabytes: number; listeners: number; nodes: number };

export async function holdings(page: Page): Promise<Holdings> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("Performance.enable");
    // The first collection frees objects of the browser, and the second frees the page objects that these held.
    for (let round = 0; round < 2; round += 1) await session.send("HeapProfiler.collectGarbage");
    const of = await metrics(session);
    return {
      heapMegabytes: of("JSHeapUsedSize") / 1e6,
      listeners: of("JSEventListeners"),
      nodes: of("Nodes"),
    };
  } finally {
    await session.detach();
  }
}

/** Seconds that the page's main thread has been busy so far. */
export async function busySeconds(session: CDPSession): Promise<number> {
  return (await metrics(session))("TaskDuration");
}

async function metrics(session: CDPSession): Promise<(name: string) => number> {
  const answer = await session.send("Performance.getMetrics");
  const values = new Map(answer.metrics.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? Number.NaN;
}
