/**
 * Cells of the ledger as the database writes them. A file of a million rows is made there, a page of lines at a time: written here it takes
 * several times as long of the thread that answers everybody else. Tests hold each cell against what the JSON answers say, digit for digit,
 * and the lines of statements against the hashes that were made of them when they were booked.
 */
import { type SQL, sql } from "drizzle-orm";
import { EARNING_DECIMALS, FEE_DECIMALS } from "#lib/protocol/partner-levels.ts";

/** Of Unix milliseconds: ISO 8601 in UTC with milliseconds, as `isoTime` writes it. */
export function timeCell(column: SQL): SQL {
  return sql`to_char(timestamp 'epoch' + ${column} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The shortest text of whole units, as `formatDecimal` writes it; empty for null. */
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

/** Of whatever is no amount; empty for null. */
export function plainCell(column: SQL): SQL {
  return sql`coalesce(${column}::text, '')`;
}

/** A row of cells, with the end of its line. */
export function lineOf(cells: SQL[]): SQL {
  return sql`concat_ws(',', ${sql.join(cells, sql`, `)}) || E'\\r\\n'`;
}
