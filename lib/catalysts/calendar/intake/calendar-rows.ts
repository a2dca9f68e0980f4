/** Rows of the calendar, as many as there are: statements of the database have a limit of parameters. */
import { inArray } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { calendarItems, calendarStatements } from "#lib/platform/db/schema/calendar.ts";

const ROWS_PER_STATEMENT = 500;

/** A transaction that writes the calendar. */
export type Change = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type ItemRow = typeof calendarItems.$inferSelect;
export type StatementRow = typeof calendarStatements.$inferSelect;

/** By id. */
export async function statementsOf(
  change: Change,
  ids: readonly string[],
): Promise<Map<string, StatementRow>> {
  const { id } = calendarStatements;
  const rows = await inTurns(ids, (part) =>
    change.select().from(calendarStatements).where(inArray(id, part)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export function statementsAbout(
  change: Change,
  itemIds: readonly string[],
): Promise<StatementRow[]> {
  const { itemId } = calendarStatements;
  return inTurns(itemIds, (part) =>
    change.select().from(calendarStatements).where(inArray(itemId, part)),
  );
}

/** By id. */
export async function itemsOf(
  change: Change,
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
