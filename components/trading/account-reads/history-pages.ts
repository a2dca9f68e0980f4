/** Pages of an account's history as one list: polling adds newer rows in front, cursors add older ones at the end. */

export type HistoryPage<Row> = { results: readonly Row[]; next: string | null };

type Identified = { id: string | number };

/**
 * Merges the newest rows into the pages: new rows in front, changed rows in place. When the read does not reach the
 * known rows, rows between them are missing, and the list starts over with the read. Returns the same array when
 * nothing has changed.
 */
export function mergeNewest<Row extends Identified>(
  pages: readonly HistoryPage<Row>[],
  newest: HistoryPage<Row>,
): readonly HistoryPage<Row>[] {
  const [first] = pages;
  const known = first?.results[0];
  if (first === undefined || known === undefined) return [newest];
  const knownIndex = newest.results.findIndex(({ id }) => id === known.id);
  if (knownIndex === -1) return newest.results.length === 0 ? pages : [newest];
  const read = new Map(newest.results.map((row) => [row.id, row]));
  let changed = knownIndex > 0;
  const current = pages.map((page) => {
    const results = page.results.map((row) => {
      const again = read.get(row.id);
      if (again === undefined || same(again, row)) return row;
      changed = true;
      return again;
    });
    return { ...page, results };
  });
  if (!changed) return pages;
  const fresh = newest.results.slice(0, knownIndex);
  return current.map((page, index) =>
    index === 0 ? { ...page, results: [...fresh, ...page.results] } : page,
  );
}

/** Replaces one row in its place. */
export function replaceRow<Row extends Identified>(
  pages: readonly HistoryPage<Row>[],
  row: Row,
): readonly HistoryPage<Row>[] {
  return pages.map((page) => ({
    ...page,
    results: page.results.map((one) => (one.id === row.id ? row : one)),
  }));
}

/** The rows from `from` (included) to `to` (excluded), newest first, each once. Unix milliseconds. */
export function rowsOf<Row extends Identified & { created_at: number }>(
  pages: readonly HistoryPage<Row>[],
  span: { from?: number | undefined; to?: number | undefined } = {},
): Row[] {
  const { from = 0, to = Number.POSITIVE_INFINITY } = span;
  const seen = new Set<string | number>();
  const rows: Row[] = [];
  for (const { results } of pages) {
    for (const row of results) {
      if (seen.has(row.id) || row.created_at < from || row.created_at >= to) continue;
      seen.add(row.id);
      rows.push(row);
    }
  }
  return rows;
}

/** The cursor of the next older page; `undefined` when there is none, or none within the span. */
export function nextCursor<Row extends { created_at: number }>(
  page: HistoryPage<Row>,
  from = 0,
): string | undefined {
  const oldest = page.results.at(-1);
  if (page.next === null || (oldest !== undefined && oldest.created_at < from)) return undefined;
  return page.next;
}

function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
