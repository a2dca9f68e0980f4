import { describe, expect, it } from "vitest";
import { csvLine, figureCell, textCell } from "#lib/platform/downloads/csv-cells.ts";
import { EXPORT_KINDS, headerLine, rowLine } from "./csv-columns.ts";

describe("a cell of text", () => {
  it("is quoted when it would break the line", () => {
    expect(textCell("plain")).toBe("plain");
    expect(textCell('a "b", c')).toBe('"a ""b"", c"');
    expect(textCell("two\r\nlines")).toBe('"two\r\nlines"');
  });

  it.each(["=1+1", "+1", "-1+cmd", "@SUM(A1)", "\t=1", "\r=1"])(
    "is no formula in a spreadsheet: %j",
    (text) => {
      expect(textCell(text).replace(/^"/, "").startsWith("'")).toBe(true);
    },
  );

  it.each([
    ["x;=1+1", "x;'=1+1"],
    ["a,b;@SUM(A1)", `"a,b;'@SUM(A1)"`],
    ["x\t-1+cmd", "x\t'-1+cmd"],
    ["x\n=1", `"x\n'=1"`],
    ["x; y-1", "x; y-1"],
  ])("is none in one that splits it elsewhere: %j", (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });
});

describe("a figure", () => {
  it("stays as the venue writes it, digit for digit", () => {
    for (const text of ["-0.000000001", "64000.10", "0", "12345678901234567890.123456789"])
      expect(figureCell(text)).toBe(text);
  });

  it("that is malformed is escaped as text", () => {
    expect(figureCell("-1+1")).toBe("'-1+1");
    expect(figureCell("")).toBe("");
  });
});

describe("a line", () => {
  it("ends with CRLF and has a cell for each name of the header", () => {
    for (const kind of EXPORT_KINDS) {
      const names = headerLine(kind).trimEnd().split(",");
      const line = rowLine(kind, { created_at: 0, last_updated_at: 0 });
      expect(line.endsWith("\r\n")).toBe(true);
      expect(line.split(",")).toHaveLength(names.length);
      expect(names.slice(0, 2)).toEqual(["created_at", "created_at_ms"]);
    }
    expect(csvLine(["a", "b"])).toBe("a,b\r\n");
  });

  it("has the time for people and for programs, and empty cells for absent values", () => {
    const row = {
      id: 7,
      account: "a",
      market: "BTCUSDC",
      size: "-0.5",
      amount: "-0.000000001",
      notional: "-32000.05",
      rate: null,
      created_at: 1_800_000_000_123,
    };
    expect(rowLine("funding", row)).toBe(
      "2027-01-15T08:00:00.123Z,1800000000123,7,BTCUSDC,-0.5,-0.000000001,-32000.05,\r\n",
    );
    expect(() => rowLine("funding", { ...row, created_at: "soon" })).toThrow(TypeError);
    const order = rowLine("orders", { created_at: 0, last_updated_at: 0, price: null });
    expect(order).not.toContain("null");
  });
});
