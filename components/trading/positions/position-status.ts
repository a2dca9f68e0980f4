/** What became of a position while something was asked about it. */
import type { PositionRecord } from "#lib/protocol/orders.ts";

export type PositionStatus =
  | { state: "same" | "changed"; position: PositionRecord }
  | { state: "gone"; position?: undefined };

/**
 * `seen` is what the question showed. A position that is not read now stands as it was; one that is closed, or was opened
 * again the other way, is gone: what was asked about it has no meaning any more.
 */
export function positionStatus(
  seen: PositionRecord,
  positions: readonly PositionRecord[] | undefined,
): PositionStatus {
  if (positions === undefined) return { state: "same", position: seen };
  const position = positions.find(({ market }) => market === seen.market);
  if (position === undefined || isShort(position) !== isShort(seen)) return { state: "gone" };
  return { state: position.size === seen.size ? "same" : "changed", position };
}

function isShort({ size }: PositionRecord): boolean {
  return size.startsWith("-");
}
