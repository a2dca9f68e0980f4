/** An item of a calendar before it is interpreted. */
import type { CalendarLeftOut, CalendarPrecision } from "#lib/protocol/market-knowledge.ts";

/**
 * An item in the form of its document. Only its time is interpreted; the other fields are as
 * written.
 */
export type RawRelease = {
  /** The source's own id, which stays the same after a reschedule. */
  uid: string;
  /** Unix milliseconds. */
  at: number;
  precision: CalendarPrecision;
  /** Its time zone is unknown: only the day counts. */
  isZoneUnknown?: true;
  isCancelled: boolean;
  title: unknown;
  kind?: unknown;
  country?: unknown;
  period?: unknown;
  unit?: unknown;
  forecast?: unknown;
  previous?: unknown;
  revisedPrevious?: unknown;
  actual?: unknown;
  url?: unknown;
};

export type ReadDocument = {
  releases: RawRelease[];
  /** The number of items that were read in part or not at all, by reason. */
  leftOut: Map<CalendarLeftOut, number>;
};

export function countLeftOut(leftOut: Map<CalendarLeftOut, number>, reason: CalendarLeftOut): void {
  leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
}
