import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTyped, tidyDecimal } from "./typed-figure.ts";

const figure = (text: string) => ({ state: "figure", text });
const MARKS = [",", " ", "\u00a0", "\u202f", "\u2009", "'", "\u2019"];

describe("a typed figure", () => {
  test.each([
    [".5", "0.5"],
    ["0.5", "0.5"],
    ["2.", "2"],
    ["007.10", "7.10"],
    ["0", "0"],
    [" 0.02 ", "0.02"],
    ["1,000", "1000"],
    ["59,114.5", "59114.5"],
    ["1,234,567.89", "1234567.89"],
    ["64 000.5", "64000.5"],
    ["64\u00a0000.5", "64000.5"],
    ["64\u202f000.5", "64000.5"],
    ["64'000.5", "64000.5"],
    ["64\u2019000.5", "64000.5"],
  ])("%j is read as %s", (typed, read) => {
    expect(readTyped(typed)).toEqual(figure(read));
    expect(tidyDecimal(typed)).toBe(read);
  });

  test.each([
    ["0,02", "Use a point"],
    ["0,5", "Use a point"],
    ["0,020", "Use a point"],
    ["59114,5", "Use a point"],
    ["1.234,56", "Use a point"],
    ["1.234.567", "Use a point"],
    ["1.2.3", "Use a point"],
    ["1,00", "Use a point"],
    ["1,0000", "Use a point"],
    ["1000,000", "Use a point"],
    ["1,000 000", "Use a point"],
    [",5", "Use a point"],
    ["5,", "Use a point"],
    ["-0.5", "above zero"],
    ["\u22120.5", "above zero"],
    ["1e3", "exponent"],
    ["abc", "not a number"],
    [".", "not a number"],
    ["1 2", "not a number"],
    ["0x10", "not a number"],
    ["9".repeat(33), "too many digits"],
  ])("%j is refused in words and left as typed", (typed, problem) => {
    const read = readTyped(typed);
    expect(read.state === "unreadable" && read.problem).toContain(problem);
    expect(tidyDecimal(typed)).toBe(typed);
  });

  test("nothing typed is empty, and not zero", () => {
    expect([readTyped(""), readTyped("  ")]).toEqual([{ state: "empty" }, { state: "empty" }]);
  });
});

const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})$/);
const fraction = fc.stringMatching(/^[0-9]{1,8}$/);

describe("for every figure", () => {
  test("a decimal is read as itself, and reading is stable", () => {
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        expect(readTyped(`${whole}.${part}`)).toEqual(figure(`${whole}.${part}`));
      }),
    );
  });

  test("one written with a decimal comma is never another figure, unless it is a whole group of thousands", () => {
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        const isGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
        const expected = isGroup ? "figure" : "unreadable";
        expect(readTyped(`${whole},${part}`).state).toBe(expected);
      }),
    );
  });

  test("thousands may be grouped by any one mark", () => {
    fc.assert(
      fc.property(digits, fraction, fc.constantFrom(...MARKS), (whole, part, mark) => {
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, mark);
        expect(readTyped(`${grouped}.${part}`)).toEqual(figure(`${whole}.${part}`));
      }),
    );
  });

  test("whatever is typed, what is read has exactly the digits that were typed, in their order", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,' -]{0,12}$/), (typed) => {
        const read = readTyped(typed);
        if (read.state !== "figure") return;
        const strip = (text: string) => text.replace(/[^0-9]/g, "").replace(/^0+/, "");
        expect(strip(read.text)).toBe(strip(typed));
      }),
    );
  });
});
