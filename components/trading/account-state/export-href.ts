import type { HistoryFilter, HistoryKind } from "./history.ts";

/** Where the CSV file of one kind of history is. The account is named so that no other one's file is ever saved. */
export function exportHref(
  kind: HistoryKind,
  account: string,
  { market, from, to }: HistoryFilter = {},
): string {
  const search = new URLSearchParams({ account });
  if (market !== undefined && kind !== "transfers") search.set("market", market);
  if (from !== undefined) search.set("from", from.toString());
  if (to !== undefined) search.set("to", to.toString());
  return `/api/venue/export/${kind}?${search.toString()}`;
}
