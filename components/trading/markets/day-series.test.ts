import { expect, test } from "vitest";
import { type Day, DaySeries } from "./day-series.ts";

function series() {
  const requested: string[] = [];
  const answers = new Map<string, (day: Day | undefined) => void>();
  const state = { now: 0, changes: 0, most: 0 };
  const days = new DaySeries({
    now: () => state.now,
    onChange: () => {
      state.changes += 1;
    },
    read: (symbol) => {
      requested.push(symbol);
      const { promise, resolve } = Promise.withResolvers<Day | undefined>();
      answers.set(symbol, resolve);
      state.most = Math.max(state.most, answers.size);
      return promise;
    },
  });
  const answer = async (symbol: string, failed = false) => {
    answers.get(symbol)?.(failed ? undefined : { opening: "1", prices: [] });
    answers.delete(symbol);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { days, requested, answer, state };
}

test("three are read at a time, and items that scrolled out of view are not read", async () => {
  const { days, requested, answer, state } = series();
  days.want(["A", "B", "C", "D", "E"]);
  expect(requested).toEqual(["A", "B", "C"]);
  days.want(["X", "Y"]);
  await answer("A");
  await answer("B");
  await answer("C");
  expect(requested).toEqual(["A", "B", "C", "X", "Y"]);
  expect([state.most, state.changes, days.get("A")?.opening]).toEqual([3, 3, "1"]);
});

test("a day is cached for five minutes, and a failed read is retried sooner", async () => {
  const { days, requested, answer, state } = series();
  days.want(["A", "B"]);
  await answer("A");
  await answer("B", true);
  days.want(["A", "B"]);
  expect(requested).toEqual(["A", "B"]);
  state.now = 20_000;
  days.want(["A", "B"]);
  expect(requested).toEqual(["A", "B", "B"]);
  await answer("B");
  state.now = 320_001;
  days.want(["A", "B"]);
  expect(requested.slice(3).toSorted()).toEqual(["A", "B"]);
});
