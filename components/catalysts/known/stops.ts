/** The stops of the slider: the instants at which the service learned something. */
import type { MoveVerdict } from "#lib/protocol/market-knowledge.ts";
import type { KnownCatalystRecord, KnownMove } from "#lib/protocol/wire/catalysts.ts";

/** Why the slider stops at an instant. */
export type StopReason =
  | { kind: "start" | "onset" | "detected" | "changed" | "merged" | "split" }
  | { kind: "evidence"; publisher: string }
  | { kind: "verdict"; verdict: MoveVerdict; market: string };

export type SliderStop = {
  /** ISO 8601. */
  at: string;
  /** At least one. */
  reasons: readonly StopReason[];
};

const BEFORE_MS = 300_000;

/**
 * From the first report to the last change. The first stop is five minutes before the first report,
 * or earlier at the onset of the earliest move.
 */
export function stopsOfCatalyst(
  { event, revisions, evidence, moves }: KnownCatalystRecord,
  explained: readonly KnownMove[],
): SliderStop[] {
  const before = Date.parse(event.first_seen_at) - BEFORE_MS;
  const onsets = moves.map(({ move }) => Date.parse(move.onset)).filter((onset) => onset < before);
  const start: Moment =
    onsets.length === 0
      ? { at: isoOf(before), reason: { kind: "start" } }
      : { at: isoOf(Math.min(...onsets)), reason: { kind: "onset" } };
  return inOrder([
    start,
    ...revisions.flatMap(({ recorded_at, kind, changed }): Moment[] => {
      if (kind === "evaluated" && changed.length === 0) return [];
      // The report has a stop of its own, which says more than the revision that it caused.
      if (kind === "evidence") return [];
      return [{ at: recorded_at, reason: { kind: kind === "evaluated" ? "changed" : kind } }];
    }),
    ...evidence
      .filter(({ recorded_at }) => recorded_at > event.first_seen_at)
      .map(
        ({ recorded_at, publisher }): Moment => ({
          at: recorded_at,
          reason: { kind: "evidence", publisher },
        }),
      ),
    ...explained.flatMap(verdictsOf),
  ]);
}

/** From the onset of a move to its last explanation. */
export function stopsOfMove(known: KnownMove): SliderStop[] {
  return inOrder([{ at: known.move.onset, reason: { kind: "onset" } }, ...verdictsOf(known)]);
}

/** The index of the last stop at or before an instant, or of the first stop. */
export function stopAt(stops: readonly SliderStop[], instant: string): number {
  const time = Date.parse(instant);
  return Math.max(
    0,
    stops.findLastIndex(({ at }) => Date.parse(at) <= time),
  );
}

type Moment = { at: string; reason: StopReason };

function verdictsOf({ move, revisions }: KnownMove): Moment[] {
  return revisions.map(({ recorded_at, verdict }) => ({
    at: recorded_at,
    reason: { kind: "verdict", verdict, market: move.market },
  }));
}

/** One stop for each instant, in order. */
function inOrder(moments: readonly Moment[]): SliderStop[] {
  const byTime = new Map<string, StopReason[]>();
  for (const { at, reason } of moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    byTime.set(at, [...(byTime.get(at) ?? []), reason]);
  }
  return [...byTime].map(([at, reasons]) => ({ at, reasons }));
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
