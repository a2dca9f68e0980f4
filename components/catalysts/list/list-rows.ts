/**
 * The rows of the list. New catalysts wait until the reader asks for them, so no row moves under a
 * pointer.
 */
import type { Catalyst, CatalystList } from "#lib/protocol/wire/catalysts.ts";

export type ListState = {
  /** Newest first, each in the state of the last answer that contained it. */
  rows: readonly Catalyst[];
  /** Newer than the rows, not shown yet. */
  waiting: readonly Catalyst[];
  /** Cursor of the next older page; null: there is no older page. */
  next: string | null;
  /**
   * Set when the waiting page does not overlap with the rows: it then replaces them, with its own
   * cursor.
   */
  restart?: { next: string | null };
};

const NOTHING: ListState = { rows: [], waiting: [], next: null };

/** Takes the first answer, or a repeated one: known rows change in place. */
export function withNewest(before: ListState | undefined, answer: CatalystList): ListState {
  const { rows, waiting, next } = before ?? NOTHING;
  if (rows.length === 0) {
    // The older pages were already read, without a result.
    const isStillEmpty = before !== undefined && answer.results.length === 0;
    return { rows: answer.results, waiting: [], next: isStillEmpty ? next : answer.next };
  }
  const answered = new Map(answer.results.map((one) => [one.id, one]));
  const shown = new Set(rows.map(({ id }) => id));
  const known = new Set([...shown, ...waiting.map(({ id }) => id)]);
  if (answer.results.length > 0 && !answer.results.some(({ id }) => known.has(id))) {
    return { rows, waiting: answer.results, next, restart: { next: answer.next } };
  }
  // A catalyst that was merged meanwhile is no longer in the answer. Its row stays and leads to the
  // older catalyst.
  const fresh = answer.results.filter(({ id }) => !shown.has(id));
  const stillWaiting = waiting.filter(({ id }) => !answered.has(id));
  return {
    ...before,
    rows: rows.map((row) => answered.get(row.id) ?? row),
    waiting: newestFirst([...fresh.filter((one) => isNewer(one, rows)), ...stillWaiting]),
    next,
  };
}

/** Appends an older page. */
export function withOlder(before: ListState, answer: CatalystList): ListState {
  const shown = new Set(before.rows.map(({ id }) => id));
  const older = answer.results.filter(({ id }) => !shown.has(id));
  return { ...before, rows: [...before.rows, ...older], next: answer.next };
}

export function withWaiting({ rows, waiting, next, restart }: ListState): ListState {
  if (restart !== undefined) return { rows: waiting, waiting: [], next: restart.next };
  return { rows: [...waiting, ...rows], waiting: [], next };
}

/**
 * Rows that dropped out of the first page are neither new nor lost: they come with an older page.
 */
function isNewer({ first_seen_at: seen }: Catalyst, rows: readonly Catalyst[]): boolean {
  const [newest] = rows;
  return newest === undefined || seen >= newest.first_seen_at;
}

function newestFirst(catalysts: readonly Catalyst[]): Catalyst[] {
  return catalysts.toSorted((a, b) => (a.first_seen_at < b.first_seen_at ? 1 : -1));
}
