/** How this browser shows order books. */
import { createPreference } from "#components/data/preference.ts";
import { GROUP_MULTIPLES } from "./grouping.ts";

export type BookView = {
  /** Whether a row's bar shows the running total or the row's own size. */
  bars: "total" | "level";
  /** The asset of the running totals. */
  unit: "base" | "quote";
};

export const bookView = createPreference<BookView>(
  "book-view",
  { bars: "total", unit: "base" },
  parseView,
);

/** Ticks in a row, for each market: what is fine for one price is coarse for another. */
export const bookGrouping = createPreference<Readonly<Record<string, number>>>(
  "book-grouping",
  {},
  parseGrouping,
);

export function groupingOf(chosen: Readonly<Record<string, number>>, market: string): number {
  return Object.hasOwn(chosen, market) ? (chosen[market] ?? 1) : 1;
}

export function chooseGrouping(market: string, multiple: number): void {
  bookGrouping.set({ ...bookGrouping.get(), [market]: multiple });
}

export function changeBookView(change: Partial<BookView>): void {
  bookView.set({ ...bookView.get(), ...change });
}

function parseView(stored: unknown): BookView | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { bars, unit } = stored as Record<string, unknown>;
  return { bars: bars === "level" ? "level" : "total", unit: unit === "quote" ? "quote" : "base" };
}

/** @returns the entries whose multiple is still offered */
export function parseGrouping(stored: unknown): Record<string, number> | undefined {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return undefined;
  const offered: readonly unknown[] = GROUP_MULTIPLES;
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => offered.includes(entry[1])),
  );
}
