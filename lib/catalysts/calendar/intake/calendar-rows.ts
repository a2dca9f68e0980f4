/**
 * Reads rows of the calendar in batches, because a database statement has a limit of parameters.
 */
import { inArray } from "drizzle-orm";
import { calendarItems, calendarStatements } from "#lib/catalysts/schema/calendar.ts";
import type { Database } from "#lib/platform/db/client.ts";

const ROWS_PER_STATEMENT = 500;

/** A transaction that writes the calendar. */
export type CalendarTransaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type ItemRow = typeof calendarItems.$inferSelect;
export type StatementRow = typeof calendarStatements.$inferSelect;

/** By id. */
export async function readStatements(
  change: CalendarTransaction,
  ids: readonly string[],
): Promise<Map<string, StatementRow>> {
  const { id } = calendarStatements;
  const rows = await inTurns(ids, (part) =>
    change.select().from(calendarStatements).where(inArray(id, part)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function readStatementsAbout(
  change: CalendarTransaction,
  itemIds: readonly string[],
): Promise<StatementRow[]> {
  const { itemId } = calendarStatements;
  return inTurns(itemIds, (part) =>
    change.select().from(calendarStatements).where(inArray(itemId, part)),
  );
}

/** By id. */
export async function readItems(
  change: CalendarTransaction,
  ids: readonly string[],
): Promise<Map<string, ItemRow>> {
  const rows = await inTurns(ids, (part) =>
    change.select().from(calendarItems).where(inArray(calendarItems.id, part)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function inTurns<Row>(
  ids: readonly string[],
  read: (part: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (const part of inParts(ids)) all.push(...(await read([...part])));
  return all;
}

export function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}
