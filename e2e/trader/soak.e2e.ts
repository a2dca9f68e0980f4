/**
 * A feed that is accelerated many times: the page's memory must not grow. `npm run bench:soak` runs half an hour of it,
 * with the heap.
 */
import type { CDPSession, Page } from "@playwright/test";
import { AppProxy } from "#e2e/support/proxy.ts";
import { expect, test } from "#e2e/support/test.ts";

/** Per second. */
const RATE = 250;
/** Events that fill the hundred rows of the tape: growth up to there is expected. */
const WARM_UP = 1_000;
const STEP = 500;
const STEPS = 4;

type Holdings = { listeners: number; nodes: number };

async function holdings(session: CDPSession): Promise<Holdings> {
  for (let round = 0; round < 2; round += 1) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    listeners: of("JSEventListeners"),
    nodes: of("Nodes"),
  };
}

async function openFlooded(page: Page, origin: string): Promise<CDPSession> {
  await page.goto(`${origin}/trade/BTCUSDC?interval=1s`);
  await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return session;
}

type Hook = { queue?: { pending?: Update | null } | null; next?: Hook | null };
type Update = { next: Update };
type Fiber = { memoizedState?: unknown; child?: Fiber | null; sibling?: Fiber | null };

/**
 * Runs in the page: the longest queue of states that were set and not yet drawn. React keeps a set state, equal or not,
 * until it draws the component again, so a state that is set four times a second without a change adds up all day.
 */
function longestQueue(): number {
  const root = Object.entries(document).find(([name]) => name.startsWith("__reactContainer"));
  const fibers = [root?.[1] as Fiber];
  let longest = root === undefined ? Number.NaN : 0;
  for (let fiber = fibers.pop(); fiber; fiber = fibers.pop()) {
    if (fiber.sibling) fibers.push(fiber.sibling);
    if (fiber.child) fibers.push(fiber.child);
    const { memoizedState } = fiber;
    let hook = memoizedState as Hook | null | undefined;
    for (; hook && typeof hook === "object" && "queue" in hook; hook = hook.next) {
      const last = hook.queue?.pending;
      let length = last ? 1 : 0;
      for (let update = last?.next; update && update !== last; update = update.next) length += 1;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}

test("three thousand events leave no listener, no node and no state behind", {
  tag: "@deep",
}, async ({ page, endpoints }) => {
  const proxy = new AppProxy(endpoints.app);
  proxy.addedRate = RATE;
  const passed = (count: number) => expect.poll(() => proxy.added).toBeGreaterThanOrEqual(count);
  try {
    const session = await openFlooded(page, await proxy.start());
    await passed(WARM_UP);
    const first = await holdings(session);
    const later: Holdings[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      await passed(WARM_UP + step * STEP);
      later.push(await holdings(session));
    }
    // A leak grows with every event; temporary growth disappears in the minimum.
    const least = (name: keyof Holdings) => Math.min(...later.map((sample) => sample[name]));
    expect(least("listeners")).toBeLessThanOrEqual(first.listeners + 20);
    expect(least("nodes")).toBeLessThanOrEqual(first.nodes * 1.1 + 50);
    expect(await page.evaluate(longestQueue)).toBeLessThan(50);
    await expect(page.getByRole("button", { name: "Data: Live" })).toBeVisible();
  } finally {
    await proxy.stop();
  }
});
