/** What has happened to a position while a dialog about it was open. */
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

export type PositionStatus =
  | { state: "same" | "changed"; position: PositionRecord }
  | { state: "gone"; position?: undefined };

/**
 * `seen` is the position that the dialog showed. An unread position counts as unchanged. One that was closed, or
 * reopened on the other side, is gone: the dialog's question no longer applies.
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
