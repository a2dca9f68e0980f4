/** Rows of JSON answers as lines of a file: the same text, cell by cell. */
import { csvLine, figureCell, textCell } from "#lib/platform/downloads/csv.ts";
import { PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import type { Figures, ProductFigures } from "#lib/protocol/wire/partner.ts";

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

/** Columns for fees, earned and count, with a prefix. */
export function figureColumns<Row>(
  prefix: string,
  of: (row: Row) => Figures | undefined,
): Column<Row>[] {
  return (["fees", "earned", "count"] as const).map((name) =>
    figure(`${prefix}${name}`, (row) => of(row)?.[name]),
  );
}

/** Figures of each product and of copy trading, which is part of perp; empty for a product that was not requested. */
export function splitColumns<
  Row extends { by_product: ProductFigures[]; copy: Figures },
>(): Column<Row>[] {
  return [
    ...PRODUCTS.flatMap((product) =>
      figureColumns<Row>(`${product}_`, (row) =>
        row.by_product.find((one) => one.product === product),
      ),
    ),
    ...figureColumns<Row>("copy_", (row) => row.copy),
  ];
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
