/**
 * A recorded market: a CSV file of one-minute bars whose header names the columns
 * open_time, open, high, low, close, volume (others are ignored).
 */

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { BAR_COLUMNS, minuteOf, parseOpenTime, type TickBar } from "./bars.ts";
import { nearestTicks } from "./market-terms.ts";

type Column = (typeof BAR_COLUMNS)[number];
const USED_COLUMNS = BAR_COLUMNS.filter((column) => column !== "volume");

/** Seconds into the minute at which the walk is at the open, the two extremes and the close. */
const WALK_SECONDS = [0, 20, 40, 59] as const;

export class Recording {
  readonly rows: readonly TickBar[];

  constructor(rows: readonly TickBar[]) {
    this.rows = rows;
  }

  get startsAt(): number {
    return this.rows[0]?.start ?? 0;
  }

  /** The first millisecond after the last row. */
  get endsAt(): number {
    return (this.rows.at(-1)?.start ?? 0) + MINUTE_MS;
  }

  /**
   * The price at a moment of the recording: inside a row it walks from the open over the extremes to the close;
   * in a gap the last close is carried. `undefined` before the first row.
   */
  ticksAt(time: number): bigint | undefined {
    const row = this.rowAt(time);
    if (!row) return undefined;
    return time >= row.start + MINUTE_MS ? row.close : walk(row, time - row.start);
  }

  /** The last row that starts at or before `time`. */
  rowAt(time: number): TickBar | undefined {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.rows[middle]?.start ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return this.rows[low - 1];
  }
}

/** Open → low → high → close in a rising minute, open → high → low → close in a falling one. */
function walk(row: TickBar, elapsed: number): bigint {
  const rising = row.close >= row.open;
  const stations = [row.open, rising ? row.low : row.high, rising ? row.high : row.low, row.close];
  for (let leg = 0; leg < 3; leg += 1) {
    const from = (WALK_SECONDS[leg] ?? 0) * 1000;
    const to = (WALK_SECONDS[leg + 1] ?? 0) * 1000;
    if (elapsed > to) continue;
    const start = stations[leg] ?? row.open;
    const end = stations[leg + 1] ?? row.close;
    return start + ((end - start) * BigInt(Math.floor(elapsed) - from)) / BigInt(to - from);
  }
  return row.close;
}

/**
 * Reads a recording. Prices are rounded to the market's tick.
 * @throws Error that names the file, and the line where the content is wrong.
 */
export function loadRecording(path: string, scale: MarketScale): Recording {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`FEED names a recording that cannot be read: ${reason}`);
  }
  return parseRecording(text, basename(path), scale);
}

/** @throws Error `name:line: reason` at the first wrong line. */
export function parseRecording(text: string, name: string, scale: MarketScale): Recording {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const columns = readHeader(lines[0] ?? "", name);
  const rows: TickBar[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === "") continue;
    const row = readRow(line.split(","), columns, scale);
    const problem = typeof row === "string" ? row : misplaced(row, rows.at(-1));
    if (typeof row === "string" || problem) {
      throw new Error(`${name}:${index + 1}: ${problem}: "${line.slice(0, 120)}"`);
    }
    rows.push(row);
  }
  if (rows.length === 0) throw new Error(`${name}: there is no row below the header`);
  return new Recording(rows);
}

function readHeader(line: string, name: string): Map<Column, number> {
  const names = line.split(",").map((cell) => cell.trim().toLowerCase());
  const columns = new Map<Column, number>();
  for (const column of USED_COLUMNS) {
    const index = names.indexOf(column);
    if (index === -1) {
      throw new Error(
        `${name}:1: the header lacks the column ${column}; expected ${BAR_COLUMNS.join(",")}`,
      );
    }
    columns.set(column, index);
  }
  return columns;
}

/** The row, or what is wrong with it. */
function readRow(
  cells: readonly string[],
  columns: ReadonlyMap<Column, number>,
  scale: MarketScale,
): TickBar | string {
  const cell = (column: Column): string => (cells[columns.get(column) ?? -1] ?? "").trim();
  const start = parseOpenTime(cell("open_time"));
  if (start === undefined) return "open_time is not a time with an offset, or milliseconds";
  if (start % MINUTE_MS !== 0) return "open_time is not a whole minute";
  const prices = { open: 0n, high: 0n, low: 0n, close: 0n };
  for (const column of ["open", "high", "low", "close"] as const) {
    const ticks = nearestTicks(cell(column), scale);
    if (ticks === undefined) return `${column} is not a positive decimal`;
    prices[column] = ticks;
  }
  const { open, high, low, close } = prices;
  if (high < low || open > high || close > high || open < low || close < low) {
    return "open and close do not lie between low and high";
  }
  return { start, ...prices };
}

function misplaced(row: TickBar, previous: TickBar | undefined): string | undefined {
  if (!previous || row.start > previous.start) return undefined;
  return "open_time is not after the row before";
}

/** The rows before `before` as bars without gaps: a missing minute carries the last close. */
export function rowsBefore(recording: Recording, before: number): TickBar[] {
  const bars: TickBar[] = [];
  for (let start = recording.startsAt; start < minuteOf(before); start += MINUTE_MS) {
    const row = recording.rowAt(start);
    if (!row) continue;
    const { close } = row;
    bars.push(row.start === start ? row : { start, open: close, high: close, low: close, close });
  }
  return bars;
}
