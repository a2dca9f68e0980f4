/** Closed bars in the database. A stored bar never changes: every write is insert-or-nothing. */
import { and, asc, desc, eq, gte, lt, lte, min, type SQL, sql } from "drizzle-orm";
import type { Statements } from "#lib/platform/db/client.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { markBarHeads, markBars } from "#lib/trading/schema/market-data.ts";

/**
 * Rows of a statement, which are passed as one JSON text: the same for both drivers and far below any parameter limit.
 * More rows would come near the statement timeout.
 */
const ROWS_PER_STATEMENT = 5_000;

export type BarKey = { market: string; interval: KlineInterval };

/**
 * Stores closed bars; bars that exist do not change.
 * Longer intervals go first and starts ascend: whenever a one-minute bar is stored, the higher bars that end with it
 * are too, so an interrupted write can be continued from the last one-minute bar.
 */
export async function insertBars(db: Statements, bars: readonly Bar[]): Promise<void> {
  const ordered = bars.toSorted(
    (a, b) => KLINE_SECONDS[b.interval] - KLINE_SECONDS[a.interval] || a.start - b.start,
  );
  for (let from = 0; from < ordered.length; from += ROWS_PER_STATEMENT) {
    await db.execute(sql`
      INSERT INTO ${markBars}
        (market, interval, start, open, high, low, close, volume, trades, filled)
      SELECT * FROM ${barRows(ordered.slice(from, from + ROWS_PER_STATEMENT))}
      ON CONFLICT DO NOTHING`);
  }
}

/** Groups items by the row limit of a statement; an item with more rows is a group of its own. */
export function* inStatements<Item>(
  items: Iterable<Item>,
  rowsOf: (item: Item) => number,
): Generator<Item[]> {
  let group: Item[] = [];
  let rows = 0;
  for (const item of items) {
    const more = rowsOf(item);
    if (group.length > 0 && rows + more > ROWS_PER_STATEMENT) {
      yield group;
      group = [];
      rows = 0;
    }
    group.push(item);
    rows += more;
  }
  if (group.length > 0) yield group;
}

/** Bars as the rows of a table `bar`. */
export function barRows(bars: readonly Bar[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(bars)}::json) AS bar (
    market text, interval text, start bigint, open numeric, high numeric, low numeric,
    close numeric, volume numeric, trades integer, filled boolean)`;
}

/** Bars with `from <= start <= to`, oldest first, at most `limit`. */
export async function readBars(
  db: Statements,
  key: BarKey,
  range: { from: number; to: number; limit: number },
): Promise<Bar[]> {
  const rows = await db
    .select()
    .from(markBars)
    .where(and(ofKey(key), gte(markBars.start, range.from), lte(markBars.start, range.to)))
    .orderBy(asc(markBars.start))
    .limit(range.limit);
  return rows.map((row) => asBar(key, row));
}

/** Stored bars as the JSON objects of an array, with commas between them. */
export type StoredPage = {
  json: string;
  count: number;
  /** Starts of the first and the last bar; 0 without any. */
  first: number;
  last: number;
  /** The newest bar before the range, if there is one and the range does not begin with a bar. */
  before: Bar | undefined;
};

/**
 * The bars of {@link readBars} formatted by the database: one value instead of thousands, which is many times faster with
 * the embedded database and allocates no object for each bar.
 */
export async function readPage(
  db: Statements,
  key: BarKey,
  range: { from: number; to: number; limit: number },
): Promise<StoredPage> {
  const { market, interval } = key;
  const prefix = `{"market":${JSON.stringify(market)},"interval":"${interval}","start":`;
  const { rows } = await db.execute<PageRow>(sql`
    SELECT string_agg(
        ${prefix}::text || start || ',"open":"' || open || '","high":"' || high || '","low":"' || low
          || '","close":"' || close || '","volume":"' || volume || '","trades":' || trades
          || ',"closed":true,"filled":' || filled || '}',
        ',' ORDER BY start) AS json,
      count(*) AS count, min(start) AS first, max(start) AS last
    FROM (
      SELECT * FROM ${markBars}
      WHERE market = ${market} AND interval = ${interval}
        AND start >= ${range.from} AND start <= ${range.to}
      ORDER BY start LIMIT ${range.limit}
    ) AS page`);
  const row = rows[0];
  const first = Number(row?.first ?? 0);
  return {
    json: row?.json ?? "",
    count: Number(row?.count ?? 0),
    first,
    last: Number(row?.last ?? 0),
    before: first === range.from ? undefined : await lastBarBefore(db, key, range.from),
  };
}

type PageRow = {
  json: string | null;
  count: string;
  first: string | null;
  last: string | null;
};

/** The newest bar that starts before `before`, if there is one. */
export async function lastBarBefore(
  db: Statements,
  key: BarKey,
  before: number,
): Promise<Bar | undefined> {
  const rows = await db
    .select()
    .from(markBars)
    .where(and(ofKey(key), lt(markBars.start, before)))
    .orderBy(desc(markBars.start))
    .limit(1);
  return rows[0] && asBar(key, rows[0]);
}

/** Start of the oldest one-minute bar of a market. */
export async function oldestMinute(db: Statements, market: string): Promise<number | undefined> {
  const rows = await db
    .select({ start: min(markBars.start) })
    .from(markBars)
    .where(ofKey({ market, interval: "1m" }));
  return rows[0]?.start ?? undefined;
}

/** Starts in `[from, to)`. */
export type StartRange = BarKey & { from: number; to: number };

/** The bars of all these ranges, in any order. */
export async function readRanges(db: Statements, ranges: readonly StartRange[]): Promise<Bar[]> {
  if (ranges.length === 0) return [];
  const { rows } = await db.execute<RawBar>(sql`
    SELECT bar.*
    FROM json_to_recordset(${JSON.stringify(ranges)}::json) AS range (
      market text, interval text, "from" bigint, "to" bigint)
    CROSS JOIN LATERAL (
      SELECT * FROM ${markBars} AS stored
      WHERE stored.market = range.market AND stored.interval = range.interval
        AND stored.start >= range."from" AND stored.start < range."to"
    ) AS bar`);
  return rows.map(({ start, ...row }) => asBar(row, { ...row, start: Number(start) }));
}

type RawBar = Omit<typeof markBars.$inferSelect, "start" | "interval"> & {
  interval: KlineInterval;
  start: string;
};

/**
 * Deletes one-second bars that start before `before` (Unix milliseconds), market by market, because the table's key begins
 * with the market.
 */
export async function pruneSecondBars(db: Statements, before: number): Promise<void> {
  const { rows } = await db.execute<{ market: string }>(sql`SELECT market FROM ${markBarHeads}`);
  for (const { market } of rows) await pruneMarket(db, market, before);
}

async function pruneMarket(db: Statements, market: string, before: number): Promise<void> {
  const ofSeconds = ofKey({ market, interval: "1s" });
  for (;;) {
    const oldest = await db
      .select({ start: min(markBars.start) })
      .from(markBars)
      .where(and(ofSeconds, lt(markBars.start, before)));
    const start = oldest[0]?.start ?? undefined;
    if (start === undefined) return;
    const end = Math.min(before, start + ROWS_PER_STATEMENT * KLINE_SECONDS["1s"] * 1_000);
    await db
      .delete(markBars)
      .where(and(ofSeconds, gte(markBars.start, start), lt(markBars.start, end)));
  }
}

function ofKey({ market, interval }: BarKey) {
  return and(eq(markBars.market, market), eq(markBars.interval, interval));
}

function asBar({ market, interval }: BarKey, row: typeof markBars.$inferSelect): Bar {
  return {
    market,
    interval,
    start: row.start,
    open: row.open as Decimal,
    high: row.high as Decimal,
    low: row.low as Decimal,
    close: row.close as Decimal,
    volume: row.volume as Decimal,
    trades: row.trades,
    closed: true,
    filled: row.filled,
  };
}
