/**
 * The page of the demo partner, with a year of history: how fast it loads on a processor slowed down four times, next
 * to an almost empty page of the same build, and what it loads before its charts.
 */
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";
import type { Bench } from "./bench.ts";
import { launch, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";
import { medianVisit, PHONE, visit } from "./load.ts";

type Cookies = { name: string; value: string; url: string }[];

export const partner: Bench = async ({ stack, isSmoke }) => {
  const { app, personas } = stack.endpoints;
  const visitor = new AppVisitor(app);
  await visitor.signIn(personas.partner);
  const cookies = visitor.cookies().map(([name, value]) => ({ name, value, url: app }));
  const url = `${app}/partner`;
  const rounds = isSmoke ? 1 : 7;
  const browser = await launch();
  try {
    await visit(browser, { url, viewport: VIEWPORT, cookies });
    const nothing = { url: `${app}/no-such-page`, viewport: VIEWPORT };
    const empty = await medianVisit(browser, nothing, rounds);
    result("largest paint of the empty page, 4 × slower", empty.largestPaint, "ms");
    for (const [name, viewport] of [
      ["1440 × 900", VIEWPORT],
      ["390 × 844", PHONE],
    ] as const) {
      const ours = await medianVisit(browser, { url, viewport, cookies }, rounds);
      const goal = { most: 1_500 };
      result(`largest paint of /partner, ${name}, 4 × slower`, ours.largestPaint, "ms", goal);
      result("  in multiples of the empty page", ours.largestPaint / empty.largestPaint, "×");
      result(`layout shift of /partner, ${name}`, ours.shift, "", { most: 0.1 });
    }
    const { before, charts, below } = await scriptsOf(browser, { url, cookies });
    result("scripts of the first screen, gzipped", before / 1_000, "KB", { most: 180 });
    result("scripts of the charts, gzipped", charts / 1_000, "KB");
    result("scripts of what is below, gzipped", below / 1_000, "KB");
  } finally {
    await browser.close();
  }
};

/** Bytes, gzipped at level 9. Scripts of the charts contain the class names of the chart library. */
async function scriptsOf(
  browser: Browser,
  { url, cookies }: { url: string; cookies: Cookies },
): Promise<{ before: number; charts: number; below: number }> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") bodies.push(response.body());
  });
  await page.goto(url, { waitUntil: "load" });
  await page.locator(".recharts-surface").first().waitFor();
  await page.waitForLoadState("networkidle");
  const first = await Promise.all(bodies.splice(0));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.locator("[data-figure='settlements.totals.settled']").waitFor();
  const below = await Promise.all(bodies);
  await context.close();
  return {
    before: sizeOf(first.filter((body) => !isOfCharts(body))),
    charts: sizeOf(first.filter(isOfCharts)),
    below: sizeOf(below),
  };
}

function isOfCharts(body: Buffer): boolean {
  return body.includes("recharts-");
}

function sizeOf(bodies: readonly Buffer[]): number {
  return bodies.reduce((bytes, body) => bytes + gzipSync(body, { level: 9 }).length, 0);
}
