/**
 * Time from a fill at the venue to the row of its position, for an order of another client of the account. First with one
 * tab, then with four more in the background, as a browser holds them: hidden, and without frames.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { percentile } from "#scripts/bench/shared/report.ts";
import type { Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { Bench } from "./bench.ts";
import { launch, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";
import { newPersona } from "./orders.ts";

const MARKET_PATH = "/trade/BTCUSDC";

/** The tabs have loaded what they load by then. */
const LOADED_MS = 8_000;

declare global {
  interface Window {
    /** When each text of a row of the lists was first there, Unix ms. */
    rowTexts: Map<string, number>;
  }
}

export const fills: Bench = async ({ stack: { endpoints }, isSmoke }) => {
  const rounds = isSmoke ? 3 : 60;
  const persona = newPersona();
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, baseURL: endpoints.app });
    await prepareTrader(context, endpoints, { persona });
    const page = await openTab(context, persona, false);
    await page.getByRole("tab", { name: /^Positions/ }).click();
    const bot = botOf(endpoints, persona.seed);
    await bot.account();
    let lots = 0;
    const fillOne = async () => {
      lots += 1;
      const { last_updated_at: filledAt } = await bot.place({
        market: "BTCUSDC",
        side: "BUY",
        order_type: "MARKET",
        size: "0.001",
        price: null,
        time_in_force: "IOC",
      });
      return (await rowAt(page, String(lots / 1_000))) - filledAt;
    };
    for (const tabs of [1, 5]) {
      for (let more = 1; more < tabs; more += 1) await openTab(context, persona, true);
      await page.waitForTimeout(LOADED_MS);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await fillOne());
      result(`fill → row on the screen, tabs open: ${tabs}, p50`, percentile(times, 0.5), "ms");
      result("  p95", percentile(times, 0.95), "ms", { most: 150 });
    }
  } finally {
    await browser.close();
  }
};

async function openTab(
  context: BrowserContext,
  persona: Persona,
  isHidden: boolean,
): Promise<Page> {
  const page = await context.newPage();
  await installConnectedWallet(page, persona);
  await page.addInitScript(observe);
  if (isHidden) await page.addInitScript(hide);
  // The first tab has the stream for all.
  const streamed = isHidden
    ? undefined
    : page.waitForResponse((answer) => answer.url().includes("account="));
  await page.goto(MARKET_PATH);
  await streamed;
  await page.getByTestId("mark-price").waitFor();
  return page;
}

/** When a row with this size was first there. @throws Error when it does not come */
async function rowAt(page: Page, size: string): Promise<number> {
  const found = await page.waitForFunction((wanted) => {
    const whole = new RegExp(`(?<![\\d.])${wanted}(?!\\d)`);
    for (const [text, at] of window.rowTexts) if (whole.test(text)) return at;
    return undefined;
  }, size);
  const at = await found.jsonValue();
  if (at === undefined) throw new Error(`no row with ${size}`);
  return at;
}

/** Runs in the page. */
function observe(): void {
  window.rowTexts = new Map();
  const check = () => {
    for (const row of document.querySelectorAll("[role=tabpanel] tr")) {
      const text = row.textContent ?? "";
      if (!window.rowTexts.has(text)) window.rowTexts.set(text, Date.now());
    }
  };
  new MutationObserver(check).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** Runs in the page. */
function hide(): void {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  Object.defineProperty(document, "hidden", { get: () => true });
  window.requestAnimationFrame = () => 0;
}
