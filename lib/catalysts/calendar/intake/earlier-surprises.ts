/** Surprises with which those of new prints are compared. */
import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Release } from "#lib/catalysts/calendar/releases/fold-release.ts";
import { type Described, seriesOf } from "#lib/catalysts/calendar/releases/same-release.ts";
import { MOST_SURPRISES, zOf } from "#lib/catalysts/calendar/releases/surprise.ts";
import { calendarItems } from "#lib/platform/db/schema/calendar.ts";
import type { Change } from "./calendar-rows.ts";

/** A series may be rare among the prints of its kind: a monthly figure among those of every hour. */
const ROWS_A_PART = 500;
const MOST_PARTS = 20;

type Dated = { scheduledAt: number; surprise: string };

/** Surprises by series: the stored ones, and those of this transaction. */
export class EarlierSurprises {
  readonly #bySeries = new Map<string, Dated[]>();

  /** @param ids releases that are stored anew: their earlier surprises do not count */
  static async read(
    change: Change,
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

  /** Releases come in the order of their times. @returns the z of this one */
  take(release: Release): number | null {
    const { surprise, scheduledAt } = release;
    if (surprise === null) return null;
    const earlier = (this.#bySeries.get(seriesOf(release)) ?? [])
      .filter((one) => one.scheduledAt < scheduledAt)
      .toSorted((a, b) => b.scheduledAt - a.scheduledAt);
    this.#add(release);
    return zOf(
      surprise,
      earlier.map((one) => one.surprise),
    );
  }

  #add(release: Described & { surprise: string | null }): void {
    if (release.surprise === null) return;
    const series = seriesOf(release);
    const known = this.#bySeries.get(series) ?? [];
    known.push({ scheduledAt: release.scheduledAt, surprise: release.surprise });
    this.#bySeries.set(series, known);
  }
}

/** What the database can tell apart. */
function groupOf({ kind, country, unit }: Release): string {
  return [kind, country, unit].join("/");
}

type EarlierRow = Described & Dated & { id: string };

/** Prints before those of the group, until each of its series has enough of them. The newest come last. */
async function earlierOf(change: Change, group: readonly Release[]): Promise<EarlierRow[]> {
  const [one] = group;
  if (one === undefined) return [];
  const series = Map.groupBy(group, seriesOf);
  const firstOf = new Map(
    [...series].map(([name, all]) => [name, Math.min(...all.map((each) => each.scheduledAt))]),
  );
  const all: EarlierRow[] = [];
  let before = Math.max(...group.map(({ scheduledAt }) => scheduledAt));
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const rows = await readEarlier(change, one, before);
    for (const row of rows) if (row.surprise !== null) all.push({ ...row, surprise: row.surprise });
    before = rows.at(-1)?.scheduledAt ?? before;
    const isEnough = [...firstOf].every(([name, first]) => {
      const own = all.filter((row) => row.scheduledAt < first && seriesOf(row) === name);
      return own.length >= MOST_SURPRISES;
    });
    if (isEnough || rows.length < ROWS_A_PART) break;
  }
  return all.toReversed();
}

function readEarlier(change: Change, { kind, country, unit }: Release, before: number) {
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
