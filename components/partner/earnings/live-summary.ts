/** When the page moves to a newer snapshot. */
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";

/** A snapshot older than this is replaced even without changes, because ranges roll on with the clock. */
export const ROLL_MS = 60_000;

/**
 * The summary to show after a poll. Without a changed figure the page keeps its snapshot, and reads nothing again.
 */
export function nextShown(
  shown: PartnerSummary | undefined,
  newest: PartnerSummary,
): PartnerSummary {
  if (shown === undefined) return newest;
  const age = Date.parse(newest.as_of) - Date.parse(shown.as_of);
  return age >= 0 && age < ROLL_MS && figuresOf(shown) === figuresOf(newest) ? shown : newest;
}

/** The figures that do not change with the clock alone. */
function figuresOf(summary: PartnerSummary): string {
  const { as_of: _, window: _window, forecast: _forecast, next_level: next, ...figures } = summary;
  // The pace changes with the clock; the threshold follows from the other figures.
  return JSON.stringify({ ...figures, level: next?.level ?? null });
}
