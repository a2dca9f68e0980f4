/** Compares when the service learned of a catalyst with the course of a move. */
import { currentReports } from "#lib/catalysts/events/report.ts";
import { parseFirstSeen, type TrackedCatalyst } from "#lib/catalysts/events/tracked-catalyst.ts";
import type { MoveSeen } from "./explained-move.ts";

/** `late`: after the price had reached its extreme. */
export type Arrival = "in time" | "late" | "after the end";

/**
 * Returns `undefined` when the catalyst cannot be the cause: it was learned of after the move had
 * ended and not published before the extreme. A source can set its dates as it likes, so an early
 * date never makes a report better than `late`.
 */
export function classifyArrival(
  catalyst: TrackedCatalyst,
  { extremeAt, endedAt }: MoveSeen,
): Arrival | undefined {
  const seen = parseFirstSeen(catalyst);
  if (seen <= extremeAt) return "in time";
  if (endedAt === null || seen <= endedAt) return "late";
  const published = currentReports(catalyst.evidence)[0]?.publishedAt ?? null;
  return published !== null && published <= extremeAt ? "after the end" : undefined;
}
