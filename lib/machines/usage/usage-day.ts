/** The day in UTC, as `2026-01-31`. `at` in Unix milliseconds. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
