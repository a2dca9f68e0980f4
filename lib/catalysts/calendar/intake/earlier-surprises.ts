/** The earlier surprises with which a new surprise is compared. */
import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Release } from "#lib/catalysts/calendar/releases/fold-release.ts";
import { type ComparedRelease, seriesKey } from "#lib/catalysts/calendar/releases/same-release.ts";
import { computeZScore, MAX_SURPRISES } from "#lib/catalysts/calendar/releases/surprise.ts";
import { calendarItems } from "#lib/catalysts/schema/calendar.ts";
import type { CalendarTransaction } from "./calendar-rows.ts";

/** A series may be rare within its kind: a monthly figure among hourly ones. */
const ROWS_A_PART = 500;
const MAX_PARTS = 20;

type Dated = { scheduledAt: number; surprise: string };

/** Surprises by series: the stored ones and those of this transaction. */
export class EarlierSurprises {
  readonly #bySeries = new Map<string, Dated[]>();

  /** @param ids releases that are being stored again: their earlier surprises do not count */
  static async read(
    change: CalendarTransaction,
    releases: readonly Release[],
    ids: ReadonlySet<string>,
  ): Promise<EarlierSurprises> {
    const surprises = new EarlierSurprises();
    const wanted = releases.filter(({ surprise }) => surprise !== null);
    for (const [, group] of Map.groupBy(wanted, groupOf)) {
      for (const row of await earlierOf(change, group)) if (!ids.has(row.id)) surprises.#add(row);
    }
    return surprises;
  }

  /** Call it in the order of the releases' times. @returns the z-score of this release */
  take(release: Release): number | null {
    const { surprise, scheduledAt } = release;
    if (surprise === null) return null;
    const earlier = (this.#bySeries.get(seriesKey(release)) ?? [])
      .filter((one) => one.scheduledAt < scheduledAt)
      .toSorted((a, b) => b.scheduledAt - a.scheduledAt);
    this.#add(release);
    return computeZScore(
      surprise,
      earlier.map((one) => one.surprise),
    );
  }

  #add(release: ComparedRelease & { surprise: string | null }): void {
    if (release.surprise === null) return;
    const series = seriesKey(release);
    const known = this.#bySeries.get(series) ?? [];
    known.push({ scheduledAt: release.scheduledAt, surprise: release.surprise });
    this.#bySeries.set(series, known);
  }
}

/** The fields by which the database can select; the rest of a series follows from the title. */
function groupOf({ kind, country, unit }: Release): string {
  return [kind, country, unit].join("/");
}

type EarlierRow = ComparedRelease & Dated & { id: string };

/** Surprises before those of the group, until each of its series has enough. Oldest first. */
async function earlierOf(
  change: CalendarTransaction,
  group: readonly Release[],
): Promise<EarlierRow[]> {
  const [one] = group;
  if (one === undefined) return [];
  const series = Map.groupBy(group, seriesKey);
  const firstOf = new Map(
    [...series].map(([name, all]) => [name, Math.min(...all.map((each) => each.scheduledAt))]),
  );
  const all: EarlierRow[] = [];
  let before = Math.max(...group.map(({ scheduledAt }) => scheduledAt));
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const rows = await readEarlier(change, one, before);
    for (const row of rows) if (row.surprise !== null) all.push({ ...row, surprise: row.surprise });
    before = rows.at(-1)?.scheduledAt ?? before;
    const isEnough = [...firstOf].every(([name, first]) => {
      const own = all.filter((row) => row.scheduledAt < first && seriesKey(row) === name);
      return own.length >= MAX_SURPRISES;
    });
    if (isEnough || rows.length < ROWS_A_PART) break;
  }
  return all.toReversed();
}

function readEarlier(
  change: CalendarTransaction,
  { kind, country, unit }: Release,
  before: number,
) {
  const { id, title, scheduledAt, precision, period, surprise } = calendarItems;
  const columns = { id, title, scheduledAt, precision, period, surprise };
  return change
    .select({
      ...columns,
      kind: calendarItems.kind,
      country: calendarItems.country,
      unit: calendarItems.unit,
    })
    .from(calendarItems)
    .where(
      and(
        eq(calendarItems.kind, kind),
        sql`${calendarItems.country} IS NOT DISTINCT FROM ${country}`,
        sql`${calendarItems.unit} IS NOT DISTINCT FROM ${unit}`,
        isNotNull(surprise),
        lt(scheduledAt, before),
      ),
    )
    .orderBy(desc(scheduledAt))
    .limit(ROWS_A_PART);
}
