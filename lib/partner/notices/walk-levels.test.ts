/** The sequence of levels from the rows at which they changed and the falls between them. */
import { describe, expect, test } from "vitest";
import { fallen, walkLevels } from "./walk-levels.ts";

const never = () => Promise.reject(new Error("No fall was to be asked for."));

describe("levels that went by", () => {
  test("are none without a turn", async () => {
    expect(await walkLevels({ level: 3, since: 5 }, [], never)).toEqual([]);
  });

  test("begin at the rows that moved them, and no fall is asked for where nothing fell", async () => {
    const turns = [
      { seq: 4, at: 100, before: 1, after: 2 },
      { seq: 5, at: 100, before: 2, after: 4 },
      { seq: 9, at: 250, before: 4, after: 3 },
    ];
    expect(await walkLevels({ level: 1, since: 0 }, turns, never)).toEqual([
      { at: 100, from: 1, to: 2, seq: 4 },
      { at: 100, from: 2, to: 4, seq: 5 },
      { at: 250, from: 4, to: 3, seq: 9 },
    ]);
  });

  test("fell before a row at the instants that were to come after the row before it", async () => {
    const queries: unknown[] = [];
    const fallsAfter = (seq: number, notBefore: number) => {
      queries.push([seq, notBefore]);
      return Promise.resolve([
        { at: 60, level: 3 },
        { at: 100, level: 2 },
        { at: 101, level: 1 },
      ]);
    };
    const turns = [{ seq: 8, at: 100, before: 2, after: 3 }];
    expect(await walkLevels({ level: 4, since: 7 }, turns, fallsAfter)).toEqual([
      { at: 60, from: 4, to: 3, seq: 7 },
      { at: 100, from: 3, to: 2, seq: 7 },
      { at: 100, from: 2, to: 3, seq: 8 },
    ]);
    expect(queries).toEqual([[7, 7]]);
  });

  test("are asked for falls since the last change, not since the beginning", async () => {
    const queries: unknown[] = [];
    const fallsAfter = (seq: number, notBefore: number) => {
      queries.push([seq, notBefore]);
      return Promise.resolve([{ at: 300, level: 1 }]);
    };
    const turns = [
      { seq: 2, at: 200, before: 1, after: 2 },
      { seq: 6, at: 400, before: 1, after: 1 },
    ];
    const changes = await walkLevels({ level: 1, since: 50 }, turns, fallsAfter);
    expect(changes.map(({ at, to }) => [at, to])).toEqual([
      [200, 2],
      [300, 1],
    ]);
    expect(queries).toEqual([[5, 200]]);
  });

  test("are linked: each begins where the one before it ended", async () => {
    // The rules have changed since: the row has another level than the last notice.
    const turns = [{ seq: 3, at: 10, before: 3, after: 3 }];
    expect(await walkLevels({ level: 2, since: 0 }, turns, never)).toEqual([
      { at: 10, from: 2, to: 3, seq: 3 },
    ]);
  });
});

test("of falls to come those have happened that lie at the time or before it", () => {
  const falls = [
    { at: 10, level: 4 },
    { at: 20, level: 1 },
  ];
  const until = (time: number) => fallen(5, falls, { until: time, seq: 1 }).map(({ to }) => to);
  expect([9, 10, 19, 20].map(until)).toEqual([[], [4], [4], [4, 1]]);
});
