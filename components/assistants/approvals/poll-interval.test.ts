import { expect, it } from "vitest";
import { listPollIntervalMs, pollIntervalMs } from "./poll-interval.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const decided = (state: "sending" | "unknown" | "placed", secondsAgo: number) => ({
  state,
  decided_at: new Date(NOW - secondsAgo * 1_000).toISOString(),
});

it("an unsettled order is polled less and less often, and an ended one not at all", () => {
  const often = [0, 60, 600].map(
    (seconds) => pollIntervalMs(decided("unknown", seconds), NOW) ?? 0,
  );
  expect(often).toEqual(often.toSorted((one, other) => one - other));
  expect(new Set(often).size).toBe(3);
  expect(often.at(-1)).toBeLessThan(60_000);
  expect(pollIntervalMs(decided("placed", 0), NOW)).toBeUndefined();
});

it("a list is polled for its latest unsettled order, and not at all without one", () => {
  const latest = decided("sending", 1);
  const old = decided("unknown", 600);
  expect(listPollIntervalMs([old, latest], NOW)).toBeLessThan(listPollIntervalMs([old], NOW) ?? 0);
  expect(listPollIntervalMs([decided("placed", 1)], NOW)).toBeUndefined();
});
