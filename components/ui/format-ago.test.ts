import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import { formatAgo } from "./format-ago.ts";

test("a future time is rounded to the nearest unit: a key of 90 days has 90 days just after it was made", () => {
  expect(formatAgo(-90 * DAY_MS + 2 * SECOND_MS, "en")).toBe("in 90 days");
  expect(formatAgo(-24 * HOUR_MS + SECOND_MS, "en")).toBe("tomorrow");
  expect(formatAgo(-HOUR_MS + SECOND_MS, "en")).toBe("in 1 hour");
  expect(formatAgo(-13 * HOUR_MS, "en")).toBe("in 13 hours");
});

test("a past time is counted in whole completed units", () => {
  expect(formatAgo(90 * SECOND_MS, "en")).toBe("1 minute ago");
  expect(formatAgo(2 * DAY_MS - SECOND_MS, "en")).toBe("yesterday");
  expect(formatAgo(30 * SECOND_MS, "en")).toBe("now");
});
