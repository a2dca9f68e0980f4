/**
 * The recorded days of March 2023, when USDC lost its peg, on the engine: money balances at every block, no account
 * pays for another's loss, and the same days give the same state again.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { type Figures, type Minute, parseMinutes, RecordedMarket } from "./recorded-market.ts";

const SCALE = marketScale({ price_tick: "0.1" as never, base_lot_size: "0.00001" as never });

/** Named by the variable, or in a `data` folder next to this checkout. */
const recorded =
  process.env.RECORDED_MARKET_FILE ??
  globSync(resolve(import.meta.dirname, "../../../../../*/data/btcusdc-1m-2023-03.csv"))[0];

function replay(minutes: Minute[]): Figures {
  const market = new RecordedMarket(1, minutes[0]!.start);
  for (const minute of minutes) market.minute(minute);
  return market.figures();
}

test("a recording is read to the tick; a line without a price is refused", () => {
  const csv =
    "open_time,open,high,low,close,volume\n2023-03-01 00:00:00+00:00,23143.82,23152.65,23140.02,23152.65,0.2\n";
  expect(parseMinutes(csv, SCALE)).toEqual([
    { start: Date.parse("2023-03-01T00:00:00Z"), prices: [231_438, 231_526, 231_400, 231_526] },
  ]);
  expect(() => parseMinutes(csv.replace("23140.02", "-1"), SCALE)).toThrow("no price");
});

/** How much of the recording is played; the two days of the fall come after nine quiet ones. */
const days = Number(process.env.RECORDED_DAYS ?? "2");
const QUIET_DAYS = 9;
const MINUTES_A_DAY = 24 * 60;

function chosenDays(minutes: Minute[]): Minute[] {
  if (days * MINUTES_A_DAY >= minutes.length) return minutes;
  const from = QUIET_DAYS * MINUTES_A_DAY;
  return minutes.slice(from, from + days * MINUTES_A_DAY);
}

test.skipIf(recorded === undefined)(
  "the recording plays twice with the same state (skipped without RECORDED_MARKET_FILE)",
  { timeout: 900_000 },
  () => {
    const minutes = parseMinutes(readFileSync(recorded!, "utf8"), SCALE);
    expect(minutes).toHaveLength(30_240);
    const chosen = chosenDays(minutes);
    const figures = replay(chosen);
    expect(figures.slices).toBeGreaterThan(50);
    expect(figures.takeovers).toBeGreaterThan(0);
    expect(figures.fundLow >= 0n).toBe(true);
    expect(replay(chosen)).toEqual(figures);
  },
);
