/** The height that a person gave to the account tables, kept in a cookie so that the first frame has it. */

export const TABLES_COOKIE = "svc.tables";

/** Pixels. The grid of the page leaves the chart its share of a low window. */
export const TABLES_HEIGHT = { least: 120, most: 720 };

/** `undefined`: the height of the layout. */
export function parseTablesHeight(stored: string | undefined): number | undefined {
  if (stored === undefined || !/^\d{1,4}$/.test(stored)) return undefined;
  return boundedHeight(Number(stored));
}

export function boundedHeight(pixels: number): number {
  return Math.round(Math.min(TABLES_HEIGHT.most, Math.max(TABLES_HEIGHT.least, pixels)));
}
