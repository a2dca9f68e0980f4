/** What a page makes a browser load: every script of a first visit, those that follow the first paint included. */
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { findChromium } from "#scripts/test/chromium.ts";

/** So long a page may go on loading after its load event. */
const SETTLE_MS = 4_000;

export type PageScripts = { count: number /** Gzipped at level 9. */; bytes: number };

/** Visits `url` with an empty cache. @throws Error without a browser, or when a script is refused. */
export async function measureScripts(url: string): Promise<PageScripts> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("There is no Chromium; CHROMIUM_PATH names one.");
  const args = ["--no-sandbox", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    const bodies = new Map<string, Promise<Buffer>>();
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      if (!response.ok()) throw new Error(`${response.url()}: ${response.status()}`);
      bodies.set(response.url(), response.body());
    });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    const scripts = await Promise.all(bodies.values());
    const bytes = scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    return { count: scripts.length, bytes };
  } finally {
    await browser.close();
  }
}
