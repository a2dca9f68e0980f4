import { describe, expect, it } from "vitest";
import { formatIn } from "./format.ts";

describe("figures in a language", () => {
  const en = formatIn("en");

  it("are exact beyond what a double holds", () => {
    expect(en.grouped("123456789012345678901.125")).toBe("123,456,789,012,345,678,901.125");
    expect(en.figure("9007199254740993.05", 1)).toBe("9,007,199,254,740,993.1");
  });

  it("round half away from zero, and zero has no sign", () => {
    expect(en.figure("-0.125", 2)).toBe("-0.13");
    expect(en.figure("-0.001", 2)).toBe("0.00");
    expect(en.signedMoney(4_000_000n)).toBe("0.00");
    expect(en.signedMoney(5_000_000n)).toBe("+0.01");
    expect(en.money(-5_000_000n)).toBe("-0.01");
  });

  it("leave out the cents of large money", () => {
    expect(en.shortMoney(9_999_990_000_000n)).toBe("9,999.99");
    expect(en.shortMoney(10_000_500_000_000n)).toBe("10,001");
    expect(en.shortMoney(-181_236_400_000_000n)).toBe("-181,236");
    expect(formatIn("de").shortMoney(181_236_400_000_000n)).toBe("181.236");
  });

  it("show an invalid figure as a dash", () => {
    for (const text of [undefined, null, "", "1e5", "NaN", "0x10", " 1"]) {
      expect(en.figure(text, 2)).toBe("—");
      expect(en.percent(text)).toBe("—");
      expect(en.compact(text)).toBe("—");
    }
  });

  it("follow the language", () => {
    expect(formatIn("de").figure("64000.5", 1)).toBe("64.000,5");
    expect(formatIn("de").percent("0.0123")).toBe("+1,23\u00a0%");
    expect(formatIn("ar").figure("64000.5", 1)).toBe("64,000.5");
    expect(en.percent("0.0123")).toBe("+1.23%");
    expect(en.ratio("0.54", 0)).toBe("54%");
    expect(en.ratio("0.000002", 4)).toBe("0.0002%");
    expect(en.compact("12345678.9")).toBe("12.35M");
    expect(en.compact("999.5")).toBe("999.50");
    expect(en.compact("235819.23")).toBe("235.82K");
    expect(formatIn("de").compact("235819.23")).toBe("235.819");
    expect(formatIn("de").compact("12345678.9")).toBe("12,35\u00a0Mio.");
  });

  it("writes a day as charts and filters do, without a zero before it", () => {
    const first = Date.UTC(2026, 1, 1, 12);
    expect(en.date(first)).toBe("1 Feb 2026");
    expect(formatIn("de").date(first)).toBe("1. Feb. 2026");
  });
});
