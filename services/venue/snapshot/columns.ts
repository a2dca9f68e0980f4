/**
 * Rows as columns: numbers in one array, digests in one buffer, words that repeat once. A hundred thousand orders are
 * read in a fraction of the time that as many objects take. All rows of a table have the same fields.
 */

type Column =
  | { kind: "numbers"; values: Float64Array }
  | { kind: "amounts"; values: BigInt64Array }
  /** 32 bytes each; 64 lowercase hex digits in the row. */
  | { kind: "digests"; bytes: Uint8Array }
  | { kind: "words"; words: (string | null)[]; numbers: Uint32Array }
  | { kind: "values"; values: unknown[] };

export type Columns<Row> = { count: number; fields: [keyof Row & string, Column][] };

const DIGEST_BYTES = 32;
const DIGEST = /^[0-9a-f]{64}$/;

export function toColumns<Row extends object>(rows: readonly Row[]): Columns<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row & string)[];
  return {
    count: rows.length,
    fields: names.map((name) => [name, pack(rows.map((row) => row[name]))]),
  };
}

/** As {@link toColumns}, of rows that are never made: each field is read from the items. */
export function columnsOf<Item, Row extends object>(
  items: readonly Item[],
  fields: { [Name in keyof Row & string]: (item: Item) => Row[Name] },
): Columns<Row> {
  const readers = Object.entries(fields) as [keyof Row & string, (item: Item) => unknown][];
  return {
    count: items.length,
    fields: readers.map(([name, read]) => [name, pack(items.map(read))]),
  };
}

export function fromColumns<Row extends object>(columns: Columns<Row>): Row[] {
  const fields = columns.fields.map(([name, column]) => [name, reader(column)] as const);
  return Array.from(
    { length: columns.count },
    (_, index) => Object.fromEntries(fields.map(([name, read]) => [name, read(index)])) as Row,
  );
}

/** Reads single fields, for rows that are put together by hand. A table without rows has no fields either. */
export class ColumnReader<Row extends object> {
  readonly count: number;
  readonly #fields: ReadonlyMap<string, Column>;

  constructor(columns: Columns<Row>) {
    this.count = columns.count;
    this.#fields = new Map(columns.fields);
  }

  field<Name extends keyof Row & string>(name: Name): (index: number) => Row[Name] {
    const column = this.#fields.get(name);
    if (column === undefined && this.count > 0) {
      throw new RangeError(`the snapshot has no column ${name}`);
    }
    return reader(column ?? { kind: "values", values: [] }) as (index: number) => Row[Name];
  }
}

function reader(column: Column): (index: number) => unknown {
  switch (column.kind) {
    case "numbers":
    case "amounts":
    case "values": {
      const { values } = column;
      return (index) => values[index];
    }
    case "words": {
      const { words, numbers } = column;
      return (index) => words[numbers[index] ?? 0];
    }
    case "digests": {
      const bytes = Buffer.from(column.bytes.buffer, column.bytes.byteOffset, column.bytes.length);
      return (index) => bytes.toString("hex", index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
    }
  }
}

function pack(values: unknown[]): Column {
  if (values.every((value) => typeof value === "number")) {
    return { kind: "numbers", values: Float64Array.from(values) };
  }
  if (values.every(isSmallAmount)) return { kind: "amounts", values: BigInt64Array.from(values) };
  if (values.every(isDigest)) {
    return { kind: "digests", bytes: Buffer.from(values.join(""), "hex") };
  }
  return values.every(isWord) ? packWords(values) : { kind: "values", values };
}

function packWords(values: (string | null)[]): Column {
  const positions = new Map<string | null, number>();
  const numbers = new Uint32Array(values.length);
  for (const [index, value] of values.entries()) {
    let position = positions.get(value);
    if (position === undefined) {
      position = positions.size;
      positions.set(value, position);
    }
    numbers[index] = position;
  }
  return { kind: "words", words: [...positions.keys()], numbers };
}

function isSmallAmount(value: unknown): value is bigint {
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && value.length === 64 && DIGEST.test(value);
}

function isWord(value: unknown): value is string | null {
  return typeof value === "string" || value === null;
}
