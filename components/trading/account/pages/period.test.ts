import { describe, expect, it } from "vitest";
import { formatFilter, parseFilter, spanOf } from "./period.ts";

const parse = (search: string) => parseFilter(new URLSearchParams(search));
const NOW = Date.UTC(2026, 1, 3, 12, 0, 30);

describe("the address of an account page", () => {
  it("says which span and market are shown, and is no longer than it must be", () => {
    for (const search of [
      "",
      "period=7d",
      "period=all&market=BTCUSDC",
      "from=2026-01-31&to=2026-02-03",
    ])
      expect(formatFilter(parse(search))).toBe(search);
    expect(formatFilter(parse("period=30d"))).toBe("");
  });

  it("that makes no sense shows the last 30 days of all markets", () => {
    const plain = parse("");
    for (const search of ["period=1y", "market=../x", "from=2026-02-30", "to=yesterday"])
      expect(parse(search)).toEqual(plain);
  });
});

describe("the span", () => {
  it("of a preset begins on a minute and has no end: new rows come in", () => {
    expect(spanOf(parse("period=24h"), NOW)).toEqual({
      market: undefined,
      from: NOW - 30_000 - 86_400_000,
    });
    expect(spanOf(parse("period=all&market=X"), NOW)).toEqual({ market: "X" });
  });

  it("of days has both of them, whole", () => {
    const { from, to } = spanOf(parse("from=2026-01-31&to=2026-02-01"), NOW);
    expect(new Date(from!).getDate()).toBe(31);
    expect(new Date(from!).getHours()).toBe(0);
    expect(new Date(to!).getDate()).toBe(2);
    expect(spanOf(parse("from=2026-01-31"), NOW).to).toBeUndefined();
  });
});
