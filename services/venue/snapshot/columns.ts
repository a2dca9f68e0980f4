/**
 * Rows as columns: a thousand rows of one shape name each field once, not a thousand times. All rows of a table have
 * the same fields.
 */

export type Columns<Row> = { count: number; fields: [keyof Row & string, unknown[]][] };

export function toColumns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row & string)[];
  return {
    count: rows.length,
    fields: names.map((name) => [name, rows.map((row) => row[name])]),
  };
}

export function fromColumns<Row extends object>(columns: Columns<Row>): Row[] {
  return Array.from({ length: columns.count }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of columns.fields) row[name] = values[index];
    return row as Row;
  });
}
