/**
 * Reads a number that was typed or pasted, by the rules of the page's language, and never guesses the decimal mark.
 * Text in another language's format is refused with a message and stays as typed.
 */
import { isDecimal } from "#lib/protocol/decimal.ts";
import type { Locale } from "./locales.ts";

/** Why a text is not a number; each has a message of its name. */
export type FigureProblem =
  | "figureSign"
  | "figureExponent"
  | "figureDecimalMark"
  | "figureAmbiguous"
  | "figureNoNumber"
  | "figureTooLong";

/** A number as it is signed, nothing yet, or why the text is not a number. */
export type TypedFigure =
  | { state: "empty" }
  | { state: "figure"; text: string }
  | { state: "unreadable"; problem: FigureProblem };

/** The decimal mark of each language. */
const DECIMAL_MARK: Readonly<Record<Locale, "." | ",">> = { en: ".", de: ",", ar: "." };

/**
 * Space, no-break space, narrow no-break space, thin space, apostrophe and its curly form: group marks in any language.
 */
const NEUTRAL_GROUPS = " \u00a0\u202f\u2009'\u2019";
const BIDI_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;

/**
 * Reads `.5` as `0.5`, `2.` as `2`, and groups of three digits with one group mark. In German the comma is the decimal
 * mark and the point groups; a single group after a point (`1.234`) is refused, because exports and the venue write
 * decimals with a point. Arabic digits are accepted in every language.
 */
export function readTyped(typed: string, locale: Locale): TypedFigure {
  const mark = DECIMAL_MARK[locale];
  const text = westernDigits(typed, mark).replace(BIDI_MARKS, "").trim();
  if (text === "") return { state: "empty" };
  if (mark === "," && /^[1-9]\d{0,2}\.\d{3}$/.test(text)) return unreadable("figureAmbiguous");
  const plain = withPoint(text, mark);
  if (plain === undefined || !PLAIN.test(plain)) return unreadable(problemOf(text, mark));
  const [whole = "", fraction = ""] = plain.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const figure = fraction === "" ? digits : `${digits}.${fraction}`;
  return isDecimal(figure) ? { state: "figure", text: figure } : unreadable("figureTooLong");
}

/** A decimal of the wire as text in this language, without groups. */
export function typedText(decimal: string, locale: Locale): string {
  return decimal.replace(".", DECIMAL_MARK[locale]);
}

/** The shortest form of a number; other text stays as typed. */
export function tidyTyped(typed: string, locale: Locale): string {
  const read = readTyped(typed, locale);
  if (read.state === "empty") return "";
  return read.state === "figure" ? typedText(read.text, locale) : typed;
}

function unreadable(problem: FigureProblem): TypedFigure {
  return { state: "unreadable", problem };
}

/** The text without groups and with a decimal point; `undefined` when the other mark is misplaced. */
function withPoint(text: string, mark: "." | ","): string | undefined {
  const other = mark === "." ? "," : ".";
  const decimal = `\\${mark}`;
  const group = `[\\${other}${NEUTRAL_GROUPS}]`;
  const grouped = new RegExp(`^[1-9]\\d{0,2}(${group})\\d{3}(?:\\1\\d{3})*(?:${decimal}\\d*)?$`);
  const plain = grouped.test(text) ? text.replace(new RegExp(group, "g"), "") : text;
  return plain.includes(other) ? undefined : plain.replace(mark, ".");
}

function westernDigits(text: string, mark: "." | ","): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll("\u066b", mark)
    .replaceAll("\u066c", mark === "." ? "," : ".");
}

function problemOf(text: string, mark: "." | ","): FigureProblem {
  if (/^[-\u2212\u2013]/.test(text)) return "figureSign";
  if (/^[\d.,]+e[+-]?\d+$/i.test(text)) return "figureExponent";
  const marks = /^[\d.,]+$/.test(text.replace(new RegExp(`[${NEUTRAL_GROUPS}]`, "g"), ""));
  const twice = text.split(mark).length > 2;
  const foreign = text.includes(mark === "." ? "," : ".");
  return marks && /\d/.test(text) && (twice || foreign) ? "figureDecimalMark" : "figureNoNumber";
}
