/** A release of the simulated world. Times are Unix milliseconds, numbers exact decimals. */
import type { CalendarKind } from "#lib/protocol/enumerations.ts";

export type SampleItem = {
  id: string;
  kind: CalendarKind;
  title: string;
  country: string | null;
  at: number;
  /** Only the UTC day is told. */
  isDay: boolean;
  period: string | null;
  unit: string | null;
  forecast: string | null;
  previous: string | null;
  actual: string | null;
  /** From then on `actual` is told; null: never. */
  printsAt: number | null;
  isCancelled: boolean;
};

/** The number as it is told at `now`. */
export function toldActual({ actual, printsAt }: SampleItem, now: number): string | null {
  return printsAt !== null && printsAt <= now ? actual : null;
}
