/** How a person wants to see order books, kept by the browser. */
import { createPreference } from "#components/data/preference.ts";
import { GROUP_MULTIPLES } from "./grouping.ts";

export type BookView = {
  /** What the bars behind the rows show: all size down to a row, or its own alone. */
  bars: "total" | "level";
  /** Asset of the running totals. */
  unit: "base" | "quote";
};

export const bookView = createPreference<BookView>(
  "book-view",
  { bars: "total", unit: "base" },
  parseView,
);

/** Ticks a row by market: what is round for one price is coarse for another. */
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

/** @returns only markets with a multiple that the menu still offers */
export function parseGrouping(stored: unknown): Record<string, number> | undefined {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return undefined;
  const offered: readonly unknown[] = GROUP_MULTIPLES;
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => offered.includes(entry[1])),
  );
}
