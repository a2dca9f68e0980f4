/** How a signal is made and judged, and how much it is trusted. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalPlaces, parseDecimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { computeConviction, isShadow, withTrial } from "./conviction.ts";
import { type Judged, judge } from "./judge-signal.ts";
import { compareDecimals, computeLevels } from "./levels.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

const LONG: Judged = {
  direction: "long",
  entry: "100",
  invalidation: "98",
  target: "102",
  minute: NOON,
  expiresAt: NOON + 5 * MINUTE_MS,
};
const SHORT: Judged = { ...LONG, direction: "short", invalidation: "102", target: "98" };
const closesOf = (...closes: string[]) =>
  closes.map((close, index) => ({ start: NOON + index * MINUTE_MS, close }));
const after = (minutes: number) => NOON + minutes * MINUTE_MS;

describe("a signal is judged", () => {
  test("by closes beyond its levels: a close at a level does not end it", () => {
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

  test("not by minutes that began before it was made", () => {
    const before = { start: NOON - MINUTE_MS, close: "50" };
    expect(judge(LONG, [before, ...closesOf("100")], after(1))).toBeUndefined();
  });

  test("the same, however its minutes are split into runs", () => {
    const prices = fc.array(fc.integer({ min: 970, max: 1_030 }), { maxLength: 5 });
    fc.assert(
      fc.property(prices, fc.boolean(), (tenths, isLong) => {
        const signal = isLong ? LONG : SHORT;
        const closes = closesOf(...tenths.map((price) => (price / 10).toFixed(1)));
        const whole = judge(signal, closes, after(5));
        const steps = [1, 2, 3, 4, 5].map((minutes) => judge(signal, closes, after(minutes)));
        expect(steps.find((one) => one !== undefined)).toEqual(whole);
        // The other direction has the opposite result, so a coin toss is right half of the time.
        const other = judge(isLong ? SHORT : LONG, closes, after(5));
        expect(other?.minute).toBe(whole?.minute);
        expect(other?.result).toBe(whole?.result === 0 ? 0 : -(whole?.result ?? 0));
      }),
    );
  });
});

describe("prices of a signal", () => {
  test("are whole ticks, with both levels at the same distance", () => {
    const price = { close: "64123.456", priceTick: "0.5", risk: 640.1 };
    expect(computeLevels({ ...price, direction: "long" })).toEqual({
      entry: "64123.5",
      invalidation: "63483.5",
      target: "64763.5",
    });
    expect(computeLevels({ ...price, direction: "short" })).toEqual({
      entry: "64123.5",
      invalidation: "64763.5",
      target: "63483.5",
    });
  });

  test("are within the least and the greatest share of the price", () => {
    const price = { close: "1000", priceTick: "0.1", direction: "long" as const };
    expect(computeLevels({ ...price, risk: 0 })?.invalidation).toBe("998");
    expect(computeLevels({ ...price, risk: 5_000 })?.invalidation).toBe("800");
  });

  test("do not exist when the tick is too coarse or a price is invalid", () => {
    const price = { close: "1", priceTick: "1", direction: "long" as const, risk: 0.1 };
    expect(computeLevels(price)).toBeUndefined();
    for (const wrong of [
      { close: "-5" },
      { close: "0" },
      { priceTick: "0" },
      { risk: Number.NaN },
    ]) {
      expect(computeLevels({ ...price, close: "100", ...wrong })).toBeUndefined();
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
          const levels = computeLevels({ close, priceTick, direction: "long", risk });
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

  test("compare by value, however many digits they have", () => {
    expect(compareDecimals("0.10", "0.1")).toBe(0);
    expect(compareDecimals("9", "10")).toBe(-1);
    expect(compareDecimals("1.0000000000000000001", "1")).toBe(1);
  });
});

describe("conviction", () => {
  test("is the hit rate with 16 added coin tosses", () => {
    expect(computeConviction({ ended: 0, hits: 0 })).toBe(0.5);
    expect(computeConviction({ ended: 16, hits: 16 })).toBe(0.75);
    expect(computeConviction({ ended: 84, hits: 42 })).toBe(0.5);
  });

  test("a rule leaves the shadow with 30 ended signals, even if all of fewer were right", () => {
    expect(isShadow({ ended: 0, hits: 0 })).toBe(true);
    expect(isShadow({ ended: 29, hits: 29 })).toBe(true);
    expect(isShadow(withTrial({ ended: 29, hits: 29 }, 1))).toBe(false);
  });

  test("and it stays out only while the lower bound of its hit rate is above one half", () => {
    expect(isShadow({ ended: 30, hits: 20 })).toBe(true);
    expect(isShadow({ ended: 30, hits: 21 })).toBe(false);
    // A small edge needs many trials, and a losing rule returns to the shadow.
    expect(isShadow({ ended: 100, hits: 59 })).toBe(true);
    expect(isShadow({ ended: 1_000, hits: 540 })).toBe(false);
    expect(isShadow(withTrial({ ended: 31, hits: 21 }, -1))).toBe(true);
  });
});
