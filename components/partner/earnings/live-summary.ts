/** When the page goes on to a newer snapshot. */
import type { PartnerSummary } from "#lib/protocol/partner-reads.ts";

/** As old as this, a snapshot is left for the newest, though nothing has changed: spans roll on with the clock. */
export const ROLL_MS = 60_000;

/**
 * The summary to show after a look at the newest one. As long as no figure has moved the page stays with the snapshot that it has, and
 * nothing of it is read again.
 */
export function nextShown(
  shown: PartnerSummary | undefined,
  newest: PartnerSummary,
): PartnerSummary {
  if (shown === undefined) return newest;
  const age = Date.parse(newest.as_of) - Date.parse(shown.as_of);
  return age >= 0 && age < ROLL_MS && figuresOf(shown) === figuresOf(newest) ? shown : newest;
}

/** What an instant without a fee leaves as it is. */
function figuresOf(summary: PartnerSummary): string {
  const { as_of: _, window: _window, forecast: _forecast, next_level: next, ...figures } = summary;
  // The pace goes by the clock; the threshold and what remains of it are in the other figures.
  return JSON.stringify({ ...figures, level: next?.level ?? null });
}
