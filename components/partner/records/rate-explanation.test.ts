import { describe, expect, it } from "vitest";
import { LEVELS, RULESET } from "#lib/protocol/partner/partner-levels.ts";
import { averageShare, explainRate } from "./rate-explanation.ts";

function fee(more: Partial<Parameters<typeof explainRate>[0]> = {}) {
  return {
    accrued_at: "2026-03-01T09:00:00.000Z",
    occurred_at: "2026-03-01T08:59:59.000Z",
    level: 3,
    window_fees: "1500",
    ruleset: RULESET,
    ...more,
  };
}

describe("the explanation of a fee's rate", () => {
  it("has the window of exactly 720 hours before the fee, and the resulting level", () => {
    const why = explainRate(fee());
    expect(why.window).toEqual({
      from: "2026-01-30T09:00:00.000Z",
      to: "2026-03-01T09:00:00.000Z",
    });
    expect(why.level).toBe(LEVELS[2]);
    expect(why.next).toEqual({ level: LEVELS[3], missing: 2_500_000_000_000n });
    expect(why.bar).toEqual({ held: 375, threshold: 250 });
    expect(why.isLate).toBe(false);
  });

  it("counts to the last unit: the amount that is missing for the next level is never rounded away", () => {
    const why = explainRate(fee({ window_fees: "3999.999999999" }));
    expect(why.next?.missing).toBe(1n);
    expect(why.bar?.held).toBe(999);
  });

  it("has no next level at the top, and a bar that still has room", () => {
    const why = explainRate(fee({ level: 6, window_fees: "50000" }));
    expect(why.next).toBeUndefined();
    expect(why.bar).toEqual({ held: 909, threshold: 454 });
  });

  it("begins with nothing", () => {
    expect(explainRate(fee({ level: 1, window_fees: "0" })).bar).toEqual({ held: 0, threshold: 0 });
  });

  it("omits levels whose rules it does not know", () => {
    const why = explainRate(fee({ ruleset: "levels-9" }));
    expect([why.level, why.next, why.bar]).toEqual([undefined, undefined, undefined]);
  });

  it("says that a fee came late", () => {
    expect(explainRate(fee({ occurred_at: "2026-03-01T08:59:00.000Z" })).isLate).toBe(true);
    expect(explainRate(fee({ occurred_at: "2026-03-01T08:59:00.001Z" })).isLate).toBe(false);
  });
});

it("the average share of fees is what was earned of them, and none without fees", () => {
  expect(averageShare({ fees: "200", earned: "28.64" })).toBe("0.1432");
  expect(averageShare({ fees: "3", earned: "0.4" })).toBe("0.1333");
  expect(averageShare({ fees: "0", earned: "0" })).toBeUndefined();
});
