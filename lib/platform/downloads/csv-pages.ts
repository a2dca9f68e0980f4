/** CSV files of rows that are read page by page. */
import { csvLine, figureCell, textCell } from "./csv-cells.ts";

/** A column: its name, and how to format its cell of a row. */
export type Column<Row> = readonly [name: string, cell: (row: Row) => string];

type Value = string | number | boolean | null | undefined;

/** Text of a person or a chain, empty for null. */
export function text<Row>(name: string, of: (row: Row) => Value): Column<Row> {
  return [name, (row) => textCell(String(of(row) ?? ""))];
}

export function figure<Row>(name: string, of: (row: Row) => Value): Column<Row> {
  return [name, (row) => figureCell(String(of(row) ?? ""))];
}

export type Page<Row> = { results: Row[]; next: string | null };

/** All pages of a read as parts of a file. @throws an AbortError */
export async function* csvOfPages<Row>(
  columns: readonly Column<Row>[],
  read: (cursor: string | undefined) => Promise<Page<Row>>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let part = csvLine(columns.map(([name]) => name));
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const { results, next } = await read(cursor);
    part += results.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
    yield part;
    part = "";
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
