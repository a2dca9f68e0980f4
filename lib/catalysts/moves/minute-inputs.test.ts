import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  FAR_WAIT_MS,
  HeadWatch,
  type InputChange,
  MinuteInputs,
  planMinutes,
  WAIT_MS,
} from "./minute-inputs.ts";

const AT = Date.UTC(2026, 4, 1, 12);
const after = (minutes: number) => AT + minutes * MINUTE_MS;
const START = after(-1_000);

/** Stored up to these minutes after AT. */
const stored = (market: string, price: number, facts: number, oldest = -1_000) => ({
  market,
  oldest: after(oldest),
  priceEnd: after(price),
  factsEnd: after(facts),
});
const change = (market: string, part: "price" | "facts", start: number, isRead: boolean) =>
  ({ market, part, start, isRead }) satisfies InputChange;
const read = (...markets: string[]) =>
  new MinuteInputs(
    markets.flatMap((market) => [
      change(market, "price", START, true),
      change(market, "facts", START, true),
    ]),
  );
const plan = (
  progress: ReturnType<typeof stored>[],
  inputs: MinuteInputs,
  { now = after(1), since = after(1) }: { now?: number; since?: number } = {},
) => planMinutes({ minute: AT, progress, inputs, now, since });

const LATE = after(1) + WAIT_MS;

describe("minutes are taken", () => {
  test("up to where every market has its bar and its facts", () => {
    const progress = [stored("A", 5, 4), stored("B", 3, 9)];
    expect(plan(progress, read("A", "B"))).toEqual({ until: after(3), changes: [] });
    expect(plan([stored("A", 5, 2), stored("B", 3, 9)], read("A", "B"))?.until).toBe(after(2));
  });

  test("only when nothing of the next minute is missing, for a while", () => {
    expect(plan([stored("A", 1, 1), stored("B", 0, 1)], read("A", "B"))).toBeUndefined();
    expect(plan([stored("A", 1, 1), stored("B", 1, 0)], read("A", "B"))).toBeUndefined();
    expect(plan([], read())).toBeUndefined();
  });

  test("without late facts; later facts count from their minute on", () => {
    const progress = [stored("A", 1, 1), stored("B", 1, 0)];
    expect(plan(progress, read("A", "B"), { now: LATE })).toEqual({
      until: after(1),
      changes: [change("B", "facts", AT, false)],
    });
    const without = new MinuteInputs([
      ...read("A", "B").changes,
      change("B", "facts", after(-1), false),
    ]);
    expect(plan([stored("A", 1, 1), stored("B", 1, 1)], without)).toEqual({
      until: after(1),
      changes: [change("B", "facts", AT, true)],
    });
  });

  test("without waiting for facts that are far behind", () => {
    const without = new MinuteInputs([
      ...read("A").changes,
      change("A", "facts", after(-9), false),
    ]);
    expect(plan([stored("A", 2, -9)], without)).toEqual({ until: after(2), changes: [] });
  });
});

describe("a market whose bars do not come", () => {
  test("is skipped once the others are three minutes ahead", () => {
    const inputs = read("A", "B");
    expect(plan([stored("A", 2, 2), stored("B", 0, 2)], inputs, { now: LATE })).toBeUndefined();
    expect(plan([stored("A", 3, 3), stored("B", 0, 3)], inputs, { now: LATE })).toEqual({
      until: after(3),
      changes: [change("B", "price", AT, false)],
    });
  });

  test("is not skipped before a new replica has waited, because its history is being filled in", () => {
    const progress = [stored("A", 60, 60), stored("B", 0, 60)];
    const now = after(61);
    expect(plan(progress, read("A", "B"), { now, since: now - 1 })).toBeUndefined();
    expect(plan(progress, read("A", "B"), { now, since: now - WAIT_MS })).toBeUndefined();
    expect(plan(progress, read("A", "B"), { now, since: now - FAR_WAIT_MS })?.until).toBe(
      after(60),
    );
  });

  test("is not skipped when all markets stand still", () => {
    const progress = [stored("A", 0, 0), stored("B", 0, 0)];
    expect(plan(progress, read("A", "B"), { now: after(600) })).toBeUndefined();
  });

  test("is read again from the cursor, not from where its bars ended", () => {
    const gone = new MinuteInputs([
      ...read("A", "B").changes,
      change("B", "price", after(-50), false),
    ]);
    const progress = [stored("A", 1, 1), stored("B", -50, 1)];
    expect(plan(progress, gone)).toEqual({ until: after(1), changes: [] });
    expect(plan([stored("A", 1, 1), stored("B", 1, 1)], gone)).toEqual({
      until: after(1),
      changes: [change("B", "price", AT, true)],
    });
  });
});

describe("a new market", () => {
  test("is read from the cursor on, however old its bars are", () => {
    expect(plan([stored("A", 1, 1), stored("B", 1, 1)], read("A"))).toEqual({
      until: after(1),
      changes: [change("B", "price", AT, true), change("B", "facts", AT, true)],
    });
  });

  test("whose bars start later is decided there, because older bars may be stored meanwhile", () => {
    expect(plan([stored("A", 9, 9), stored("B", 9, 9, 4)], read("A"))).toEqual({
      until: after(4),
      changes: [],
    });
  });
});

test("a part is read from its first change on, as the last change before a minute decides", () => {
  const inputs = new MinuteInputs([
    change("A", "price", after(2), false),
    change("A", "price", AT, true),
    change("B", "facts", AT, true),
  ]);
  const price = { market: "A", part: "price" } as const;
  const reads = [-1, 0, 1, 2, 9].map((at) => inputs.isRead(price, after(at)));
  expect(reads).toEqual([false, true, true, false, false]);
  expect(inputs.isRead({ market: "A", part: "facts" }, AT)).toBe(false);
  expect(inputs.markets).toEqual(["A", "B"]);
});

describe("nothing is skipped while missing data arrives", () => {
  const began = after(-100);

  test("after an outage markets are filled in one after the other, and each waits for the next", () => {
    const watch = new HeadWatch(began);
    const [first, second, third] = [after(30), after(31), after(36)];
    // A returned first. B and C follow, minutes apart.
    const stands = [stored("A", 30, 30), stored("B", 0, 0), stored("C", 0, 0)];
    expect(watch.note([stored("A", 0, 0), stored("B", 0, 0), stored("C", 0, 0)], AT, AT)).toBe(
      began,
    );
    expect(watch.note(stands, AT, first)).toBe(first);
    const filling = [stored("A", 31, 31), stored("B", 20, 20), stored("C", 0, 0)];
    expect(watch.note(filling, AT, second)).toBe(second);
    const filled = [stored("A", 36, 36), stored("B", 36, 36), stored("C", 0, 0)];
    expect(watch.note(filled, AT, third)).toBe(third);
    const inputs = read("A", "B", "C");
    const wait = { since: third, now: third + FAR_WAIT_MS - 1 };
    expect(plan(filled, inputs, wait)).toBeUndefined();
    expect(plan(filled, inputs, { since: third, now: third + FAR_WAIT_MS })?.until).toBe(after(36));
  });

  test("a live minute waits from when its bars showed its end, whatever the clock says", () => {
    const watch = new HeadWatch(began);
    const clock = after(700);
    watch.note([stored("A", 0, 0), stored("B", 0, 0)], AT, clock);
    const late = [stored("A", 1, 1), stored("B", 1, 0)];
    const since = watch.note(late, AT, clock + 60_000);
    expect(since).toBe(clock + 60_000);
    expect(watch.note(late, AT, clock + 70_000)).toBe(since);
    expect(plan(late, read("A", "B"), { since, now: since + WAIT_MS - 1 })).toBeUndefined();
    expect(plan(late, read("A", "B"), { since, now: since + WAIT_MS })?.until).toBe(after(1));
  });
});
