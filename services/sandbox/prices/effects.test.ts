/** What the story does to the prices, in the process that makes them. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { SimulatedPrices } from "#services/sandbox/prices/simulated-prices.ts";
import type { StoryDay } from "#services/sandbox/story/story.ts";
import { storyOf } from "#services/sandbox/story/story-of.ts";
import { StoryEffects } from "./effects.ts";

const SEED = "1";
const NOW = Date.parse("2026-05-03T12:34:20Z");
const ALL = { startAt: 0, endAt: Number.MAX_SAFE_INTEGER, limit: 100_000 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "story-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(name: string, now: number, effects?: StoryEffects): SimulatedPrices {
  const prices = new SimulatedPrices({
    markets: SIMULATED_MARKETS,
    seed: SEED,
    folder: join(folder, name),
    effects,
    historyDays: 2,
  });
  prices.open(now);
  return prices;
}

const stories = new Map<number, StoryDay>();
function effectsOn(day: number): StoryDay["effects"] {
  const story = stories.get(day) ?? storyOf(SEED, day);
  stories.set(day, story);
  return story.effects;
}

/** The effects that ended in the time, as one factor. */
function factorOf(market: string, from: number, to: number): number {
  const days = [from, to].map((time) => Math.floor(time / DAY_MS));
  const between = Array.from(
    { length: (days[1] ?? 0) - (days[0] ?? 0) + 1 },
    (_, index) => (days[0] ?? 0) + index,
  );
  return between
    .flatMap(effectsOn)
    .filter((effect) => effect.market === market && effect.from > from && effect.to <= to)
    .reduce((factor, { size }) => factor * (1 + size), 1);
}

test("however a time is divided into steps, every effect is in the price once", () => {
  const day = Math.floor(NOW / DAY_MS);
  const effects = new StoryEffects(SEED);
  for (const { symbol } of SIMULATED_MARKETS) {
    for (const stepMs of [1000, 5000, 60_000, 7_000_000]) {
      let change = 1;
      for (let from = day * DAY_MS; from < (day + 1) * DAY_MS; from += stepMs) {
        const to = Math.min(from + stepMs, (day + 1) * DAY_MS - 1);
        change *= 1 + Number(effects.returnOf(symbol, from, to)) / 1e12;
      }
      expect(change).toBeCloseTo(factorOf(symbol, day * DAY_MS, (day + 1) * DAY_MS), 6);
    }
  }
});

test("the course is that of the model times the effects, in the past that is made and while it runs", () => {
  const plain = open("plain", NOW);
  const moved = open("told", NOW, new StoryEffects(SEED));
  for (const prices of [plain, moved]) {
    for (let minute = 1; minute <= 12 * 60; minute += 1) prices.advanceTo(NOW + minute * MINUTE_MS);
  }
  const days = [-2, -1, 0, 1].map((offset) => Math.floor(NOW / DAY_MS) + offset);
  let compared = 0;
  for (const effect of days.flatMap(effectsOn)) {
    const [without, within] = [plain, moved].map((prices) => prices.history(effect.market, ALL));
    const indexAt = (time: number) =>
      without?.findLastIndex((bar) => bar.start + MINUTE_MS <= time);
    const ratioAt = (index: number) =>
      Number(within?.[index]?.close) / Number(without?.[index]?.close);
    const [before, after] = [indexAt(effect.from) ?? -1, (indexAt(effect.to) ?? -1) + 1];
    expect(within?.length).toBe(without?.length);
    if (before < 0 || after >= (without?.length ?? 0)) continue;
    compared += 1;
    // The pull to the anchor takes a little of it back.
    expect(Math.abs(ratioAt(after) / ratioAt(before) - 1 - effect.size)).toBeLessThan(0.004);
  }
  expect(compared).toBeGreaterThan(4);
});

test("a restart continues as if the process had run, with what happened meanwhile", () => {
  const day = Math.floor(NOW / DAY_MS) + 1;
  const effects = [day, day + 1, day + 2, day + 3].flatMap(effectsOn);
  const step = effects.find(({ shape }) => shape === "step");
  expect(step).toBeDefined();
  const at = step?.from ?? 0;
  const market = step?.market ?? "";
  const before = open("one", at - 3 * MINUTE_MS, new StoryEffects(SEED));
  before.advanceTo(at - 2 * MINUTE_MS);
  const after = open("one", at + 3 * MINUTE_MS, new StoryEffects(SEED));
  const closes = after.history(market, ALL).slice(-6);
  const moved = Number(closes.at(-1)?.close) / Number(closes[0]?.open) - 1;
  expect(Math.abs(moved - (step?.size ?? 0))).toBeLessThan(0.008);
});

test("a shift takes place at once and stays in the bar, but not in a price that is held", () => {
  const prices = open("one", NOW);
  const [first, second] = SIMULATED_MARKETS.map(({ symbol }) => symbol);
  const start = prices.current(NOW);
  prices.freeze(second ?? "", NOW + MINUTE_MS);
  for (const market of [first, second]) prices.shift(market ?? "", -40_000_000_000n);
  const now = prices.current(NOW + 2 * MINUTE_MS);
  expect(Number(now[first ?? ""]) / Number(start[first ?? ""])).toBeCloseTo(0.96, 4);
  expect(now[second ?? ""]).toBe(start[second ?? ""]);
  prices.advanceTo(NOW + MINUTE_MS);
  const bar = prices.history(first ?? "", ALL).at(-1);
  expect(Number(bar?.low) / Number(start[first ?? ""])).toBeLessThan(0.965);
});
