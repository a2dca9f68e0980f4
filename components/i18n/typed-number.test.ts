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
    ["0,5", "0.5"],
    ["0,02", "0.02"],
    ["0,020", "0.020"],
    [",5", "0.5"],
    ["5,", "5"],
    ["59114,5", "59114.5"],
    ["1,00", "1.00"],
    ["1,0000", "1.0000"],
    ["1.234,56", "1234.56"],
    ["1.234,567", "1234.567"],
    ["1.234.567", "1234567"],
    ["1,234,567", "1234567"],
    ["64 000,5", "64000.5"],
    ["64\u200a000", "64000"],
    ["64\u2018000", "64000"],
    ["1.234", "1.234"],
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
    ["1,234", "figureAmbiguous"],
    ["64,000", "figureAmbiguous"],
    ["1000,000", "figureAmbiguous"],
    ["1 000,000", "figureAmbiguous"],
    ["1.2.3", "figureDecimalMark"],
    ["1,2,3", "figureDecimalMark"],
    ["1,000 000", "figureDecimalMark"],
    ["1,00,000", "figureDecimalMark"],
    ["1.234,567,890", "figureDecimalMark"],
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

  test("one written with the decimal mark of another language is itself, or asked about before three digits", () => {
    const ambiguous = { state: "unreadable", problem: "figureAmbiguous" };
    const pages = fc.constantFrom<[Locale, string]>(["en", ","], ["ar", ","], ["de", "."]);
    fc.assert(
      fc.property(digits, fraction, pages, (whole, part, [locale, mark]) => {
        const isAmbiguous = part.length === 3 && whole !== "0";
        const expected = isAmbiguous ? ambiguous : figure(`${whole}.${part}`);
        expect(readTyped(`${whole}${mark}${part}`, locale)).toEqual(expected);
      }),
    );
  });

  test("no writing of a figure in any language is read as another one on any page", () => {
    const writings = fc.constantFrom(
      [",", "."],
      [".", ","],
      [" ", ","],
      ["'", "."],
      ["\u066c", "\u066b"],
    );
    const locales = fc.constantFrom<Locale>("en", "de", "ar");
    fc.assert(
      fc.property(digits, fraction, writings, locales, (whole, part, [group, mark], locale) => {
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group!);
        const read = readTyped(`${grouped}${mark}${part}`, locale);
        if (read.state === "figure") expect(read).toEqual(figure(`${whole}.${part}`));
        const bare = readTyped(grouped, locale);
        // The page's own decimal mark is one before three digits too.
        const isOwn = (locale === "de") === (group === ",") && /[.,]/.test(group!);
        const isOne = grouped.split(group!).length === 2;
        if (bare.state === "figure" && !(isOwn && isOne)) expect(bare).toEqual(figure(whole));
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
    ["0.5", "0.5"],
    ["0.500", "0.500"],
    ["64000.5", "64000.5"],
    ["1,234.5", "1234.5"],
    ["1,234,567", "1234567"],
  ])("%j is read as %s", (typed, read) => {
    expect(readTyped(typed, "de")).toEqual(figure(read));
  });

  test.each([
    ["1.234", "figureAmbiguous"],
    ["64.000", "figureAmbiguous"],
    ["64000.500", "figureAmbiguous"],
    ["1,2,3", "figureDecimalMark"],
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
    ["\u0661\u066c\u0662\u0663\u0664", "ar", "1234"],
    ["\u0661\u066c\u0662\u0663\u0664", "de", "1234"],
    ["\u0660\u060c\u0665", "ar", "0.5"],
    ["\u0661\u066b\u0662\u0663\u0664", "en", "1.234"],
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
