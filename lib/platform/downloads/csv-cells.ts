/** Lines of CSV (RFC 4180): quoted where it must be, CRLF at the end of each line. */

/** A figure as the venue writes it; every other text in a figure column is escaped. */
const FIGURE = /^-?\d+(?:\.\d+)?$/;

/**
 * Where a spreadsheet would run a text as a formula: at its start, and after a separator or line break of other spreadsheets. One that
 * splits at semicolons does not see the quotes around the cell.
 */
const FORMULAS = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g;

/** One cell of text: an apostrophe before what a spreadsheet would run, quotes around what would break the line. */
export function textCell(value: string): string {
  const guarded = value.replaceAll(FORMULAS, "$1'");
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One cell of a figure, digit for digit, with its minus sign; anything else is a text cell. */
export function figureCell(value: string): string {
  return FIGURE.test(value) ? value : textCell(value);
}

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** Joins finished cells to a line. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
