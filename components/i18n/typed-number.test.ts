import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIn } from "./format.ts";
import type { Locale } from "./locales.ts";
import { readTyped, tidyTyped, typedText } from "./typed-number.ts";

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
    expect(readTyped(typed, "en")).toEqual(figure(read));
    expect(tidyTyped(typed, "en")).toBe(read);
  });

  test.each([
    ["0,02", "figureDecimalMark"],
    ["0,5", "figureDecimalMark"],
    ["0,020", "figureDecimalMark"],
    ["59114,5", "figureDecimalMark"],
    ["1.234,56", "figureDecimalMark"],
    ["1.234.567", "figureDecimalMark"],
    ["1.2.3", "figureDecimalMark"],
    ["1,00", "figureDecimalMark"],
    ["1,0000", "figureDecimalMark"],
    ["1000,000", "figureDecimalMark"],
    ["1,000 000", "figureDecimalMark"],
    [",5", "figureDecimalMark"],
    ["5,", "figureDecimalMark"],
    ["-0.5", "figureSign"],
    ["\u22120.5", "figureSign"],
    ["1e3", "figureExponent"],
    ["abc", "figureNoNumber"],
    [".", "figureNoNumber"],
    ["1 2", "figureNoNumber"],
    ["0x10", "figureNoNumber"],
    ["9".repeat(33), "figureTooLong"],
  ])("%j is refused for its reason and left as typed", (typed, problem) => {
    const read = readTyped(typed, "en");
    expect(read.state === "unreadable" && read.problem).toBe(problem);
    expect(tidyTyped(typed, "en")).toBe(typed);
  });

  test("nothing typed is empty, and not zero", () => {
    expect([readTyped("", "en"), readTyped("  ", "en")]).toEqual([
      { state: "empty" },
      { state: "empty" },
    ]);
  });
});

const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})$/);
const fraction = fc.stringMatching(/^[0-9]{1,8}$/);

describe("for every figure", () => {
  test("a decimal is read as itself, and reading is stable", () => {
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        expect(readTyped(`${whole}.${part}`, "en")).toEqual(figure(`${whole}.${part}`));
      }),
    );
  });

  test("one written with a decimal comma is never another figure, unless it is a whole group of thousands", () => {
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        const isGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
        const expected = isGroup ? "figure" : "unreadable";
        expect(readTyped(`${whole},${part}`, "en").state).toBe(expected);
      }),
    );
  });

  test("thousands may be grouped by any one mark", () => {
    fc.assert(
      fc.property(digits, fraction, fc.constantFrom(...MARKS), (whole, part, mark) => {
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, mark);
        expect(readTyped(`${grouped}.${part}`, "en")).toEqual(figure(`${whole}.${part}`));
      }),
    );
  });

  test("whatever is typed, what is read has exactly the digits that were typed, in their order", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,' -]{0,12}$/), (typed) => {
        const read = readTyped(typed, "en");
        if (read.state !== "figure") return;
        const strip = (text: string) => text.replace(/[^0-9]/g, "").replace(/^0+/, "");
        expect(strip(read.text)).toBe(strip(typed));
      }),
    );
  });
});

describe("in German", () => {
  test.each([
    ["0,5", "0.5"],
    ["0,02000", "0.02000"],
    [",5", "0.5"],
    ["64.000,5", "64000.5"],
    ["1.234.567,89", "1234567.89"],
    ["1.234.567", "1234567"],
    ["64\u202f000,5", "64000.5"],
    ["64'000", "64000"],
    ["64000", "64000"],
  ])("%j is read as %s", (typed, read) => {
    expect(readTyped(typed, "de")).toEqual(figure(read));
  });

  test.each([
    ["1.234", "figureAmbiguous"],
    ["64.000", "figureAmbiguous"],
    ["0.5", "figureDecimalMark"],
    ["0.500", "figureDecimalMark"],
    ["64000.5", "figureDecimalMark"],
    ["1,234,567", "figureDecimalMark"],
    ["1,2,3", "figureDecimalMark"],
    ["1,234.5", "figureDecimalMark"],
  ])("%j may mean something else and is refused", (typed, problem) => {
    expect(readTyped(typed, "de")).toEqual({ state: "unreadable", problem });
    expect(tidyTyped(typed, "de")).toBe(typed);
  });

  test("a decimal of the wire is written with a comma, and read as itself", () => {
    fc.assert(
      fc.property(digits, fraction, (whole, part) => {
        const typed = typedText(`${whole}.${part}`, "de");
        expect(readTyped(typed, "de")).toEqual(figure(`${whole}.${part}`));
        expect(tidyTyped(typed, "de")).toBe(typed);
      }),
    );
  });
});

describe("in Arabic digits, as they are typed or pasted", () => {
  test.each([
    ["\u0660\u066b\u0665", "ar", "0.5"],
    ["\u0661\u066c\u0662\u0663\u0664\u066b\u0665", "ar", "1234.5"],
    ["\u06f1\u06f2", "ar", "12"],
    ["\u200f64,000.5\u200e", "ar", "64000.5"],
    ["\u0660\u066b\u0665", "de", "0.5"],
    ["\u0660\u066b\u0665", "en", "0.5"],
  ] as const)("%j in %s is read as %s", (typed, locale, read) => {
    expect(readTyped(typed, locale)).toEqual(figure(read));
  });
});

test("what the page itself writes in a language is read as itself there, or refused", () => {
  const locales = fc.constantFrom<Locale>("en", "de", "ar");
  fc.assert(
    fc.property(digits, fraction, locales, (whole, part, locale) => {
      const read = readTyped(formatIn(locale).grouped(`${whole}.${part}`), locale);
      expect(read).toEqual(figure(`${whole}.${part}`));
      const bare = readTyped(formatIn(locale).grouped(whole), locale);
      expect([figure(whole), { state: "unreadable", problem: "figureAmbiguous" }]).toContainEqual(
        bare,
      );
    }),
  );
});
