/** The scripts and fonts that a page makes a browser load on a first visit, including those after the first paint. */
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, findHeadless } from "#scripts/dev/test/chromium.ts";

/** A page counts as loaded when it has requested no script for so long. */
const SETTLE_MS = 4_000;
/** A visit mostly waits for requests to stop, so this many can run side by side without slowing each other down. */
const VISITS_AT_ONCE = 6;
/** The visits share a machine that may be slow. */
const LOAD_TIMEOUT_MS = 90_000;

export type PageScripts = {
  /** Scripts of the page itself. */
  status: number;
  count: number;
  /** Gzipped at level 9. */
  bytes: number;
  /** Bytes of all fonts. They are compressed already. */
  fontBytes: number;
};

type Cookie = { name: string; value: string; url: string };

/** An address and its visitor: signed out unless there are cookies of a session. */
export type Visit = {
  url: string;
  cookies?: readonly Cookie[];
  /** A selector that matches only after the last script has run: a slow machine must not make a page look small. */
  complete?: string | undefined;
};

/**
 * Visits each with an empty cache of its own, some side by side. In the order of the visits.
 * @throws Error without a browser, or when a script is refused.
 */
export async function measureScripts(visits: readonly Visit[]): Promise<PageScripts[]> {
  const executablePath = findHeadless();
  if (executablePath === undefined)
    throw new Error("There is no Chromium; CHROMIUM_PATH names one.");
  const args = BROWSER_ARGUMENTS;
  const browser = await chromium.launch({ executablePath, args });
  try {
    const measured: PageScripts[] = [];
    const waiting = visits.entries();
    const visitNext = async (): Promise<void> => {
      for (const [index, visit] of waiting) measured[index] = await measureOne(browser, visit);
    };
    await Promise.all(Array.from({ length: VISITS_AT_ONCE }, visitNext));
    return measured;
  } finally {
    await browser.close();
  }
}

async function measureOne(
  browser: Browser,
  { url, cookies = [], complete }: Visit,
): Promise<PageScripts> {
  const context = await browser.newContext();
  await context.addCookies([...cookies]);
  const page = await context.newPage();
  let requests = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "script") requests += 1;
  });
  const bodies = new Map<string, Promise<Buffer>>();
  const fonts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const kind = response.request().resourceType();
    if (kind !== "script" && kind !== "font") return;
    if (!response.ok()) throw new Error(`${response.url()}: ${response.status()}`);
    const body = response.body();
    // A failed visit closes the browser before its bodies are read; report the failure of the visit.
    body.catch(() => undefined);
    (kind === "script" ? bodies : fonts).set(response.url(), body);
  });
  const answer = await page.goto(url, { waitUntil: "load", timeout: LOAD_TIMEOUT_MS });
  if (complete !== undefined) await page.waitForSelector(complete, { timeout: LOAD_TIMEOUT_MS });
  for (let seen = -1; seen !== requests; ) {
    seen = requests;
    await page.waitForTimeout(SETTLE_MS);
    // A page that is still busy, because the machine is slow, may still request a script.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
  const scripts = await Promise.all(bodies.values());
  const bytes = scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  const fontBytes = (await Promise.all(fonts.values())).reduce((sum, body) => sum + body.length, 0);
  await context.close();
  return { status: answer?.status() ?? 0, count: scripts.length, bytes, fontBytes };
}
