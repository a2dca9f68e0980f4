/**
 * Time from the click to the row, and to the venue's answer, with a trading key and without a review: the wait of
 * an active trader. Beside it the same write without a page, through the app and at the venue.
 */
import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { fund } from "#e2e/support/test.ts";
import { botOf, installConnectedWallet, prepareTrader } from "#e2e/support/trader.ts";
import { skipReviewUnder, turnOnTradingKey } from "#e2e/support/trading-key.ts";
import { ticket } from "#e2e/support/trading-page.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { percentile } from "#scripts/bench/shared/report.ts";
import type { AppVisitor, Persona } from "#scripts/dev/clients/wallet-session.ts";
import type { Endpoints } from "#scripts/dev/data-dir.ts";
import type { Bench } from "./bench.ts";
import { launch, VIEWPORT } from "./browser.ts";
import { result } from "./goals.ts";

const FRAME_MS = 1_000 / 60;

type Sample = { row: number; answer: number };

declare global {
  interface Window {
    clickedAt: number;
    rowAt: number;
  }
}

export const orders: Bench = async ({ stack, isSmoke }) => {
  const rounds = isSmoke ? 3 : 60;
  const { endpoints } = stack;
  const persona = newPersona();
  const browser = await launch();
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, baseURL: endpoints.app });
    const visitor = await prepareTrader(context, endpoints, { persona });
    const page = await openTradingPage(context, persona);
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) samples.push(await placeOne(page, round));
    const rows = samples.map(({ row }) => row);
    const answers = samples.map(({ answer }) => answer);
    result("click → row on the screen, p50", percentile(rows, 0.5), "ms");
    result("click → row on the screen, p95", percentile(rows, 0.95), "ms", { most: 2 * FRAME_MS });
    result("click → acknowledged, p50", percentile(answers, 0.5), "ms");
    result("click → acknowledged, p95", percentile(answers, 0.95), "ms", { most: 50 });
    await page.close();
    const bare = [
      { where: "through the app", times: await throughApp(visitor, persona, rounds) },
      { where: "at the venue", times: await atVenue(endpoints, rounds) },
    ];
    for (const { where, times } of bare) {
      result(`the same write ${where}, without a page, p50`, percentile(times, 0.5), "ms");
      result("  p95", percentile(times, 0.95), "ms");
    }
  } finally {
    await browser.close();
  }
};

export function newPersona(): Persona {
  const seed = randomBytes(32);
  return { seed: seed.toString("hex"), address: new Wallet(seed).address };
}

async function openTradingPage(context: BrowserContext, persona: Persona): Promise<Page> {
  const page = await context.newPage();
  await installConnectedWallet(page, persona);
  await skipReviewUnder(page, "1000000");
  await page.addInitScript(observe);
  await page.goto("/trade/BTCUSDC");
  await submitButton(page).waitFor();
  await turnOnTradingKey(page);
  await page.getByRole("tab", { name: /^Open orders/ }).click();
  return page;
}

/** Its label has the size and the price as soon as they are typed. */
const submitButton = (page: Page) => ticket(page).getByRole("button", { name: /^Buy .*BTC/ });

async function placeOne(page: Page, round: number): Promise<Sample> {
  const mark = Number(await page.getByTestId("mark-price").getAttribute("data-mark"));
  const price = (mark * (0.97 + round * 0.0001)).toFixed(1);
  await ticket(page).getByLabel("Price", { exact: true }).fill(price);
  await ticket(page).getByLabel("Size", { exact: true }).fill("0.001");
  const submit = submitButton(page);
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith("/api/venue/orders"),
  );
  // The browser keeps 250 entries; without this, a late round would read an entry of an early one.
  await page.evaluate(() => performance.clearResourceTimings());
  await submit.click();
  await (await answered).finished();
  await page.waitForTimeout(150);
  return page.evaluate(() => {
    const sent = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const own = sent.filter(({ name }) => name.endsWith("/api/venue/orders")).at(-1);
    return {
      row: window.rowAt - window.clickedAt,
      answer: (own?.responseEnd ?? Number.NaN) - window.clickedAt,
    };
  });
}

/** Runs in the page: returns when the submit button was pressed, and the frame that first showed a row of the write. */
function observe(): void {
  window.clickedAt = Number.NaN;
  window.rowAt = Number.NaN;
  window.addEventListener(
    "click",
    ({ target, timeStamp }) => {
      if (!(target as Element | null)?.closest("button[type=submit]")) return;
      window.clickedAt = timeStamp;
      window.rowAt = Number.NaN;
    },
    { capture: true },
  );
  const check = () => {
    if (!Number.isNaN(window.rowAt) || Number.isNaN(window.clickedAt)) return;
    if (!document.querySelector("tr[data-write]")) return;
    window.rowAt = performance.now();
  };
  new MutationObserver(check).observe(document, { subtree: true, childList: true });
}

function orderOf(round: number): PlaceOrderBody {
  return {
    market: "BTCUSDC",
    side: "BUY",
    size: "0.001",
    price: (50_000 + round).toFixed(1),
    order_type: "LIMIT",
    time_in_force: "GTC",
  } as PlaceOrderBody;
}

async function timed(rounds: number, write: (round: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await write(round);
    times.push(performance.now() - started);
  }
  return times;
}

function throughApp(visitor: AppVisitor, { seed }: Persona, rounds: number): Promise<number[]> {
  const wallet = Wallet.ofHex(seed);
  return timed(rounds, async (round) => {
    const write = wallet.place(orderOf(round), wallet.timestamp(Date.now()));
    const answer = await visitor.write(write);
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(text);
  });
}

async function atVenue(endpoints: Endpoints, rounds: number): Promise<number[]> {
  const persona = newPersona();
  await fund(endpoints, persona.address);
  const bot = botOf(endpoints, persona.seed);
  await bot.account();
  return timed(rounds, async (round) => void (await bot.place(orderOf(round))));
}
