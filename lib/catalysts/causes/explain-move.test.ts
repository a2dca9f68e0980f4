/**
 * While a move lasts, only a stronger cause replaces one that was found. The end of the move fixes
 * its cause.
 */

import { beforeEach, describe, expect, test } from "vitest";
import { toReport } from "#lib/catalysts/events/report.ts";
import type { Move } from "#lib/catalysts/moves/move.ts";
import { type EngineState, moveSeen } from "#lib/catalysts/passes/engine-state.ts";
import { runPass } from "#lib/catalysts/passes/run-pass.ts";
import { moveAt, newsAt } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * MINUTE_MS;

let state: EngineState;
let seq = 0;
let move: Move;
/** Every explanation, newest last. */
let said: MoveExplanation[];

beforeEach(() => {
  state = { catalysts: new Map(), moves: new Map() };
  seq = 0;
  said = [];
  // SOL falls from 12:00 on, and a minute opens the move.
  move = moveAt(at(2), { market: "SOLUSDC", onset: NOON, extremeAt: at(2) });
});

function pass(minutes: number, ...news: Parameters<typeof newsAt>[1][]): void {
  const reports = news.map((change) => {
    seq += 1;
    return toReport({ ...newsAt(at(minutes), change), seq });
  });
  runAt(minutes, { reports, moves: [] });
}

function moves(minutes: number, change: Partial<Move> = {}): void {
  move = { ...move, ...change };
  const seen = moveSeen({ ...move, ...move.facts });
  const moved = { move: seen, explanation: said.at(-1) ?? null, candidates: [] };
  runAt(minutes, { reports: [], moves: [moved] });
}

function runAt(minutes: number, inputs: Omit<Parameters<typeof runPass>[1], "splits">): void {
  const { state: after, outputs } = runPass(state, { ...inputs, splits: [] }, at(minutes));
  state = after;
  said.push(...outputs.explanations.map(({ explanation }) => explanation));
}

const newest = () => {
  const { verdict, candidates } = said.at(-1) ?? {};
  return [verdict, candidates?.[0]?.headline];
};

const HACK = { headline: "Bridge of Solana drained", storyId: "hack" };
/** Tariffs affect every asset, but one market less than an event about its own asset. */
const TARIFFS: Parameters<typeof newsAt>[1] = {
  headline: "US tariffs on imports",
  type: "macro",
  assets: [],
  storyId: "tariffs",
};
/** The same event in other words, which the service takes for another story. */
const SECOND_HACK = { headline: "Solana bridge attacked", storyId: "other", authority: 0.75 };
const STRONGER = { headline: "Solana halted", storyId: "halt", authority: 0.99 };

/** Gives the move the hack as its cause. */
function attribute(): void {
  pass(-3, HACK);
  moves(2);
  pass(4);
  expect(newest()).toEqual(["attributed", HACK.headline]);
}

describe("while the move lasts", () => {
  test("a cause is kept although others share its probability", () => {
    attribute();
    moves(8, { extremeAt: at(8) });
    pass(7, SECOND_HACK, { ...SECOND_HACK, storyId: "third" }, TARIFFS);
    pass(9);
    expect(newest()).toEqual(["attributed", HACK.headline]);
    expect(said.at(-1)?.candidates[0]?.probability).toBeGreaterThan(0.8);
  });

  test("a stronger cause replaces it", () => {
    pass(-17, { ...HACK, authority: 0.7 });
    moves(2);
    pass(4);
    expect(newest()).toEqual(["attributed", HACK.headline]);
    moves(8, { extremeAt: at(8) });
    pass(4.5, STRONGER);
    expect(newest()[1]).toBe(STRONGER.headline);
  });

  test("a stronger cause after the extreme does not replace it", () => {
    pass(-17, { ...HACK, authority: 0.7 });
    moves(2);
    pass(4);
    pass(4.5, STRONGER);
    expect(newest()).toEqual(["attributed", HACK.headline]);
  });

  test("a denied cause is replaced by the next search", () => {
    attribute();
    pass(6, {
      ...HACK,
      role: "denial",
      direction: "positive",
      publisher: "b.example",
      id: "nws_b",
    });
    expect(newest()[0]).not.toBe("attributed");
  });

  test("market mechanics are added without changing the cause", () => {
    attribute();
    pass(5, SECOND_HACK, { ...SECOND_HACK, storyId: "third" });
    moves(6, { facts: { ...move.facts, cascade: true } });
    expect(newest()).toEqual(["attributed", HACK.headline]);
    expect(said.at(-1)?.mechanics).toEqual(["liquidations"]);
  });

  test("a report after the extreme makes a cause possible at most", () => {
    moves(2);
    pass(5, HACK);
    expect(newest()).toEqual(["possible", HACK.headline]);
    expect(said.at(-1)?.probability).toBeGreaterThan(0.8);
    moves(7, { extremeAt: at(7) });
    expect(newest()[0]).toBe("attributed");
  });
});

describe("after its end", () => {
  const END = { endedAt: at(17), endedBy: "quiet" } as const;

  test("the cause never changes, whatever is reported or denied", () => {
    attribute();
    moves(17, END);
    const before = said.length;
    pass(18, TARIFFS, { ...STRONGER, publishedAt: new Date(at(1)) });
    pass(20, { ...HACK, role: "denial", direction: "positive", publisher: "b.example" });
    pass(60);
    expect(said).toHaveLength(before);
  });

  test("a late report that was published before the extreme makes a cause possible, which then stays", () => {
    moves(2);
    moves(17, END);
    expect(newest()[0]).toBe("unexplained");
    pass(20, { ...HACK, publishedAt: new Date(at(2)) });
    expect(newest()).toEqual(["possible", HACK.headline]);
    const before = said.length;
    pass(21, { ...STRONGER, publishedAt: new Date(at(1)) });
    expect(said).toHaveLength(before);
  });

  test.each([
    ["after the extreme", new Date(at(3))],
    ["at an unknown time", null],
  ])("one that was published %s explains nothing", (_when, publishedAt) => {
    moves(2);
    moves(17, END);
    pass(20, { ...HACK, publishedAt });
    expect(newest()[0]).toBe("unexplained");
  });

  test("reports from before the end explain nothing more after it", () => {
    pass(-3, { ...HACK, authority: 0.3, direction: "positive" });
    moves(2);
    moves(17, END);
    expect(newest()[0]).toBe("unexplained");
    const before = said.length;
    for (const source of ["b", "c", "d"]) {
      pass(19, { ...HACK, publisher: `${source}.example`, authority: 0.9 });
    }
    expect(said).toHaveLength(before);
  });

  test("a pending verdict is given once", () => {
    pass(-3, HACK);
    moves(2);
    moves(3, { endedAt: at(3), endedBy: "retrace" });
    pass(4);
    expect(newest()).toEqual(["attributed", HACK.headline]);
  });
});

test.each([5, 10, 15, 20, 29])(
  "with other stories %i minutes later, the move keeps its own cause",
  (minutes) => {
    attribute();
    const isOpen = minutes < 17;
    if (isOpen) moves(minutes, { extremeAt: at(minutes) });
    else moves(17, { endedAt: at(17), endedBy: "quiet" });
    pass(minutes + 0.5, SECOND_HACK, TARIFFS, { ...TARIFFS, storyId: "tariffs again" });
    pass(60);
    expect(newest()).toEqual(["attributed", HACK.headline]);
  },
);
