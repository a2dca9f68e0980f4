/**
 * Each rule of the detector, on a calm market of 10 bp a minute (σ₅ = 14.8 bp) in which one event
 * happens.
 */

import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { detect } from "./detect-moves.ts";
import { type MinuteFacts } from "./minute.ts";
import { calm, MARKET, makeMinutes, newestMoves, run, START } from "./moves.testing.ts";
import { MOVE_PARAMETERS } from "./parameters.ts";

const DAY = 1_440;
const CALM = calm(DAY);
const flat = (price: number, minutes: number) => calm(minutes, { price, noise: 0 });
const ramp = (from: number, to: number, minutes: number) =>
  Array.from({ length: minutes }, (_, index) => from + ((to - from) * (index + 1)) / minutes);
const moves = (...parts: (number | null)[][]) =>
  newestMoves(run(makeMinutes(parts.flat())).changes);
/** Minutes since the calm period. */
const since = (time: number | null | undefined) => ((time ?? 0) - START) / MINUTE_MS - DAY;

describe("a move opens", () => {
  test("when the next minute confirms a step, and is measured from before the step", () => {
    const [move, ...others] = moves(CALM, flat(103, 5));
    expect(others).toEqual([]);
    expect(move).toMatchObject({ direction: "up", rule: "z", horizon: 5, extremePrice: 103 });
    expect([since(move?.openedAt), since(move?.onset)]).toEqual([2, 0]);
    expect(move?.size).toBeCloseTo(0.03, 2);
  });

  test("not for a single price that reverts in the next minute", () => {
    expect(moves(CALM, [103], CALM)).toEqual([]);
  });

  test("not below 0.9 %, however calm the market was", () => {
    const quiet = calm(DAY, { noise: 0.0001 });
    expect(moves(quiet, flat(100.88, 60))).toEqual([]);
    expect(moves(quiet, flat(100.95, 60))).toHaveLength(1);
  });

  test("on a slow, steady move, over a longer horizon", () => {
    const [move] = moves(CALM, ramp(100, 95, 120));
    expect(move).toMatchObject({ direction: "down" });
    expect(move?.horizon).toBeGreaterThanOrEqual(60);
  });

  test("not in the first 12 hours of a market", () => {
    expect(moves(calm(700), flat(103, 15))).toEqual([]);
    expect(moves(calm(720), flat(103, 15))).toHaveLength(1);
  });

  test("not on filled minutes", () => {
    const filled = Array.from({ length: 30 }, () => null);
    expect(moves(CALM, [103], filled)).toEqual([]);
    expect(moves(CALM, [103], filled.slice(0, 2), [103])).toHaveLength(1);
  });

  test("in a storm at 2 % over 15 minutes, where z alone is too small", () => {
    // Four rough hours raise the short volatility, but not that of the day.
    const rough = Array.from(
      { length: 245 },
      (_, index) => 100 + (Math.floor(index / 5) % 2) * 0.4,
    );
    const [move] = moves(CALM, rough, ramp(100, 103, 15));
    expect(move).toMatchObject({ rule: "storm", direction: "up" });
  });

  test("at lower limits for 30 minutes after a release", () => {
    const minutes = makeMinutes([...CALM, ...ramp(100, 101.05, 15), ...flat(101.05, 15)]);
    const release = START + DAY * MINUTE_MS;
    const found = (releases: number[]) => newestMoves(run(minutes, { releases }).changes).length;
    expect([found([]), found([release - 30 * MINUTE_MS]), found([release])]).toEqual([0, 0, 1]);
  });
});

describe("a move ends", () => {
  test("15 minutes after its last extreme", () => {
    const [move] = moves(CALM, flat(103, 3), [104], flat(103.9, 30));
    expect(move).toMatchObject({ endedBy: "quiet", extremePrice: 104 });
    expect([since(move?.extremeAt), since(move?.endedAt)]).toEqual([4, 19]);
  });

  test("when 60 % of it is retraced", () => {
    const [move] = moves(CALM, flat(110, 3), flat(104.5, 2), flat(103.9, 1));
    expect(move?.endedBy).toBe("retrace");
    expect(since(move?.endedAt)).toBe(6);
  });

  test("in minutes without data", () => {
    const before = run(makeMinutes([...CALM, ...flat(103, 3)]));
    const after = makeMinutes([103], { start: START + (DAY + 100) * MINUTE_MS });
    const { changes } = run(after, { state: before.state });
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ kind: "ended", move: { endedBy: "quiet" } });
    expect(since(changes[0]?.move.endedAt)).toBe(17);
  });
});

describe("the next move", () => {
  test("in the same direction waits 30 minutes, and does not count the first rise again", () => {
    const found = moves(CALM, flat(103, 20), flat(106, 20), flat(106, 200));
    expect(found.map(({ openedAt }) => since(openedAt))).toEqual([2, 32]);
    expect(found[1]?.fromPrice).toBeGreaterThanOrEqual(103);
  });

  test("is a leg of the same incident when it follows within 30 minutes", () => {
    const [rise, fall] = moves(CALM, flat(104, 20), flat(100, 20));
    expect(fall?.direction).toBe("down");
    expect(fall?.incidentId).toBe(rise?.incidentId);
    const [first, later] = moves(CALM, flat(104, 60), flat(98, 20));
    expect(later?.direction).toBe("down");
    expect(later?.incidentId).not.toBe(first?.incidentId);
  });
});

describe("scope", () => {
  const together = (names: string[], moving: string[]) => {
    const series = names.map((market) =>
      makeMinutes([...CALM, ...(moving.includes(market) ? flat(103, 5) : calm(5))], { market }),
    );
    const minutes = (series[0] ?? []).map(({ start }, index) => ({
      start,
      markets: series.flatMap((one) => one[index]?.markets ?? []),
    }));
    return newestMoves(run(minutes).changes).map(({ scope }) => scope);
  };

  test("is market-wide from three markets, when 60 % of them move the same way", () => {
    expect(together(["A", "B"], ["A", "B"])).toEqual(["single", "single"]);
    expect(together(["A", "B", "C"], ["A", "B"])).toEqual(["market_wide", "market_wide"]);
    expect(together(["A", "B", "C", "D"], ["A", "B"])).toEqual(["single", "single"]);
  });

  test("is decided at the opening: a move that others join later stays single", () => {
    const alone = makeMinutes([...CALM, ...flat(103, 5), ...ramp(103, 108, 10)], { market: "A" });
    const later = ["B", "C"].map((market) =>
      makeMinutes([...CALM, ...calm(5), ...flat(105, 10)], { market }),
    );
    const minutes = alone.map(({ start, markets }, index) => ({
      start,
      markets: [...markets, ...later.flatMap((one) => one[index]?.markets ?? [])],
    }));
    const found = newestMoves(run(minutes).changes);
    expect(found.map(({ market, scope }) => [market, scope])).toEqual([
      ["A", "single"],
      ["B", "market_wide"],
      ["C", "market_wide"],
    ]);
    expect(found[0]?.extremePrice).toBe(108);
  });
});

describe("facts", () => {
  const facts = (index: number): MinuteFacts =>
    index < DAY
      ? { openInterest: 50, fundingRate: 0.0001, volume: 10, liquidated: 0 }
      : { openInterest: 40, fundingRate: -0.0001, volume: 80, liquidated: 24 };

  test("describe a move from its onset on", () => {
    const [move] = newestMoves(run(makeMinutes([...CALM, ...flat(97, 3)], { facts })).changes);
    expect(move?.facts).toMatchObject({ volumeRatio: 8, cascade: true, fundingFlip: true });
    expect(move?.facts.openInterestChange).toBeCloseTo(-0.2, 12);
    expect(move?.facts.liquidatedShare).toBeCloseTo(0.3, 12);
  });

  test("are null when nothing was observed, and never open a move", () => {
    expect(moves(CALM, flat(97, 3))[0]?.facts).toEqual({
      volumeRatio: null,
      openInterestChange: null,
      liquidatedShare: null,
      cascade: false,
      fundingFlip: false,
    });
    expect(run(makeMinutes([...CALM, ...calm(30)], { facts })).changes).toEqual([]);
  });
});

test("a minute that is not the next, not aligned, names a market twice or has no price is refused", () => {
  const { state } = run(makeMinutes(CALM));
  const context = { parameters: MOVE_PARAMETERS, releases: [] };
  const start = START + DAY * MINUTE_MS;
  const bar = { market: MARKET, close: 1, filled: false };
  const refused = (at: number, markets = [bar]) =>
    expect(() => detect(state, { start: at, markets }, context)).toThrow(RangeError);
  refused(start - MINUTE_MS);
  refused(start + 1);
  refused(start, [bar, bar]);
  refused(start, [{ ...bar, close: 0 }]);
  const other = { ...MOVE_PARAMETERS, version: 0 };
  expect(() => detect(state, { start, markets: [] }, { parameters: other, releases: [] })).toThrow(
    "other parameters",
  );
});
