/** Columns of figures of a partner's files: the same text as in JSON answers, cell by cell. */
import { type Column, figure } from "#lib/platform/downloads/csv-pages.ts";
import { PRODUCTS } from "#lib/protocol/partner/partner-levels.ts";
import type { Figures, ProductFigures } from "#lib/protocol/wire/partner.ts";

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
