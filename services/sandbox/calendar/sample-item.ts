/** A release of the simulated world. Times are Unix milliseconds, numbers exact decimals. */
import type { CalendarKind } from "#lib/protocol/market-knowledge.ts";

export type SampleItem = {
  id: string;
  kind: CalendarKind;
  title: string;
  country: string | null;
  at: number;
  /** Only the UTC day is published. */
  isDay: boolean;
  period: string | null;
  unit: string | null;
  forecast: string | null;
  previous: string | null;
  actual: string | null;
  /** The time from which `actual` is published; null: never. */
  printsAt: number | null;
  isCancelled: boolean;
};

/** The number as published at `now`. */
export function publishedActual({ actual, printsAt }: SampleItem, now: number): string | null {
  return printsAt !== null && printsAt <= now ? actual : null;
}
