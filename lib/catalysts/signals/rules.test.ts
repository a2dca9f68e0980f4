/** What a signal is made of, how it is judged, and how far it is believed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalPlaces, parseDecimal } from "#lib/protocol/decimal.ts";
import { convictionOf, isShadow, withTrial } from "./conviction.ts";
import { type Judged, judge } from "./judge.ts";
import { compareDecimals, levelsOf } from "./levels.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;

const LONG: Judged = {
  direction: "long",
  entry: "100",
  invalidation: "98",
  target: "102",
  minute: NOON,
  expiresAt: NOON + 5 * MINUTE,
};
const SHORT: Judged = { ...LONG, direction: "short", invalidation: "102", target: "98" };
const closesOf = (...closes: string[]) =>
  closes.map((close, index) => ({ start: NOON + index * MINUTE, close }));
const after = (minutes: number) => NOON + minutes * MINUTE;

describe("a signal is judged", () => {
  test("by closes beyond its levels: one that touches a level does not end it", () => {
    const touching = closesOf("98", "102", "98.0", "102.00");
    expect(judge(LONG, touching, after(4))).toBeUndefined();
    expect(judge(SHORT, touching, after(4))).toBeUndefined();
    expect(judge(LONG, closesOf("99", "97.99"), after(2))).toEqual({
      kind: "invalidated",
      minute: after(2),
      close: "97.99",
      result: (97.99 - 100) / 2,
    });
    expect(judge(LONG, closesOf("102.5"), after(1))).toMatchObject({
      kind: "reached",
      result: 1.25,
    });
    expect(judge(SHORT, closesOf("102.5"), after(1))).toMatchObject({
      kind: "invalidated",
      result: -1.25,
    });
    expect(judge(SHORT, closesOf("97"), after(1))).toMatchObject({ kind: "reached", result: 1.5 });
  });

  test("at the end of its horizon by the last close, and by no later one", () => {
    const closes = closesOf("100", "101", "101", "101", "100.5", "200");
    expect(judge(LONG, closes, after(4))).toBeUndefined();
    const expired = { kind: "expired", minute: after(5), close: "100.5", result: 0.25 };
    expect(judge(LONG, closes, after(5))).toEqual(expired);
    expect(judge(LONG, closes, after(9))).toEqual(expired);
  });

  test("by its entry when no minute was stored", () => {
    expect(judge(LONG, [], after(4))).toBeUndefined();
    expect(judge(LONG, [], after(5))).toMatchObject({ kind: "expired", close: "100", result: 0 });
  });

  test("by no minute that began before it was made", () => {
    const before = { start: NOON - MINUTE, close: "50" };
    expect(judge(LONG, [before, ...closesOf("100")], after(1))).toBeUndefined();
  });

  test("the same, however its minutes are taken", () => {
    const prices = fc.array(fc.integer({ min: 970, max: 1_030 }), { maxLength: 5 });
    fc.assert(
      fc.property(prices, fc.boolean(), (tenths, isLong) => {
        const signal = isLong ? LONG : SHORT;
        const closes = closesOf(...tenths.map((price) => (price / 10).toFixed(1)));
        const whole = judge(signal, closes, after(5));
        const steps = [1, 2, 3, 4, 5].map((minutes) => judge(signal, closes, after(minutes)));
        expect(steps.find((one) => one !== undefined)).toEqual(whole);
        // The other side has the mirrored result: so a coin is right half of the time.
        const other = judge(isLong ? SHORT : LONG, closes, after(5));
        expect(other?.minute).toBe(whole?.minute);
        expect(other?.result).toBe(whole?.result === 0 ? 0 : -(whole?.result ?? 0));
      }),
    );
  });
});

describe("prices of a signal", () => {
  test("are whole ticks, with both levels as far away", () => {
    const price = { close: "64123.456", priceTick: "0.5", risk: 640.1 };
    expect(levelsOf({ ...price, direction: "long" })).toEqual({
      entry: "64123.5",
      invalidation: "63483.5",
      target: "64763.5",
    });
    expect(levelsOf({ ...price, direction: "short" })).toEqual({
      entry: "64123.5",
      invalidation: "64763.5",
      target: "63483.5",
    });
  });

  test("are not nearer than a share of the price, and not farther than another", () => {
    const price = { close: "1000", priceTick: "0.1", direction: "long" as const };
    expect(levelsOf({ ...price, risk: 0 })?.invalidation).toBe("998");
    expect(levelsOf({ ...price, risk: 5_000 })?.invalidation).toBe("800");
  });

  test("do not exist where a tick is too coarse, or one of the two is no price", () => {
    const price = { close: "1", priceTick: "1", direction: "long" as const, risk: 0.1 };
    expect(levelsOf(price)).toBeUndefined();
    for (const wrong of [
      { close: "-5" },
      { close: "0" },
      { priceTick: "0" },
      { risk: Number.NaN },
    ]) {
      expect(levelsOf({ ...price, close: "100", ...wrong })).toBeUndefined();
    }
  });

  test("are exact multiples of the tick at the right distance, for any price", () => {
    const ticks = fc.constantFrom("0.00001", "0.001", "0.01", "0.5", "0.25", "1", "5");
    const prices = fc.tuple(
      fc.integer({ min: 1_000, max: 10 ** 9 }),
      fc.integer({ min: 0, max: 6 }),
    );
    fc.assert(
      fc.property(
        ticks,
        prices,
        fc.double({ min: 0, max: 10 ** 9, noNaN: true }),
        (priceTick, [units, places], risk) => {
          const close = (units / 10 ** places).toFixed(places);
          const levels = levelsOf({ close, priceTick, direction: "long", risk });
          if (levels === undefined) return;
          const decimals = decimalPlaces(priceTick);
          const tick = parseDecimal(priceTick, decimals) ?? 1n;
          const [entry, low, high] = [levels.entry, levels.invalidation, levels.target].map(
            (text) => parseDecimal(text, decimals) ?? -1n,
          ) as [bigint, bigint, bigint];
          for (const price of [entry, low, high]) expect(price % tick).toBe(0n);
          expect(low).toBeGreaterThan(0n);
          expect(entry - low).toBe(high - entry);
          expect(Math.abs(Number(levels.entry) - Number(close))).toBeLessThanOrEqual(
            Number(priceTick) * 0.5001,
          );
        },
      ),
    );
  });

  test("compare as numbers, whatever digits they have", () => {
    expect(compareDecimals("0.10", "0.1")).toBe(0);
    expect(compareDecimals("9", "10")).toBe(-1);
    expect(compareDecimals("1.0000000000000000001", "1")).toBe(1);
  });
});

describe("conviction", () => {
  test("is the hit rate beside 16 trials of a coin", () => {
    expect(convictionOf({ ended: 0, hits: 0 })).toBe(0.5);
    expect(convictionOf({ ended: 16, hits: 16 })).toBe(0.75);
    expect(convictionOf({ ended: 84, hits: 42 })).toBe(0.5);
  });

  test("lets a rule speak from 0.55 on: after two hits, not after one", () => {
    const one = withTrial({ ended: 0, hits: 0 }, 1);
    expect(isShadow(convictionOf(one))).toBe(true);
    expect(isShadow(convictionOf(withTrial(one, 0.1)))).toBe(false);
    expect(isShadow(convictionOf(withTrial(withTrial(one, 1), 0)))).toBe(true);
    expect(isShadow(0.55)).toBe(false);
  });
});
