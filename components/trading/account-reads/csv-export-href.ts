import type { HistoryFilter, HistoryKind } from "./history.ts";

/** The address of a CSV export. It names the account, so that the server refuses when another one is signed in. */
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
