import { expect, test } from "vitest";
import { agoInWords } from "./ago-in-words.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

test("a future time is rounded to the nearest unit: a key of 90 days has 90 days just after it was made", () => {
  expect(agoInWords(-90 * DAY + 2 * SECOND, "en")).toBe("in 90 days");
  expect(agoInWords(-24 * HOUR + SECOND, "en")).toBe("tomorrow");
  expect(agoInWords(-HOUR + SECOND, "en")).toBe("in 1 hour");
  expect(agoInWords(-13 * HOUR, "en")).toBe("in 13 hours");
});

test("a past time is counted in whole completed units", () => {
  expect(agoInWords(90 * SECOND, "en")).toBe("1 minute ago");
  expect(agoInWords(2 * DAY - SECOND, "en")).toBe("yesterday");
  expect(agoInWords(30 * SECOND, "en")).toBe("now");
});
