/**
 * Reads a number that was typed or pasted, in any language's format as far as it can mean one number only. What may mean
 * two is refused with a message and stays as typed.
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

/** Spaces of any width, and apostrophes: group marks in any language, and the Arabic one. */
const NEUTRAL_GROUPS = " \u00a0\u2007-\u200a\u202f\u205f'`\u00b4\u2018\u2019\u02bc\uff07\u066c";
const BIDI_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;

/**
 * Reads `.5` as `0.5`, `2.` as `2`, and groups of three digits with one group mark. Point and comma are both decimal marks
 * wherever the text can mean nothing else, because a phone's keypad may have only one of them, and exports and the venue
 * write a point. A single mark before three digits is refused unless it is the page's own: `1,234` on an English page may
 * be either of two numbers, one a thousand times the other. Arabic digits are accepted in every language.
 */
export function readTyped(typed: string, locale: Locale): TypedFigure {
  const own = DECIMAL_MARK[locale];
  const text = westernDigits(typed).replace(BIDI_MARKS, "").trim();
  if (text === "") return { state: "empty" };
  const mark = text.includes("\u066b") ? "\u066b" : decimalMark(text, own);
  if (mark === undefined) return unreadable("figureAmbiguous");
  const plain = withPoint(text, mark);
  if (plain === undefined || !PLAIN.test(plain)) return unreadable(problemOf(text));
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

/** Why an amount is none, for fields that name no other reason. */
export function amountProblem(problem: FigureProblem): "ambiguous" | "unreadable" {
  return problem === "figureAmbiguous" ? "ambiguous" : "unreadable";
}

function unreadable(problem: FigureProblem): TypedFigure {
  return { state: "unreadable", problem };
}

/** The decimal mark of a text, whether it has one or not; `undefined` when it may be read in two ways. */
function decimalMark(text: string, own: "." | ","): "." | "," | undefined {
  const other = own === "." ? "," : ".";
  const [owns, others] = [text.split(own).length - 1, text.split(other).length - 1];
  if (others === 0) return owns > 1 ? other : own;
  if (others > 1) return own;
  if (owns > 0) return text.lastIndexOf(own) > text.lastIndexOf(other) ? own : other;
  // A group of thousands does not follow a zero, or nothing.
  const isFraction = /^0*[.,]/.test(text);
  return /[.,]\d{3}$/.test(text) && !isFraction ? undefined : other;
}

/** The text without groups and with a decimal point; `undefined` when its marks are misplaced. */
function withPoint(text: string, mark: "." | "," | "\u066b"): string | undefined {
  const group = `[${mark === "." ? "," : mark === "," ? "." : ".,"}${NEUTRAL_GROUPS}]`;
  const decimal = `\\${mark}`;
  const grouped = new RegExp(`^[1-9]\\d{0,2}(${group})\\d{3}(?:\\1\\d{3})*(?:${decimal}\\d*)?$`);
  const plain = grouped.test(text) ? text.replace(new RegExp(group, "g"), "") : text;
  const [whole, ...rest] = plain.split(mark);
  return rest.length > 1 || /[.,]/.test(rest.concat(whole ?? "").join(""))
    ? undefined
    : plain.replace(mark, ".");
}

/** Digits and comma of an Arabic keypad as Western ones. */
function westernDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll("\u060c", ",");
}

function problemOf(text: string): FigureProblem {
  if (/^[-\u2212\u2013]/.test(text)) return "figureSign";
  if (/^[\d.,]+e[+-]?\d+$/i.test(text)) return "figureExponent";
  const bare = text.replace(new RegExp(`[${NEUTRAL_GROUPS}]`, "g"), "");
  const isMarked = /^[\d.,\u066b]+$/.test(bare) && /\d/.test(text) && /[.,\u066b]/.test(bare);
  return isMarked ? "figureDecimalMark" : "figureNoNumber";
}
