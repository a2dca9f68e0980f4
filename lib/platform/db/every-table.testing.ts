/** Fills every table of a database with rows of awkward values, whatever tables there are. */
import type pg from "pg";
import { z } from "zod";
import { type Ask, readTables } from "./_table-copy.ts";
import type { Database } from "./client.ts";

/** Values that a check of their table asks for. */
const SPECIAL: Record<string, (row: number) => string> = {
  "partner_ledger.kind": () => "payment",
  "partner_ledger.debit": (row) => `debit-${row}`,
  "partner_ledger.credit": (row) => `credit-${row}`,
};
/** Empty in all rows, for the same reason. */
const EMPTY = new Set(
  ["fee", "gross", "level", "percent", "source", "window_fees", "ruleset", "referral_id"].map(
    (column) => `partner_ledger.${column}`,
  ),
);

const AWKWARD = "é\u{1F600} \"quoted\" 'single' {a,b} \\ back \t tab \r\n NULL ";

/** A text for the row of a number, different for each one. */
function valueOf(type: string, row: number): string {
  const document = JSON.stringify({
    row,
    text: AWKWARD,
    list: [1.5, null, "\\"],
    status: "confirmed",
    type: "x",
    magnitude: 3,
    sentiment: { "a  b": 1 },
  });
  const values: Record<string, string> = {
    smallint: `${row}`,
    integer: `${2_000_000_000 + row}`,
    bigint: `${9_223_372_036_854_775_000n + BigInt(row)}`,
    numeric: `${row}.10000000000000000000000000001000`,
    "numeric(38,0)": `${10n ** 37n + BigInt(row)}`,
    "numeric(38,0)[]": `{${10n ** 37n},NULL,${row}}`,
    boolean: `${row % 2 === 0}`,
    "double precision": row === 1 ? "0.1" : `${row}e-300`,
    "timestamp with time zone": `2026-03-29 01:59:59.12345${row}+00`,
    date: `2026-02-0${row}`,
    text: row === 3 ? "NULL" : `${row} ${AWKWARD}`,
    json: document.replaceAll(",", " ,  "),
    jsonb: document,
    "character(64)": `${row}`.repeat(64),
  };
  const value = values[type];
  if (value === undefined) throw new Error(`A value of the type ${type} is missing here.`);
  return value;
}

const KEYS = `select c.relname, (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = x.conrelid and a.attnum = any(x.conkey)),
    d.relname, (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = x.confrelid and a.attnum = any(x.confkey))
  from pg_constraint x join pg_class c on c.oid = x.conrelid join pg_class d on d.oid = x.confrelid where x.contype = 'f'`;
const NULLABLE = `select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
  where not a.attnotnull and a.attnum > 0 and c.relnamespace = 'public'::regnamespace`;

const AS_TEXT = { getTypeParser: () => (value: string) => value };

/** Asks a database that is open. */
export function askDatabase(db: Database): Ask {
  return async (text) => {
    // Both pools have it; the type of a database has what the app uses.
    const pool = db.$client as pg.Pool;
    const { rows } = await pool.query<(string | null)[]>({
      text,
      rowMode: "array",
      types: AS_TEXT,
    });
    return rows;
  };
}

/**
 * Three rows in each table of the app. In the second one every nullable column is null. The first rows of all tables belong to
 * the first user.
 */
export async function fillEveryTable(ask: Ask): Promise<void> {
  const tables = await readTables(ask);
  const references = new Map(
    (await ask(KEYS)).map((row) => {
      const [from, columns, to, keys] = z.array(z.string()).parse(row);
      return [`${from}.${columns?.slice(1, -1)}`, `${to}.${keys?.slice(1, -1)}`];
    }),
  );
  const nullable = new Set((await ask(NULLABLE)).flat());
  const isUsers = (table: { name: string }) => table.name === "public.users";
  const ordered = [...tables.filter(isUsers), ...tables.filter((table) => !isUsers(table))];
  for (const { name, columns } of ordered.filter((table) => table.name.startsWith("public."))) {
    const table = name.slice("public.".length);
    for (const row of [1, 2, 3]) {
      const values = columns.map((column) => {
        const path = `${table}.${column.name.replaceAll('"', "")}`;
        if (EMPTY.has(path) || (row === 2 && nullable.has(path))) return "null";
        const target = references.get(path) ?? (path.endsWith(".user_id") ? "users.id" : undefined);
        if (target !== undefined) {
          const [to, key] = target.split(".");
          return `(select ${key} from ${to} order by 1 offset ${row - 1} limit 1)`;
        }
        const value = SPECIAL[path]?.(row) ?? valueOf(column.type, row);
        return `'${value.replaceAll("'", "''")}'`;
      });
      const names = columns.map((column) => column.name).join(", ");
      await ask(`insert into ${name} (${names}) values (${values.join(", ")})`);
    }
  }
}
