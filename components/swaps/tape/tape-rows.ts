/** The rows of the public tape: the newest swaps, each in its latest version. */
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";

export const MAX_ROWS = 50;

/**
 * A dropped swap leaves the tape. Of two changes of a swap, the one with the higher number counts.
 */
export function withChange(rows: readonly TapeSwap[], change: TapeSwap): readonly TapeSwap[] {
  const known = rows.find(({ id }) => id === change.id);
  if (known !== undefined && known.seq >= change.seq) return rows;
  const others = rows.filter(({ id }) => id !== change.id);
  if (change.status === "dropped") return others;
  return [...others, change]
    .toSorted((one, other) => other.slot - one.slot || other.seq - one.seq)
    .slice(0, MAX_ROWS);
}

/** The rows that the server rendered with the page. */
export function firstRows(swaps: readonly TapeSwap[]): readonly TapeSwap[] {
  return swaps.reduce<readonly TapeSwap[]>(withChange, []);
}
