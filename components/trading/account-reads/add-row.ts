/** Rows of the account's stream in the pages of a history. Loaded with the stream. */
import { type HistoryPage, replaceRow } from "./history-pages.ts";

type DatedRow = { id: string | number; created_at: number };

/** Adds a new row, or replaces it in its place. A row that is older than the read ones is left to its page. */
export function addRow<Row extends DatedRow>(
  pages: readonly HistoryPage<Row>[],
  row: Row,
): readonly HistoryPage<Row>[] {
  if (pages.some(({ results }) => results.some(({ id }) => id === row.id)))
    return replaceRow(pages, row);
  const [first, ...older] = pages;
  if (first === undefined) return pages;
  const isBehind = (other: Row) =>
    other.created_at < row.created_at ||
    (other.created_at === row.created_at && Number(other.id) < Number(row.id));
  const index = first.results.findIndex(isBehind);
  if (index === -1 && first.results.length > 0) return pages;
  return [{ ...first, results: first.results.toSpliced(Math.max(0, index), 0, row) }, ...older];
}
