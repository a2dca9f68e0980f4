/**
 * CSV as a spreadsheet of a language opens it. Excel and LibreOffice split at `;` and read `,` as the decimal mark where
 * people write numbers so, take text for UTF-8 only behind a byte order mark, and do not know ISO times as dates. See
 * docs/decisions/101-csv-for-spreadsheets.md.
 */
import { z } from "zod";
import { PAGE_LANGUAGES, type PageLanguage } from "#lib/platform/http/plain-page.ts";

/** The parameter of every CSV file but signed ones, whose bytes must not differ. */
export const spreadsheetParameter = z
  .enum(PAGE_LANGUAGES)
  .optional()
  .describe(
    "With csv: separator, decimal mark and times as spreadsheets of this language read them, instead of the exact file",
  );

/** What separates cells, and the decimal mark. Arabic pages show Latin digits with a point. */
const FORMS: Readonly<Record<PageLanguage, readonly [separator: string, decimal: string]>> = {
  en: [",", "."],
  de: [";", ","],
  ar: [",", "."],
};

const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g;
const DECIMAL = /^(-?\d+)\.(\d+)$/;
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/** @param parts whole lines of `csvLine` */
export async function* forSpreadsheet(
  parts: AsyncIterator<string, void>,
  language: PageLanguage,
): AsyncGenerator<string, void> {
  const [separator, decimal] = FORMS[language];
  const cellOf = (cell: string): string => {
    const figure = cell.replace(DECIMAL, `$1${decimal}$2`);
    if (figure !== cell) return figure;
    const text = cell.replace(TIME, "$1 $2");
    return text.includes(separator) && !text.startsWith('"') ? `"${text}"` : text;
  };
  let mark = "\uFEFF";
  for (;;) {
    const { value, done } = await parts.next();
    if (done === true) return;
    const lines = value.replace(
      CELL,
      (_, cell: string, end: string) => cellOf(cell) + (end === "," ? separator : end),
    );
    yield mark + lines;
    mark = "";
  }
}

/** The language that a request names in its query; its route has checked it. */
export function spreadsheetOf({ url }: Request): PageLanguage | undefined {
  const named = new URL(url).searchParams.get("spreadsheet");
  return PAGE_LANGUAGES.find((language) => language === named);
}
