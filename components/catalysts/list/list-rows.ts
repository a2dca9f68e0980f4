/** The rows of the list. What came after they were shown waits until the reader asks for it: no row moves under a pointer. */
import type { Catalyst, CatalystList } from "#lib/protocol/wire/catalysts.ts";

export type ListState = {
  /** The newest first, each as its last answer has it. */
  rows: readonly Catalyst[];
  /** Newer than the rows, not shown yet. */
  waiting: readonly Catalyst[];
  /** Cursor of the next older page; null: there is none. */
  next: string | null;
  /** The waiting page does not overlap with the rows: it replaces them, with its own cursor. */
  restart?: { next: string | null };
};

const NOTHING: ListState = { rows: [], waiting: [], next: null };

/** The first answer, or one that was read again: known rows change in place. */
export function withNewest(before: ListState | undefined, answer: CatalystList): ListState {
  const { rows, waiting, next } = before ?? NOTHING;
  if (rows.length === 0) {
    // Older pages without a result were looked through already.
    const isStillEmpty = before !== undefined && answer.results.length === 0;
    return { rows: answer.results, waiting: [], next: isStillEmpty ? next : answer.next };
  }
  const told = new Map(answer.results.map((one) => [one.id, one]));
  const shown = new Set(rows.map(({ id }) => id));
  const known = new Set([...shown, ...waiting.map(({ id }) => id)]);
  if (answer.results.length > 0 && !answer.results.some(({ id }) => known.has(id))) {
    return { rows, waiting: answer.results, next, restart: { next: answer.next } };
  }
  // A catalyst that was merged meanwhile is not in the answer any more: its row stays and leads to the older one.
  const fresh = answer.results.filter(({ id }) => !shown.has(id));
  const kept = waiting.filter(({ id }) => !told.has(id));
  return {
    ...before,
    rows: rows.map((row) => told.get(row.id) ?? row),
    waiting: newestFirst([...fresh.filter((one) => isNewer(one, rows)), ...kept]),
    next,
  };
}

/** An older page behind the rows. */
export function withOlder(before: ListState, answer: CatalystList): ListState {
  const shown = new Set(before.rows.map(({ id }) => id));
  const older = answer.results.filter(({ id }) => !shown.has(id));
  return { ...before, rows: [...before.rows, ...older], next: answer.next };
}

export function withWaiting({ rows, waiting, next, restart }: ListState): ListState {
  if (restart !== undefined) return { rows: waiting, waiting: [], next: restart.next };
  return { rows: [...waiting, ...rows], waiting: [], next };
}

/** Rows that fell out of the first page are neither new nor lost: they come with an older page. */
function isNewer({ first_seen_at: seen }: Catalyst, rows: readonly Catalyst[]): boolean {
  const [newest] = rows;
  return newest === undefined || seen >= newest.first_seen_at;
}

function newestFirst(catalysts: readonly Catalyst[]): Catalyst[] {
  return catalysts.toSorted((a, b) => (a.first_seen_at < b.first_seen_at ? 1 : -1));
}
