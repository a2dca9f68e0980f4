/** How late attempts began, and why. */
import { expect, test } from "vitest";
import { type AttemptRun, computeLateness } from "./lateness.ts";

const TERMS = { pauses: [], maxPerSecond: 50, divisor: 1 };

let count = 0;
function run(terms: Partial<AttemptRun> & { late?: number } = {}): AttemptRun {
  count += 1;
  const { late = 0, ...given } = terms;
  const dueAt = given.dueAt ?? 1_000_000 + count * 10_000;
  const startedAt = dueAt + late;
  return {
    deliveryId: `wh_evt_${count}`,
    number: 1,
    dueAt,
    startedAt,
    endedAt: startedAt + 20,
    failure: null,
    ...given,
  };
}

test("percentiles are computed over all attempts, and by number", () => {
  const runs = [
    ...Array.from({ length: 99 }, (_, index) => run({ late: index })),
    run({ late: 500, number: 7, failure: "status" }),
  ];
  const { all, by_attempt } = computeLateness(runs, TERMS);
  expect(all).toEqual({
    attempts: 100,
    early: 0,
    held: 0,
    p50_ms: 49,
    p95_ms: 94,
    p99_ms: 98,
    most_ms: 500,
  });
  expect(
    by_attempt.map(({ number, wait_seconds, attempts }) => [number, wait_seconds, attempts]),
  ).toEqual([
    [1, 0, 99],
    [2, 10, 0],
    [3, 60, 0],
    [4, 300, 0],
    [5, 900, 0],
    [6, 3_600, 0],
    [7, 14_400, 1],
  ]);
  expect(by_attempt[1]).toMatchObject({ p50_ms: null, most_ms: null });
});

test("an attempt before its time is early, and the divisor shortens the waits", () => {
  const { all, by_attempt } = computeLateness([run({ late: -1 }), run()], {
    ...TERMS,
    divisor: 1_000,
  });
  expect(all.early).toBe(1);
  expect(by_attempt[6]?.wait_seconds).toBe(14.4);
});

test("an attempt that waited for a pause is listed, and left out of the percentiles", () => {
  const held = run({ dueAt: 1_000, late: 60_000 });
  const { all, late } = computeLateness([held, run()], {
    ...TERMS,
    pauses: [{ from: 500, to: 61_000 }],
  });
  expect(all).toMatchObject({ attempts: 2, held: 1, most_ms: 0 });
  expect(late).toMatchObject([{ deliveryId: held.deliveryId, lateMs: 60_000, reason: "pause" }]);
});

test("a repeated attempt is late because the lease of its lost run had to end", () => {
  const lost = run({ dueAt: 1_000, failure: "lost" });
  const again = { ...lost, startedAt: 31_000, endedAt: 31_010, failure: null };
  const { all, late } = computeLateness([lost, again], TERMS);
  expect(all.attempts).toBe(1);
  expect(late).toMatchObject([{ lateMs: 30_000, reason: "lease" }]);
});

test("the rate is the reason when max_per_second attempts began in the second before", () => {
  const others = Array.from({ length: 5 }, (_, index) => run({ dueAt: 10_000 + index }));
  const one = run({ dueAt: 10_000, late: 900 });
  const { late } = computeLateness([...others, one], { ...TERMS, maxPerSecond: 5 });
  expect(late).toMatchObject([{ reason: "rate" }]);
});

test("slots are the reason when all were taken; after a timeout there are fewer", () => {
  const one = run({ dueAt: 10_000, late: 900 });
  const beside = (total: number, failure: AttemptRun["failure"]) =>
    Array.from({ length: total }, () =>
      run({ dueAt: 5_000, startedAt: 5_000, endedAt: 10_500, failure }),
    );
  const earlier = run({ dueAt: 1_000 });
  const reasonWith = (others: AttemptRun[]) =>
    computeLateness([earlier, ...others, one], TERMS).late[0]?.reason;
  expect(reasonWith(beside(16, null))).toBe("slots");
  expect(reasonWith(beside(15, null))).toBe("busy");
  expect(reasonWith(beside(4, "timeout"))).toBe("slots");
  // Until its first attempt has ended, a webhook has one attempt at a time.
  expect(computeLateness([...beside(1, null), one], TERMS).late[0]?.reason).toBe("slots");
});
