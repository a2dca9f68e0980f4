/** The requested span of time, within its snapshot. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { instantOf } from "./calendar.ts";
import type { Snapshot } from "./snapshot.ts";

export type RangeQuery = { from?: string | undefined; to?: string | undefined; tz: string };

/** Unix milliseconds: `from` is inclusive (absent: from the first row on), `to` exclusive. */
export type Range = { from: number | undefined; to: number };

/** Up to the snapshot's instant, inclusive, unless an earlier end is given; a range that begins after it is empty. @throws MALFORMED_QUERY when it ends before it begins */
export function rangeOf({ from, to, tz }: RangeQuery, { asOf }: Snapshot): Range {
  const begin = from === undefined ? undefined : instantOf(from, tz);
  const end = Math.min(to === undefined ? Number.POSITIVE_INFINITY : instantOf(to, tz), asOf + 1);
  if (begin !== undefined && to !== undefined && instantOf(to, tz) <= begin)
    throw new ServiceError("MALFORMED_QUERY", { parameter: "to", reason: "it is not after from" });
  return { from: begin === undefined ? undefined : Math.min(begin, end), to: end };
}

export function rangeText({ from, to }: Range): { from: string | null; to: string } {
  return { from: from === undefined ? null : isoTime(from), to: isoTime(to) };
}
