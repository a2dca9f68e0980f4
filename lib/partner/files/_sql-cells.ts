/**
 * Formats ledger cells in SQL. The database produces files of a million rows, a page of lines at a time, because formatting in
 * JavaScript would block the thread of all requests for several times as long. Tests compare each cell with the JSON answers, digit
 * for digit, and the lines of statements with the hashes from their booking.
 */
import { type SQL, sql } from "drizzle-orm";
import { EARNING_DECIMALS, FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";

/** Unix milliseconds as ISO 8601 in UTC with milliseconds, like `isoTime`. */
export function timeCell(column: SQL): SQL {
  return sql`to_char(timestamp 'epoch' + ${column} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The shortest decimal of integer units, like `formatDecimal`; empty for null. */
function decimalCell(units: SQL, decimals: number): SQL {
  const unit = sql.raw(`0.${"0".repeat(decimals - 1)}1`);
  return sql`coalesce(trim_scale(${units} * ${unit})::text, '')`;
}

export function feeCell(units: SQL): SQL {
  return decimalCell(units, FEE_DECIMALS);
}

export function earningCell(units: SQL): SQL {
  return decimalCell(units, EARNING_DECIMALS);
}

/** Any other column as text; empty for null. */
export function plainCell(column: SQL): SQL {
  return sql`coalesce(${column}::text, '')`;
}

/** A line of cells with its line end. */
export function lineOf(cells: SQL[]): SQL {
  return sql`concat_ws(',', ${sql.join(cells, sql`, `)}) || E'\\r\\n'`;
}
