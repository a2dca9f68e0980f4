/** The activity of an idle page: frames, long tasks, and how busy its main thread is. */
import type { Page } from "@playwright/test";
import { busySeconds } from "./browser.ts";

declare global {
  interface Window {
    watched: { frames: number; worstFrame: number; longTasks: number[] };
  }
}

export type Watched = {
  framesPerSecond: number;
  /** Longest time between two frames, in ms. */
  worstFrame: number;
  /** Durations of the tasks over 50 ms. */
  longTasks: number[];
  /** Share of the time that the main thread was busy, 0 to 1. */
  busy: number;
};

export async function watch(page: Page, seconds: number): Promise<Watched> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.evaluate(startWatching);
  const busyBefore = await busySeconds(session);
  const started = performance.now();
  await page.waitForTimeout(seconds * 1_000);
  const { frames, worstFrame, longTasks } = await page.evaluate(() => window.watched);
  const elapsed = (performance.now() - started) / 1_000;
  const busy = ((await busySeconds(session)) - busyBefore) / elapsed;
  await session.detach();
  return { framesPerSecond: frames / elapsed, worstFrame, longTasks, busy };
}

/** Runs in the page. */
function startWatching(): void {
  const watched = { frames: 0, worstFrame: 0, longTasks: [] as number[] };
  window.watched = watched;
  let last = performance.now();
  const frame = (now: number) => {
    watched.frames += 1;
    watched.worstFrame = Math.max(watched.worstFrame, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: "longtask" });
}
