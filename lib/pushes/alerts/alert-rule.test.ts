/** When an alert fires, and when it is armed again. */
import { describe, expect, test } from "vitest";
import {
  type JudgedAlert,
  judgeAlert,
  type MarkBar,
  scaledPrice,
  type Verdict,
} from "./alert-rule.ts";

const alert = (price: string, more: Partial<JudgedAlert> = {}): JudgedAlert => ({
  price: scaledPrice(price),
  direction: "above",
  isArmed: true,
  since: 0,
  ...more,
});
const bar = (low: string, high: string, close = low, start = 60_000): MarkBar => ({
  market: "BTCUSDC",
  start,
  end: start + 60_000,
  low: scaledPrice(low),
  high: scaledPrice(high),
  close: scaledPrice(close),
});
const fires = (mark: string, isBack = false): Verdict => ({
  fires: true,
  mark: scaledPrice(mark),
  isBack,
});

describe("an armed alert", () => {
  test("above fires when the mark reaches its price, and not before", () => {
    expect(judgeAlert(alert("60000"), bar("59900", "59999.9"))).toBeUndefined();
    expect(judgeAlert(alert("60000"), bar("59950", "60000", "59950"))).toEqual(fires("60000"));
  });

  test("below fires when the mark falls to its price, and not before", () => {
    const below = alert("59000", { direction: "below" });
    expect(judgeAlert(below, bar("59000.1", "59100"))).toBeUndefined();
    expect(judgeAlert(below, bar("59000", "59100", "59100"))).toEqual(fires("59000"));
  });

  test("fires at a mark that was there only between two closes", () => {
    const wick = bar("58000", "60500", "58100");
    expect(judgeAlert(alert("60000"), wick)).toEqual(fires("60500", true));
  });

  test("fires when the mark jumps over its price", () => {
    expect(judgeAlert(alert("60000"), bar("61000", "61000"))).toEqual(fires("61000"));
  });

  test("does not count marks from before it was set: of the bar of that time only the close counts", () => {
    const late = alert("60000", { since: 90_000 });
    expect(judgeAlert(late, bar("59000", "60500", "59900"))).toBeUndefined();
    expect(judgeAlert(late, bar("59000", "60500", "60100"))).toEqual(fires("60100"));
    expect(judgeAlert(alert("60000", { since: 120_000 }), bar("61000", "61000"))).toBeUndefined();
  });
});

describe("an alert that fired and fires again", () => {
  const waits = alert("60000", { isArmed: false });

  test("is armed when the mark has gone back by 0.2 % of its price, and not before", () => {
    expect(judgeAlert(waits, bar("59880.1", "60500"))).toBeUndefined();
    expect(judgeAlert(waits, bar("59880", "60500"))).toEqual({ fires: false });
    const below = alert("60000", { isArmed: false, direction: "below" });
    expect(judgeAlert(below, bar("59000", "60119.9"))).toBeUndefined();
    expect(judgeAlert(below, bar("60100", "60120"))).toEqual({ fires: false });
  });

  test("fires in the bar in which it is armed only if the close shows that the price came last", () => {
    expect(judgeAlert(waits, bar("59000", "60500", "60100"))).toEqual(fires("60100"));
    expect(judgeAlert(waits, bar("59000", "60500", "59900"))).toEqual({ fires: false });
  });

  test("is armed at once when the bar in which it fired closes that far away", () => {
    expect(judgeAlert(alert("60000"), bar("59000", "60001", "59880"))).toEqual(
      fires("60001", true),
    );
    expect(judgeAlert(alert("60000"), bar("59000", "60001", "59881"))).toEqual(fires("60001"));
  });
});
