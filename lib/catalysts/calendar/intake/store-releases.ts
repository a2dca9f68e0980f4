/** Combines the statements of the sources into the releases that readers see. */
import { inArray, sql } from "drizzle-orm";
import {
  findChanges,
  foldRelease,
  type Release,
  type SourceStatement,
} from "#lib/catalysts/calendar/releases/fold-release.ts";
import {
  CALENDAR_CHANNEL,
  calendarItems,
  calendarRevisions,
} from "#lib/catalysts/schema/calendar.ts";
import { type Election, notifyReplicas } from "#lib/platform/db/leadership.ts";
import {
  type CalendarTransaction,
  type ItemRow,
  inParts,
  readItems,
  readStatementsAbout,
  type StatementRow,
} from "./calendar-rows.ts";
import { EarlierSurprises } from "./earlier-surprises.ts";

export const CALENDAR: Election = {
  lock: 5_318_008_157,
  channel: CALENDAR_CHANNEL,
  task: "read the calendar",
};

/**
 * Combines the statements about these releases, and stores what changed.
 * @param at Unix milliseconds: the time of the new rows
 * @param names of the sources that are currently read
 * @returns how many releases changed
 */
export async function storeReleases(
  change: CalendarTransaction,
  ids: readonly string[],
  { at, names }: { at: number; names: ReadonlySet<string> },
): Promise<number> {
  const before = await readItems(change, ids);
  const statements = Map.groupBy(await readStatementsAbout(change, ids), ({ itemId }) => itemId);
  const folded = ids.flatMap((id) => {
    const inOrder = (statements.get(id) ?? []).toSorted(
      (a, b) => orderOf(a, names) - orderOf(b, names) || (a.id < b.id ? -1 : 1),
    );
    const [first, ...others] = inOrder.map(sourceStatement);
    if (first === undefined) return [];
    return [{ id, release: foldRelease([first, ...others], before.get(id), at) }];
  });
  // By time, because each release counts the surprises before it.
  const sorted = folded.toSorted((a, b) => a.release.scheduledAt - b.release.scheduledAt);
  const changed = sorted.filter(({ id, release }) => {
    const known = before.get(id);
    return known === undefined || findChanges(known, release).length > 0;
  });
  const history = await EarlierSurprises.read(
    change,
    changed.map(({ release }) => release),
    new Set(changed.map(({ id }) => id)),
  );
  const revised = changed.map(({ id, release }) => {
    const known = before.get(id);
    const z = history.take(release);
    const item: ItemRow = {
      ...release,
      id,
      surpriseZ: isSamePrint(known, release) ? known.surpriseZ : z,
      revision: (known?.revision ?? 0) + 1,
      recordedAt: new Date(at),
      releasedAt: release.actual === null ? null : (known?.releasedAt ?? new Date(at)),
    };
    return { item, changed: known === undefined ? [] : findChanges(known, release) };
  });
  await storeItems(change, revised);
  return revised.length;
}

/** The published score of a surprise stays, even if it would be computed differently by now. */
function isSamePrint(known: ItemRow | undefined, { actual, surprise }: Release): known is ItemRow {
  return (
    known !== undefined &&
    surprise !== null &&
    known.actual === actual &&
    known.surprise === surprise
  );
}

/** The source that announced a release first has priority, as long as it is read. */
function orderOf({ id, itemId, source }: StatementRow, names: ReadonlySet<string>): number {
  if (!names.has(source)) return 2;
  return id === itemId ? 0 : 1;
}

function sourceStatement({ source, simulated, statement }: StatementRow): SourceStatement {
  return { source, simulated, statement };
}

type Revised = { item: ItemRow; changed: string[] };

async function storeItems(change: CalendarTransaction, revised: readonly Revised[]): Promise<void> {
  for (const part of inParts(revised)) {
    const ids = part.map(({ item }) => item.id);
    await change.delete(calendarItems).where(inArray(calendarItems.id, ids));
    await change.insert(calendarItems).values(part.map(({ item }) => item));
    await change.insert(calendarRevisions).values(
      part.map(({ item: { id, ...item }, changed }) => ({
        ...item,
        itemId: id,
        changed,
      })),
    );
  }
  if (revised.length > 0) await change.execute(sql`SELECT ${notifyReplicas(CALENDAR)}`);
}
