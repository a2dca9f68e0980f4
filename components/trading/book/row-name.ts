/** Names of the rows of the book, as they stand in `data-row`. */

/** Which row: its side and its distance from the spread. */
export type RowName = { side: "ask" | "bid"; place: number };

type Rows = { asks: readonly unknown[]; bids: readonly unknown[] };

/** The row that Tab comes to: the last one that had the focus, or the best that there is. */
export function tabbableRow(sides: Rows, last: RowName | undefined): RowName {
  const rows = last?.side === "ask" ? sides.asks.length : sides.bids.length;
  if (last && rows > 0) return { side: last.side, place: Math.min(last.place, rows - 1) };
  return { side: sides.bids.length > 0 ? "bid" : "ask", place: 0 };
}

/** @returns `undefined` for what is no name of a row, such as `ask-3` */
export function parseRowName(text: string | undefined): RowName | undefined {
  const [side, place] = (text ?? "").split("-");
  if ((side !== "ask" && side !== "bid") || !/^\d+$/.test(place ?? "")) return undefined;
  return { side, place: Number(place) };
}
