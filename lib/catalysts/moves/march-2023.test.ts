/**
 * The depeg of USDC and the releases around it, as a regression test. The rules for storms and
 * releases were written after this month was known. Its labelled moves must still be found; the
 * counts record the current result.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { type DetectorMinute } from "./minute.ts";
import type { Move } from "./move.ts";
import { march2023, newestMoves, run } from "./moves.testing.ts";
import { MOVE_PARAMETERS } from "./parameters.ts";

const POWELL = Date.parse("2023-03-07T15:00Z");
const NFP = Date.parse("2023-03-10T13:30Z");
const FED = Date.parse("2023-03-12T22:15Z");
const CPI = Date.parse("2023-03-14T12:30Z");
const PPI = Date.parse("2023-03-15T12:30Z");

let minutes: DetectorMinute[];
let plain: Move[];
let withReleases: Move[];

beforeAll(() => {
  minutes = march2023();
  plain = newestMoves(run(minutes).changes);
  withReleases = newestMoves(run(minutes, { releases: [NFP, CPI, PPI] }).changes);
});

/** The first move that opens within half an hour, and how many minutes after `time`. */
function firstAfter(moves: readonly Move[], time: number): [number, Move] | undefined {
  const move = moves.find(({ openedAt }) => openedAt > time && openedAt <= time + 30 * MINUTE_MS);
  return move && [(move.openedAt - time) / MINUTE_MS, move];
}

describe("March 2023", () => {
  test("has 50 moves in 40 incidents, with the releases and without them", () => {
    const counts = (moves: readonly Move[]) => [
      moves.length,
      new Set(moves.map(({ incidentId }) => incidentId)).size,
    ];
    expect(counts(withReleases)).toEqual([50, 40]);
    expect(counts(plain)).toEqual([50, 40]);
  });

  test.each([
    ["CPI", CPI, 2],
    ["PPI", PPI, 2],
    ["Powell", POWELL, 7],
    ["NFP", NFP, 14],
    ["the Fed's statement", FED, 16],
  ])("%s opens a move without a calendar", (_, time, after) => {
    expect(firstAfter(plain, time)?.[0]).toBe(after);
  });

  test("PPI opens a move a minute earlier with the release rule", () => {
    const [after, move] = firstAfter(withReleases, PPI) ?? [];
    expect([after, move?.horizon, move?.rule]).toEqual([1, 60, "z"]);
    expect(Math.abs(move?.z ?? 0)).toBeCloseTo(2.98, 2);
  });

  test("the storm rule finds moves that z alone does not", () => {
    const parameters = { ...MOVE_PARAMETERS, storm: { ...MOVE_PARAMETERS.storm, horizons: [] } };
    const calm = newestMoves(run(minutes, { parameters }).changes);
    expect(calm).toHaveLength(46);
    expect(calm.every(({ rule }) => rule === "z")).toBe(true);
    expect(plain.filter(({ rule }) => rule === "storm").length).toBeGreaterThanOrEqual(4);
  });

  test("no two moves have one id, and each ends", () => {
    expect(new Set(plain.map(({ id }) => id)).size).toBe(50);
    expect(plain.every(({ endedAt, openedAt }) => endedAt !== null && endedAt > openedAt)).toBe(
      true,
    );
  });
});
