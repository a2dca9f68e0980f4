/** Stores what a source says of its items, and finds the releases that it tells of. */
import { and, asc, eq, gte, inArray, lte } from "drizzle-orm";
import type { ToldRelease } from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { isEarly } from "#lib/catalysts/calendar/releases/fold-release.ts";
import { releaseId } from "#lib/catalysts/calendar/releases/release-id.ts";
import { isSameRelease } from "#lib/catalysts/calendar/releases/same-release.ts";
import {
  type CalendarStatement,
  calendarItems,
  calendarStatements,
} from "#lib/platform/db/schema/calendar.ts";
import {
  type Change,
  inParts,
  type StatementRow,
  statementsAbout,
  statementsOf,
} from "./calendar-rows.ts";
import type { CalendarSource } from "./calendar-source.ts";

const DAY_MS = 86_400_000;

export type ToldItems = {
  source: CalendarSource;
  items: readonly ToldRelease[];
  /** Items that may change at once; the rest is asked for again. */
  mostChanges: number;
};

/** Stores what the source says differently now. @returns the releases that this touches */
export async function tellItems(
  change: Change,
  { source, items, mostChanges }: ToldItems,
  now: number,
): Promise<{ itemIds: string[]; isPart: boolean }> {
  const said = items.map(({ uid, statement }) => ({ id: releaseId(source.name, uid), statement }));
  const known = await statementsOf(
    change,
    said.map(({ id }) => id),
  );
  let isPart = false;
  const fresh: StatementRow[] = [];
  for (const { id, statement: given } of said.toSorted(byTime)) {
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
  const placed = await placeNew(change, fresh, known);
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

/** An item that is new may be a release that another source told of. */
async function placeNew(
  change: Change,
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
  const told = await statementsAbout(
    change,
    near.map(({ id }) => id),
  );
  // One source never tells of one release twice.
  const taken = new Set(
    told.filter(({ source }) => source === sourceName).map(({ itemId }) => itemId),
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
