/** An item of a calendar before it is read. */
import type { CalendarPrecision } from "#lib/protocol/enumerations.ts";

/** An item as a form of document has it. Only the time is read; the rest is as it was written. */
export type RawRelease = {
  /** The source's own; the same after a reschedule. */
  uid: string;
  /** Unix milliseconds. */
  at: number;
  precision: CalendarPrecision;
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
