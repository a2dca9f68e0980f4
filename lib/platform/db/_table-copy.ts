/** The tables of a database, their rows as text, and figures by which two databases are compared. */
import type { RawEngine } from "./_pglite-engine.ts";

/** A statement's rows as texts and nulls. */
export type Ask = (text: string) => Promise<(string | null)[][]>;

export type Table = {
  /** Quoted, with its schema. */
  name: string;
  /** Without generated ones, which the database computes again. Names are quoted. */
  columns: { name: string; type: string }[];
};

export type Figures = { rows: number; digest: string };

/** Both sides print and read every value in the same way. */
export const SAME_TEXTS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public`;

const OURS = "n.nspname in ('public', 'drizzle')";

const COLUMNS = `select format('%I.%I', n.nspname, c.relname), quote_ident(a.attname), format_type(a.atttypid, a.atttypmod)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;

const REFERENCES = `select format('%I.%I', n.nspname, c.relname), format('%I.%I', m.nspname, d.relname)
  from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class d on d.oid = x.confrelid join pg_namespace m on m.oid = d.relnamespace where x.contype = 'f' and ${OURS}`;

/** Names of everything in the two schemas that no extension has made: tables, views and sequences. */
export const RELATIONS = `select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  and not exists (select 1 from pg_depend p where p.classid = 'pg_class'::regclass and p.objid = c.oid and p.deptype = 'e') order by 1`;

const SEQUENCES = `select format('%I.%I', schemaname, sequencename) from pg_sequences where schemaname in ('public', 'drizzle')`;

/**
 * The tables, each after those that it refers to: rows are then inserted without a right to switch constraints off.
 * @throws Error when tables refer to each other in a circle
 */
export async function readTables(ask: Ask): Promise<Table[]> {
  const tables = new Map<string, Table>();
  for (const [name = "", column, type] of sorted(await ask(COLUMNS))) {
    const table = tables.get(name) ?? { name, columns: [] };
    table.columns.push({ name: column ?? "", type: type ?? "" });
    tables.set(name, table);
  }
  const references = textsOf(await ask(REFERENCES));
  const ordered: Table[] = [];
  const waiting = new Map(tables);
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.some(([from, to = ""]) => from === name && waiting.has(to)),
    );
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(", ")}.`);
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

/** The number of rows, and the sums of two halves of the hash of each row: equal whatever the order of rows is. */
export async function figuresOf(ask: Ask, { name, columns }: Table): Promise<Figures> {
  const row = `sha256(convert_to(row(${columns.map((one) => one.name).join(", ")})::text, 'UTF8'))`;
  const half = (from: number): string =>
    `coalesce(sum(('x' || encode(substr(hash, ${from}, 8), 'hex'))::bit(64)::bigint::numeric), 0)`;
  const [found] = textsOf(
    await ask(
      `select count(*), ${half(1)}, ${half(9)}, ${half(17)}, ${half(25)} from (select ${row} as hash from ${name}) hashes`,
    ),
  );
  const [rows, ...halves] = found ?? [];
  return { rows: Number(rows), digest: halves.join(":") };
}

export async function countRows(ask: Ask, { name }: Table): Promise<number> {
  const [found] = textsOf(await ask(`select count(*) from ${name}`));
  return Number(found?.[0]);
}

export type Sequence = { name: string; last: string; isCalled: string };

export async function readSequences(ask: Ask): Promise<Sequence[]> {
  const sequences: Sequence[] = [];
  for (const [name = ""] of sorted(await ask(SEQUENCES))) {
    const [found] = textsOf(await ask(`select last_value, is_called::text from ${name}`));
    sequences.push({ name, last: found?.[0] ?? "", isCalled: found?.[1] ?? "" });
  }
  return sequences;
}

const FIRST_BATCH = 50;
const MAX_ROWS = 5_000;
/** Characters of the texts in one batch; one row may be larger. */
const BATCH_CHARACTERS = 1_000_000;

/** The rows of a table in batches of about a million characters. The transaction of `ask` stays open meanwhile. */
export async function* readRows(
  ask: Ask,
  { name, columns }: Table,
): AsyncGenerator<(string | null)[][], void> {
  const names = columns.map((column) => column.name).join(", ");
  await ask(`declare moving no scroll cursor for select ${names} from ${name}`);
  for (let size = FIRST_BATCH; ; ) {
    const rows = await ask(`fetch ${size} from moving`);
    if (rows.length === 0) break;
    yield rows;
    const characters = rows.flat().reduce((sum, text) => sum + (text?.length ?? 0), 1);
    const fitting = Math.floor((rows.length * BATCH_CHARACTERS) / characters);
    // The next rows may be larger than these, so the size grows step by step.
    size = Math.max(1, Math.min(fitting, size * 4, MAX_ROWS));
  }
  await ask("close moving");
}

/** Inserts rows that are given as one array of texts for each column. */
export function insertStatement({ name, columns }: Table): string {
  const names = columns.map((column) => column.name).join(", ");
  const values = columns.map(({ type }, index) => `c${index}::${type}`).join(", ");
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(", ");
  const aliases = columns.map((_, index) => `c${index}`).join(", ");
  return `insert into ${name} (${names}) overriding system value select ${values} from unnest(${arrays}) as batch (${aliases})`;
}

/** The columns of rows. */
export function transposed(
  rows: readonly (string | null)[][],
  columns: number,
): (string | null)[][] {
  return Array.from({ length: columns }, (_, index) => rows.map((row) => row[index] ?? null));
}

/** Asks an embedded database. */
export function askOf(engine: RawEngine): Ask {
  return async (text) => {
    const results = await engine.execute({ text, values: [] });
    return results.at(-1)?.rows ?? [];
  };
}

/** Here, because collations differ between servers. */
function sorted(rows: readonly (string | null)[][]): string[][] {
  return textsOf(rows).toSorted((one, other) => (one.join("\n") < other.join("\n") ? -1 : 1));
}

function textsOf(rows: readonly (string | null)[][]): string[][] {
  return rows.map((row) => row.map((text) => text ?? ""));
}
