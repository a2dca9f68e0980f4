/** A chart as somebody has it who works with it: drawings and indicators, as the browser stores them. */
import type { Page } from "@playwright/test";
import {
  ANCHORS,
  DRAWING_KINDS,
  type Drawing,
} from "#components/trading/chart/drawings/drawing.ts";
import { storedName } from "#components/trading/chart/drawings/stored-drawings.ts";
import type { StudyKind } from "#components/trading/chart/indicators/study-table.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

export const DRAWINGS = 20;
export const STUDIES: readonly StudyKind[] = [
  "ema",
  "bollinger",
  "ichimoku",
  "supertrend",
  "macd",
  "stochastic",
];

/** Stores them for the page's next visit. They lie over the newest bars, so that all are drawn. */
export async function storeWork(page: Page, origin: string, market: string): Promise<void> {
  const query = new URLSearchParams({ market, resolution: "60" });
  const answer = await page.request.get(`${origin}/api/perps-dex/kline?${query}`);
  const bars = ((await answer.json()) as { results: Bar[] }).results.slice(-100);
  const stored = {
    [storedName(market)]: Array.from({ length: DRAWINGS }, (_, index) => drawingOver(bars, index)),
    chart: { studies: STUDIES.map((kind) => ({ kind })) },
  };
  await page.addInitScript((values) => {
    for (const [name, value] of Object.entries(values))
      localStorage.setItem(`svc.preference.${name}`, JSON.stringify(value));
  }, stored);
}

function drawingOver(bars: readonly Bar[], index: number): Drawing {
  const kind = DRAWING_KINDS[index % DRAWING_KINDS.length] ?? "trend";
  const anchors = Array.from({ length: ANCHORS[kind] }, (_, point) => {
    const bar = bars[(index * 4 + point * 17) % bars.length];
    return { time: bar?.start ?? 0, price: Number(point % 2 === 0 ? bar?.low : bar?.high) };
  });
  return { id: `bench-${index}`, kind, anchors, colour: "blue", text: "a level" };
}
