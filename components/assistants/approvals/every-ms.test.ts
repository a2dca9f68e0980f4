import { expect, it } from "vitest";
import { everyMs, everyMsOf } from "./every-ms.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const decided = (state: "sending" | "unknown" | "placed", secondsAgo: number) => ({
  state,
  decided_at: new Date(NOW - secondsAgo * 1_000).toISOString(),
});

it("what is not certain is asked for ever less often, and what has ended not at all", () => {
  const often = [0, 60, 600].map((seconds) => everyMs(decided("unknown", seconds), NOW) ?? 0);
  expect(often).toEqual(often.toSorted((one, other) => one - other));
  expect(new Set(often).size).toBe(3);
  expect(often.at(-1)).toBeLessThan(60_000);
  expect(everyMs(decided("placed", 0), NOW)).toBeUndefined();
});

it("a list follows the latest of what is not certain, and rests without one", () => {
  const latest = decided("sending", 1);
  const old = decided("unknown", 600);
  expect(everyMsOf([old, latest], NOW)).toBeLessThan(everyMsOf([old], NOW) ?? 0);
  expect(everyMsOf([decided("placed", 1)], NOW)).toBeUndefined();
});
