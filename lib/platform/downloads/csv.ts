/** Lines of CSV (RFC 4180): quoted where it must be, CRLF at the end of each line. */

/** A figure as the venue writes it. Nothing else may pass a guarded column unguarded. */
const FIGURE = /^-?\d+(?:\.\d+)?$/;

/** A spreadsheet takes a text that begins so for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell of text: an apostrophe before what a spreadsheet would run, quotes around what would break the line. */
export function textCell(value: string): string {
  const guarded = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One cell of a figure, digit for digit, its minus sign too; what is no figure is text. */
export function figureCell(value: string): string {
  return FIGURE.test(value) ? value : textCell(value);
}

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Cells that are already made, as one line. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
