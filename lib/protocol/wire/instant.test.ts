import { expect, test } from "vitest";
import { instant } from "./values.ts";

test.each([
  ["2026-05-01", "2026-05-01T00:00:00Z"],
  ["2026-05-01 14:00", "2026-05-01T14:00:00Z"],
  ["2026-05-01 14:00 UTC", "2026-05-01T14:00:00Z"],
  ["2026-05-01T14:00:00.5+0200", "2026-05-01T14:00:00.5+02:00"],
  ["1777644000", "2026-05-01T14:00:00.000Z"],
  ["1777644000000", "2026-05-01T14:00:00.000Z"],
])("%s is a time", (text, iso) => {
  expect(Date.parse(instant.parse(text))).toBe(Date.parse(iso));
});

test.each(["", "today", "2026-02-31", "177764400", "2026-05-01T25:00"])("%j is none", (text) => {
  expect(instant.safeParse(text).success).toBe(false);
});
