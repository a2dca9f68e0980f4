/** From what sources say to the releases that readers see. */
import { inArray, sql } from "drizzle-orm";
import {
  changesOf,
  foldRelease,
  type Release,
  type Told,
} from "#lib/catalysts/calendar/releases/fold-release.ts";
import { type Election, notifyReplicas } from "#lib/platform/db/leadership.ts";
import {
  CALENDAR_CHANNEL,
  calendarItems,
  calendarRevisions,
} from "#lib/platform/db/schema/calendar.ts";
import {
  type Change,
  type ItemRow,
  inParts,
  itemsOf,
  type StatementRow,
  statementsAbout,
} from "./calendar-rows.ts";
import { EarlierSurprises } from "./earlier-surprises.ts";

export const CALENDAR: Election = {
  lock: 5_318_008_157,
  channel: CALENDAR_CHANNEL,
  task: "read the calendar",
};

/**
 * Puts together what is said of these releases, and stores what changed.
 * @param at Unix milliseconds: the time of what is stored
 * @param names of the sources that are read now
 * @returns how many releases changed
 */
export async function storeReleases(
  change: Change,
  ids: readonly string[],
  { at, names }: { at: number; names: ReadonlySet<string> },
): Promise<number> {
  const before = await itemsOf(change, ids);
  const told = Map.groupBy(await statementsAbout(change, ids), ({ itemId }) => itemId);
  const folded = ids.flatMap((id) => {
    const inOrder = (told.get(id) ?? []).toSorted(
      (a, b) => orderOf(a, names) - orderOf(b, names) || (a.id < b.id ? -1 : 1),
    );
    const [first, ...others] = inOrder.map(toldOf);
    if (first === undefined) return [];
    return [{ id, release: foldRelease([first, ...others], before.get(id), at) }];
  });
  // In the order of their times: each counts the surprises before it.
  const sorted = folded.toSorted((a, b) => a.release.scheduledAt - b.release.scheduledAt);
  const changed = sorted.filter(({ id, release }) => {
    const known = before.get(id);
    return known === undefined || changesOf(known, release).length > 0;
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
    return { item, changed: known === undefined ? [] : changesOf(known, release) };
  });
  await storeItems(change, revised);
  return revised.length;
}

/** What was said of a print stays, also when its z would be another one by now. */
function isSamePrint(known: ItemRow | undefined, { actual, surprise }: Release): known is ItemRow {
  return (
    known !== undefined &&
    surprise !== null &&
    known.actual === actual &&
    known.surprise === surprise
  );
}

/** The source that told of a release first comes first, as long as it is read. */
function orderOf({ id, itemId, source }: StatementRow, names: ReadonlySet<string>): number {
  if (!names.has(source)) return 2;
  return id === itemId ? 0 : 1;
}

function toldOf({ source, simulated, statement }: StatementRow): Told {
  return { source, simulated, statement };
}

type Revised = { item: ItemRow; changed: string[] };

async function storeItems(change: Change, revised: readonly Revised[]): Promise<void> {
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
