import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type PriceBar } from "./bars.ts";
import { SIMULATED_MARKETS } from "./market-terms.ts";
import { parseRecording } from "./recording.ts";
import { HISTORY_DAYS, type Replay, SimulatedPrices } from "./simulated-prices.ts";

const NOW = Date.parse("2026-05-01T12:34:20Z");
const ALL = { startAt: 0, endAt: Number.MAX_SAFE_INTEGER, limit: 1_000_000 };
const { symbol, scale } = SIMULATED_MARKETS[0]!;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prices-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Shorter than the real history, to be fast. */
const DAYS = 1;

function open(now: number, replay?: Replay, historyDays = DAYS): SimulatedPrices {
  const prices = new SimulatedPrices({
    markets: SIMULATED_MARKETS,
    seed: "1",
    folder,
    replay,
    historyDays,
  });
  prices.open(now);
  return prices;
}

/** Every minute once, and each bar holds its own open and close. */
function expectSound(bars: readonly PriceBar[]): void {
  const unsound = bars.filter((bar, index) => {
    const before = bars[index - 1];
    const open = Number(bar.open);
    const close = Number(bar.close);
    const low = Number(bar.low);
    const follows = before === undefined || bar.start === before.start + MINUTE_MS;
    return (
      !follows ||
      low > Math.min(open, close) ||
      Number(bar.high) < Math.max(open, close) ||
      low <= 0
    );
  });
  expect(unsound).toEqual([]);
}

describe("a first start", () => {
  test("writes thirty days that end in the running minute, without a gap, and continues from there", () => {
    const prices = open(NOW, undefined, HISTORY_DAYS);
    for (const market of SIMULATED_MARKETS) {
      const bars = prices.history(market.symbol, ALL);
      expect(bars).toHaveLength(HISTORY_DAYS * 24 * 60);
      expect(bars.at(-1)!.start).toBe(Date.parse("2026-05-01T12:33:00Z"));
      expect(bars.every((bar) => bar.volume === "0")).toBe(true);
      expectSound(bars);
      const mark = Number(prices.current(NOW)[market.symbol]);
      expect(Math.abs(mark / Number(bars.at(-1)!.close) - 1)).toBeLessThan(0.005);
    }
  });

  test("gives the same files for the same seed and time", () => {
    open(NOW);
    const first = readFileSync(join(folder, "ETHUSDC.csv"), "utf8");
    rmSync(folder, { recursive: true });
    open(NOW);
    expect(readFileSync(join(folder, "ETHUSDC.csv"), "utf8")).toBe(first);
  });
});

describe("a restart", () => {
  test("continues the history over the downtime, as if the process had run", () => {
    const before = open(NOW);
    before.advanceTo(NOW + 3 * MINUTE_MS);
    const stored = before.history(symbol, ALL);
    const after = open(NOW + 90 * MINUTE_MS);
    const bars = after.history(symbol, ALL);
    expect(bars.slice(0, stored.length)).toEqual(stored);
    expect(bars.at(-1)!.start).toBe(Date.parse("2026-05-01T14:03:00Z"));
    expectSound(bars);
    const jump = Number(bars[stored.length]!.open) / Number(stored.at(-1)!.close) - 1;
    expect(Math.abs(jump)).toBeLessThan(0.005);
  });

  test("loses at most the running minute when the process was killed", () => {
    open(NOW).advanceTo(NOW + 5 * MINUTE_MS);
    const lines = readFileSync(join(folder, `${symbol}.csv`), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.at(-1)).toMatch(/^2026-05-01 12:38:00\+00:00,/);
    expect(lines[0]).toBe("open_time,open,high,low,close,volume");
  });

  test("drops and recreates a last line that was cut off", () => {
    open(NOW);
    const path = join(folder, `${symbol}.csv`);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.slice(0, -20));
    expectSound(open(NOW).history(symbol, ALL));
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(text.split("\n").length);
  });

  test("stops at a damaged line elsewhere, and names the place", () => {
    open(NOW);
    const path = join(folder, `${symbol}.csv`);
    const text = readFileSync(path, "utf8");
    appendFileSync(
      path,
      "2026-05-01 12:34:00+00:00,1,2,zero,1,0\n2026-05-01 12:35:00+00:00,1,2,1,1,0\n",
    );
    expect(() => open(NOW)).toThrow(`${symbol}.csv:${text.split("\n").length}: not a bar`);
  });

  test("keeps the history despite a damaged state file", () => {
    open(NOW);
    writeFileSync(join(folder, "state.json"), "{");
    const bars = open(NOW + 10 * MINUTE_MS).history(symbol, ALL);
    expect(bars).toHaveLength(DAYS * 24 * 60 + 10);
    expectSound(bars);
  });
});

describe("steering", () => {
  test("continues the mark from the given price", () => {
    const prices = open(NOW);
    prices.steer(symbol, prices.ticksOf(symbol, "70000")!);
    expect(prices.current(NOW)[symbol]).toBe("70000");
    prices.advanceTo(NOW + 10_000);
    expect(Math.abs(Number(prices.current(NOW + 10_000)[symbol]) / 70_000 - 1)).toBeLessThan(0.01);
  });

  test("holds the given price and publishes it, until the hold is over", () => {
    const prices = open(NOW);
    prices.steer(symbol, prices.ticksOf(symbol, "70000")!, NOW + 30_000);
    for (let at = NOW + 1_000; at < NOW + 30_000; at += 1_000) {
      prices.advanceTo(at);
      expect(prices.current(at)[symbol]).toBe("70000");
      expect(prices.status()[symbol]!.updated_at).toBe(at);
    }
    prices.advanceTo(NOW + 60_000);
    expect(prices.current(NOW + 60_000)[symbol]).not.toBe("70000");
    prices.steer(symbol, prices.ticksOf(symbol, "70000")!, NOW + 600_000);
    prices.steer(symbol, prices.ticksOf(symbol, "71000")!);
    prices.advanceTo(NOW + 70_000);
    expect(prices.current(NOW + 70_000)[symbol]).not.toBe("71000");
  });

  test("refuses a price off the tick", () => {
    const prices = open(NOW);
    expect(prices.ticksOf(symbol, "70000.05")).toBeUndefined();
    expect(prices.ticksOf(symbol, "0")).toBeUndefined();
  });

  test("keeps a frozen market still and away from the venue, then continues", () => {
    const prices = open(NOW);
    const price = prices.current(NOW)[symbol];
    prices.freeze(symbol, NOW + 30_000);
    prices.advanceTo(NOW + 29_000);
    expect(prices.current(NOW + 29_000)[symbol]).toBeUndefined();
    expect(prices.status()[symbol]!.price).toBe(price);
    expect(prices.current(NOW + 29_000).ETHUSDC).toBeDefined();
    prices.advanceTo(NOW + 60_000);
    expect(prices.current(NOW + 60_000)[symbol]).not.toBe(price);
  });
});

describe("a replay", () => {
  const row = (minute: number, price: number) =>
    `${new Date(minute * MINUTE_MS).toISOString()},${price},${price + 5},${price - 5},${price + 1},1\n`;
  const FIRST = Date.parse("2023-03-01T00:00:00Z") / MINUTE_MS;
  const rows = Array.from({ length: 200 }, (_, index) => row(FIRST + index, 20_000 + index));
  const recording = parseRecording(
    `open_time,open,high,low,close,volume\n${rows.join("")}`,
    "BTCUSDC.csv",
    scale,
  );
  const replay: Replay = { symbol, recording, speed: 1, startAt: (FIRST + 100) * MINUTE_MS };

  test("turns rows before the start into a history that ends at the start; older bars lead up to them", () => {
    const bars = open(NOW, replay).history(symbol, ALL);
    expect(bars).toHaveLength(DAYS * 24 * 60);
    expectSound(bars);
    expect(bars.at(-1)).toMatchObject({
      open: "20099",
      high: "20104",
      low: "20094",
      close: "20100",
    });
    expect(bars.at(-100)).toMatchObject({ open: "20000" });
    expect(Math.abs(Number(bars.at(-101)!.close) / 20_000 - 1)).toBeLessThan(0.001);
  });

  test("plays minutes that equal the rows of the recording", () => {
    const prices = open(NOW, replay);
    prices.advanceTo(NOW + 2 * MINUTE_MS);
    const played = prices.history(symbol, ALL).at(-1)!;
    expect(played).toMatchObject({ open: "20101", high: "20106", low: "20096", close: "20102" });
  });

  test("continues after a restart where the recording would be by then", () => {
    open(NOW, replay);
    const bars = open(NOW + 10 * MINUTE_MS, replay).history(symbol, ALL);
    expect(bars.at(-1)).toMatchObject({ open: "20109", close: "20110" });
    expectSound(bars);
  });

  test("plays an hour in a minute at speed 60", () => {
    const prices = open(NOW, { ...replay, speed: 60 });
    // The replay began with the running minute, 20 s ago.
    expect(prices.current(NOW)[symbol]).toBe("20120");
  });

  test("continues with simulated prices from the close of the last row", () => {
    const prices = open(NOW, replay);
    prices.advanceTo(NOW + 110 * MINUTE_MS);
    expect(Math.abs(Number(prices.current(NOW)[symbol]) / 20_200 - 1)).toBeLessThan(0.02);
    expect(prices.current(NOW)[symbol]).not.toBe("20200");
  });

  test("leaves the recording of a steered market", () => {
    const prices = open(NOW, replay);
    prices.steer(symbol, 300_000n);
    prices.advanceTo(NOW + 5 * MINUTE_MS);
    expect(Math.abs(Number(prices.current(NOW)[symbol]) / 30_000 - 1)).toBeLessThan(0.02);
  });
});
