/** Stores what a source says about its items, and finds the releases that they describe. */

import { and, asc, eq, gte, inArray, lte } from "drizzle-orm";
import type { StatedRelease } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { isEarly } from "#lib/catalysts/calendar/releases/fold-release.ts";
import { releaseId } from "#lib/catalysts/calendar/releases/release-id.ts";
import { isSameRelease } from "#lib/catalysts/calendar/releases/same-release.ts";
import {
  type CalendarStatement,
  calendarItems,
  calendarStatements,
} from "#lib/catalysts/schema/calendar.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import {
  type CalendarTransaction,
  inParts,
  readStatements,
  readStatementsAbout,
  type StatementRow,
} from "./calendar-rows.ts";
import type { CalendarSource } from "./calendar-source.ts";

export type SourceItems = {
  source: CalendarSource;
  items: readonly StatedRelease[];
  /** Items that may change now; the next read returns the rest. */
  mostChanges: number;
};

/** Stores the statements that changed. @returns the releases that they affect */
export async function storeStatements(
  change: CalendarTransaction,
  { source, items, mostChanges }: SourceItems,
  now: number,
): Promise<{ itemIds: string[]; isPart: boolean }> {
  const stated = items.map(({ uid, statement }) => ({
    id: releaseId(source.name, uid),
    statement,
  }));
  const known = await readStatements(
    change,
    stated.map(({ id }) => id),
  );
  let isPart = false;
  const fresh: StatementRow[] = [];
  for (const { id, statement: given } of stated.toSorted(byTime)) {
    const early = given.actual !== null && isEarly(given, now);
    const statement = early ? { ...given, actual: null } : given;
    const before = known.get(id);
    isPart ||= early;
    if (before !== undefined && isSaid(before.statement, statement)) continue;
    if (fresh.length >= mostChanges) {
      isPart = true;
      continue;
    }
    const simulated = source.simulatedOrigin !== undefined;
    const itemId = before?.itemId ?? id;
    fresh.push({ id, itemId, source: source.name, simulated, statement });
  }
  const placed = await addNew(change, fresh, known);
  for (const part of inParts(placed)) {
    const ids = part.map(({ id }) => id);
    await change.delete(calendarStatements).where(inArray(calendarStatements.id, ids));
    await change.insert(calendarStatements).values([...part]);
  }
  return { itemIds: [...new Set(placed.map(({ itemId }) => itemId))], isPart };
}

function byTime(
  one: { statement: { scheduledAt: number } },
  other: { statement: { scheduledAt: number } },
): number {
  return one.statement.scheduledAt - other.statement.scheduledAt;
}

function isSaid(one: CalendarStatement, other: CalendarStatement): boolean {
  const names = Object.keys(other) as (keyof typeof other)[];
  return names.every((name) => one[name] === other[name]);
}

/** Assigns new items to releases that another source already described. */
async function addNew(
  change: CalendarTransaction,
  fresh: readonly StatementRow[],
  known: ReadonlyMap<string, StatementRow>,
): Promise<StatementRow[]> {
  const times = fresh
    .filter(({ id }) => !known.has(id))
    .map(({ statement }) => statement.scheduledAt);
  if (times.length === 0) return [...fresh];
  const near = await change
    .select()
    .from(calendarItems)
    .where(
      and(
        gte(calendarItems.scheduledAt, Math.min(...times) - DAY_MS),
        lte(calendarItems.scheduledAt, Math.max(...times) + DAY_MS),
        eq(calendarItems.simulated, fresh[0]?.simulated ?? false),
      ),
    )
    .orderBy(asc(calendarItems.scheduledAt), asc(calendarItems.id));
  const sourceName = fresh[0]?.source ?? "";
  const nearStatements = await readStatementsAbout(
    change,
    near.map(({ id }) => id),
  );
  // One source never describes one release twice.
  const taken = new Set(
    nearStatements.filter(({ source }) => source === sourceName).map(({ itemId }) => itemId),
  );
  const byKind = Map.groupBy(near, ({ kind }) => kind);
  return fresh.map((row) => {
    if (known.has(row.id)) return row;
    const candidates = byKind.get(row.statement.kind) ?? [];
    const same = candidates.find(
      (item) => !taken.has(item.id) && isSameRelease(item, row.statement),
    );
    if (same === undefined) return row;
    taken.add(same.id);
    return { ...row, itemId: same.id };
  });
}
