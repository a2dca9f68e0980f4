/**
 * The highlights rely on this: an evaluation without new evidence never changes the direction or
 * raises the confidence.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { toReport } from "#lib/catalysts/events/report.ts";
import { openCatalyst, revise } from "#lib/catalysts/events/tracked-catalyst.ts";
import { newsAt } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { SENTIMENT_DIRECTIONS } from "#lib/protocol/market-knowledge.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

const someReport = fc.record({
  minute: fc.integer({ min: 0, max: 120 }),
  direction: fc.constantFrom(...SENTIMENT_DIRECTIONS),
  directionScore: fc.integer({ min: 10, max: 100 }).map((share) => share / 100),
  authority: fc.integer({ min: 10, max: 100 }).map((share) => share / 100),
  voiceId: fc.constantFrom("a", "b", "c"),
  role: fc.constantFrom("report" as const, "denial" as const),
});

/** This report is exactly at the limit below which a direction is neutral. */
const AT_THE_LIMIT = {
  minute: 0,
  direction: "negative",
  directionScore: 0.15,
  authority: 0.54,
  voiceId: "a",
  role: "report",
} as const;

test("an evaluation only lowers the confidence, whatever was reported", () => {
  fc.assert(
    fc.property(
      fc.array(someReport, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 5, max: 300 }), { minLength: 1, maxLength: 12 }),
      (reports, waits) => {
        const items = reports
          .toSorted((one, other) => one.minute - other.minute)
          .map(({ minute, ...change }, index) =>
            toReport({
              ...newsAt(NOON + minute * MINUTE_MS, { ...change, ...(index === 0 ? FIRST : {}) }),
              seq: index + 1,
            }),
          );
        let at = NOON + 120 * MINUTE_MS;
        const [first] = items;
        const opened = openCatalyst({ ...first!, type: "hack" }, { at, follows: null });
        let { catalyst } = revise(opened.catalyst, { kind: "evidence", at, evidence: items });
        for (const wait of waits) {
          at += wait * MINUTE_MS;
          const before = catalyst.event.sentiment;
          ({ catalyst } = revise(catalyst, { kind: "evaluated", at }));
          const { direction, confidence } = catalyst.event.sentiment;
          expect(direction).toBe(before.direction);
          expect(confidence).toBeLessThanOrEqual(before.confidence);
        }
      },
    ),
    { examples: [[[AT_THE_LIMIT], [284, 68, 5, 5]]] },
  );
});

const FIRST = { role: "report" } as const;
