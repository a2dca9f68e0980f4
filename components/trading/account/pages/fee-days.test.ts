import { expect, it } from "vitest";
import { barsOf } from "./fee-days.ts";

it("a picture of fees has every day between, and no more than a season of them", () => {
  const bars = barsOf([
    { day: "2026-03-02", fees: "1.5" },
    { day: "2026-02-27", fees: "-0.25" },
  ]);
  expect(bars.map(({ day, fees }) => [day, fees])).toEqual([
    ["2026-02-27", -250_000_000n],
    ["2026-02-28", 0n],
    ["2026-03-01", 0n],
    ["2026-03-02", 1_500_000_000n],
  ]);
  expect(barsOf([])).toEqual([]);
  const long = barsOf([
    { day: "2026-03-02", fees: "1" },
    { day: "2020-01-01", fees: "1" },
  ]);
  expect(long).toHaveLength(120);
  expect(long.at(-1)?.day).toBe("2026-03-02");
});

it("a day of fees is one narrow bar in its span, and not the whole picture", () => {
  const from = Date.parse("2026-02-01T10:00:00Z");
  const to = Date.parse("2026-03-03T00:00:00Z");
  const bars = barsOf([{ day: "2026-02-20", fees: "2" }], { from, to });
  expect(bars).toHaveLength(30);
  expect(bars[0]?.day).toBe("2026-02-01");
  expect(bars.at(-1)?.day).toBe("2026-03-02");
  expect(bars.filter(({ fees }) => fees > 0n).map(({ day }) => day)).toEqual(["2026-02-20"]);
});
