import { expect, it } from "vitest";
import { soakTable } from "./record.ts";
import { coresOf, linesOf, type Outcome } from "./report.ts";
import type { Point } from "./statistics.ts";

const over = (perMinute: number): Point[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    at: minute * 60_000,
    value: 100 + minute * perMinute,
  }));

const series = new Map([
  [
    "app",
    new Map([
      ["resident MB", over(2)],
      ["files", over(0)],
      ["CPU s", over(6)],
    ]),
  ],
  ["folders", new Map([["venue MB", over(20)]])],
]);

it("judges memory, files and connections, and only shows what grows by design", () => {
  const verdicts = linesOf(series).map(({ owner, figure, flat }) => [owner, figure, flat]);
  expect(verdicts).toEqual([
    ["app", "resident MB", false],
    ["app", "files", true],
    ["folders", "venue MB", undefined],
  ]);
});

it("computes the share of a core from the seconds of CPU", () => {
  expect(coresOf(series)["app"]).toBeCloseTo(0.1);
  expect(coresOf(series)["folders"]).toBeUndefined();
});

it("writes one row a process, with the first and the last median, and names what grew", () => {
  const lines = linesOf(series);
  const outcome: Outcome = {
    startedAt: "2026-11-27T11:35:36.000Z",
    minutes: 120.2,
    streams: 300,
    cpu: "a processor",
    lines,
    cores: coresOf(series),
    load: {
      reads: { done: 1_200, failed: 0, skipped: 0, reasons: {} },
      orders: { done: 30, failed: 1, skipped: 0, reasons: { busy: 1 } },
    },
    problems: {},
    passed: false,
  };
  expect(soakTable(outcome).split("\n").slice(2)).toEqual([
    "| app | **132 → 212** |  |  | 100 |  |  |  | 10.0 % |",
    "",
    "Measured 2026-11-27 11:35 UTC, 120 minutes, 300 streams, a processor: 1,230 rounds of load, 1 failed; grew: app, resident MB.",
  ]);
});
