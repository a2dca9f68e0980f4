/** What a person typed into a field for a figure: read without ever guessing where the decimal point is. */
import { isDecimal } from "#lib/protocol/decimal.ts";

/** A figure as it would be signed, nothing yet, or why the text is no figure. */
export type TypedFigure =
  | { state: "empty" }
  | { state: "figure"; text: string }
  | { state: "unreadable"; problem: string };

const USE_A_POINT = "Use a point for decimals, for example 0.5.";

/** Comma, space, no-break space, narrow no-break space, thin space, apostrophe and its curly form. */
const GROUP_MARK = "[, \u00a0\u202f\u2009'\u2019]";
/** Thousands in groups of three, all with the same mark: `0,020` is no such figure, it is a decimal comma. */
const GROUPED = new RegExp(`^[1-9]\\d{0,2}(${GROUP_MARK})\\d{3}(?:\\1\\d{3})*(?:\\.\\d*)?$`);
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;

/** Reads `.5` as `0.5`, `1,000` as `1000`, `2.` as `2`. A comma that may be a decimal comma is refused, never dropped. */
export function readTyped(typed: string): TypedFigure {
  const text = typed.trim();
  if (text === "") return { state: "empty" };
  const plain = GROUPED.test(text) ? text.replace(new RegExp(GROUP_MARK, "g"), "") : text;
  if (!PLAIN.test(plain)) return { state: "unreadable", problem: problemOf(plain) };
  const [whole = "", fraction = ""] = plain.split(".");
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const figure = fraction === "" ? digits : `${digits}.${fraction}`;
  if (!isDecimal(figure)) return { state: "unreadable", problem: "That is too many digits." };
  return { state: "figure", text: figure };
}

/** The text as it would be signed; text that is no figure stays as it was typed. */
export function tidyDecimal(typed: string): string {
  const read = readTyped(typed);
  if (read.state === "empty") return "";
  return read.state === "figure" ? read.text : typed;
}

function problemOf(text: string): string {
  if (/^[-\u2212\u2013]/.test(text)) return "It must be above zero, without a sign.";
  if (/^[\d.]+e[+-]?\d+$/i.test(text)) return "Write all the digits, without an exponent.";
  if (/\d/.test(text) && (text.includes(",") || /\..*\./.test(text))) return USE_A_POINT;
  return "That is not a number.";
}
