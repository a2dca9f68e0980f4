/**
 * The causes of moves in March 2023, as a regression test: hand-written news items with their true
 * publication times, and the moves that the detector finds. The weights were not fitted to this
 * month, but its events were known.
 */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Report, toReport } from "#lib/catalysts/events/report.ts";
import { beginDetection, detect } from "#lib/catalysts/moves/detect-moves.ts";
import type { Move } from "#lib/catalysts/moves/move.ts";
import { march2023 } from "#lib/catalysts/moves/moves.testing.ts";
import { MOVE_PARAMETERS } from "#lib/catalysts/moves/parameters.ts";
import { type EngineState, moveSeen } from "#lib/catalysts/passes/engine-state.ts";
import { runPass } from "#lib/catalysts/passes/run-pass.ts";
import { newsAt } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { SentimentDirection } from "#lib/protocol/market-knowledge.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";

type Release = { kind: string; name: string; at: string };

const RELEASES = JSON.parse(
  readFileSync(new URL("../../../tests/data/releases-2023-03.json", import.meta.url), "utf8"),
) as Release[];
const releaseAt = (kind: string, day: number): string => {
  const found = RELEASES.find(
    (release) => release.kind === kind && new Date(release.at).getUTCDate() === day,
  );
  if (found === undefined) throw new Error(`there is no ${kind} on the ${day}`);
  return found.at;
};

type Headline = { headline: string; at: string; direction: SentimentDirection; authority?: number };

const MACRO: Headline[] = [
  {
    headline: "Powell tells the Senate that rates are likely to be higher than anticipated",
    at: releaseAt("central_bank", 7),
    direction: "neutral",
  },
  {
    headline: "Payrolls rise by 311,000 in February, unemployment at 3.6 percent",
    at: releaseAt("nfp", 10),
    direction: "neutral",
  },
  {
    headline:
      "Treasury, Federal Reserve and FDIC: all depositors of Silicon Valley Bank are made whole",
    at: releaseAt("central_bank", 12),
    direction: "positive",
  },
  {
    headline: "Consumer prices rise by 0.4 percent in February",
    at: releaseAt("cpi", 14),
    direction: "neutral",
  },
  {
    headline: "Producer prices fall by 0.1 percent in February",
    at: releaseAt("ppi", 15),
    direction: "positive",
  },
];
/** Circle's own announcement, late in the evening of the 10th in New York. */
const CIRCLE: Headline = {
  headline: "Circle: 3.3 billion dollars of the reserves of USDC remain at Silicon Valley Bank",
  at: "2023-03-11T03:11:00Z",
  direction: "negative",
  authority: 0.9,
};
/** No price moved at these times. */
const UNRELATED: Headline[] = [
  {
    headline: "A bank opens a desk for digital assets",
    at: "2023-03-08T19:00:00Z",
    direction: "positive",
  },
  { headline: "An exchange plans a fund", at: "2023-03-13T03:00:00Z", direction: "positive" },
];

function reportsOf(): Report[] {
  const macro = MACRO.map((headline) =>
    item(headline, { type: "macro", assets: [], authority: 0.95 }),
  );
  const other = UNRELATED.map((headline) =>
    item(headline, { type: "partnership", assets: [{ asset: "BTC", weight: 1 }], authority: 0.6 }),
  );
  const usdc = item(CIRCLE, { type: "regulatory", assets: [{ asset: "USDC", weight: 1 }] });
  return [...macro, usdc, ...other]
    .toSorted((one, next) => one.recordedAt.getTime() - next.recordedAt.getTime())
    .map((row, index) => toReport({ ...row, seq: index + 1 }));
}

function item(
  { headline, at, direction, authority }: Headline,
  change: Parameters<typeof newsAt>[1],
) {
  const rest = authority === undefined ? {} : { authority };
  return newsAt(Date.parse(at), { headline, direction, ...change, ...rest });
}

type Said = { move: Move; explanation: MoveExplanation };

let said: Said[];

beforeAll(() => {
  said = explainMonth();
});

/** A pass at the end of each minute. */
function explainMonth(): Said[] {
  const reports = reportsOf();
  const releases = RELEASES.filter(({ kind }) => kind !== "central_bank").map(({ at }) =>
    Date.parse(at),
  );
  const context = { parameters: MOVE_PARAMETERS, releases };
  const moves = new Map<string, Move>();
  const newest = new Map<string, MoveExplanation>();
  let detector = beginDetection(MOVE_PARAMETERS);
  let state: EngineState = { catalysts: new Map(), moves: new Map() };
  let read = 0;
  for (const minute of march2023()) {
    const at = minute.start + MINUTE_MS;
    const found = detect(detector, minute, context);
    detector = found.state;
    for (const { move } of found.changes) moves.set(move.id, move);
    const due = reports.filter(({ recordedAt }, index) => index >= read && recordedAt <= at);
    read += due.length;
    const changed = found.changes.map(({ move }) => ({
      move: moveSeen({ ...move, cascade: false, fundingFlip: false }),
      explanation: newest.get(move.id) ?? null,
      candidates: [],
    }));
    const pass = runPass(state, { reports: due, moves: changed, splits: [] }, at);
    state = pass.state;
    for (const one of pass.outputs.explanations) newest.set(one.moveId, one.explanation);
  }
  return [...newest].flatMap(([id, explanation]) => {
    const move = moves.get(id);
    return move === undefined ? [] : [{ move, explanation }];
  });
}

const openedWithin = (at: string, minutes: number) =>
  said.find(({ move }) => {
    const after = move.openedAt - Date.parse(at);
    return after > 0 && after <= minutes * MINUTE_MS;
  });

describe("March 2023", () => {
  test.each(MACRO)("$headline: is found as the cause of the move behind it", ({ headline, at }) => {
    const { explanation } = openedWithin(at, 30) ?? {};
    expect(["attributed", "possible"]).toContain(explanation?.verdict);
    expect(explanation?.candidates[0]?.headline).toBe(headline);
  });

  test("the depeg of USDC is found as the cause of the rise an hour after Circle's announcement", () => {
    const { move, explanation } = openedWithin(CIRCLE.at, 90) ?? {};
    expect(move?.direction).toBe("up");
    expect(explanation?.verdict).toBe("possible");
    expect(explanation?.candidates[0]?.headline).toBe(CIRCLE.headline);
  });

  test("most moves have no report near them and stay unexplained", () => {
    const unexplained = said.filter(({ explanation }) => explanation.verdict === "unexplained");
    expect(unexplained.length).toBeGreaterThan(35);
    expect(said).toHaveLength(50);
    for (const { headline } of UNRELATED) {
      const wrong = said.filter(
        ({ explanation }) =>
          explanation.verdict === "attributed" && explanation.candidates[0]?.headline === headline,
      );
      expect(wrong).toEqual([]);
    }
  });
});
