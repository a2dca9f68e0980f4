/** Closed bars of the mark price (docs/api/streams.md), and what happened in each minute beside the price. */
import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";

/** Its notifications tell of stored bars. */
export const MARK_BARS_CHANNEL = "svc_mark_bars";

/** Notified as well when a minute has closed, for those whom the seconds do not concern. */
export const MARK_MINUTES_CHANNEL = "svc_mark_minutes";

export const markBars = pgTable(
  "mark_bars",
  {
    market: text().notNull(),
    /** One of the seven interval names. */
    interval: text().notNull(),
    /** Unix milliseconds, aligned to the interval. */
    start: bigint({ mode: "number" }).notNull(),
    open: numeric().notNull(),
    high: numeric().notNull(),
    low: numeric().notNull(),
    close: numeric().notNull(),
    volume: numeric().notNull(),
    trades: integer().notNull(),
    filled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.interval, table.start] })],
);

/** Where the stored bars of a market end. The statement that stores bars moves it, and only forward. */
export const markBarHeads = pgTable("mark_bar_heads", {
  market: text().primaryKey(),
  /** Unix milliseconds: every bar that ends at or before it is stored, and none that ends after it. */
  openSecond: bigint("open_second", { mode: "number" }).notNull(),
  /** The bars that are open then, by interval name, without any input of the open second. */
  openBars: jsonb("open_bars").notNull(),
  /** Marks up to this time are in the bars. */
  markAt: bigint("mark_at", { mode: "number" }).notNull(),
  /** Fills up to this id are in the bars, and no later one was made before `fill_at`. */
  fillId: bigint("fill_id", { mode: "number" }).notNull(),
  fillAt: bigint("fill_at", { mode: "number" }).notNull(),
});

/** Closed minutes of a market. A row is written once, when all fills of its minute are known; a missing row is unknown. */
export const marketMinutes = pgTable(
  "market_minutes",
  {
    market: text().notNull(),
    /** Unix milliseconds, aligned to the minute, on the venue's clock. */
    start: bigint({ mode: "number" }).notNull(),
    /** In the base asset, as last read within the minute's last seconds; null when it was not read then. */
    openInterest: numeric("open_interest"),
    /** The rate of one funding period, read with the open interest; null as well when the venue does not publish it. */
    fundingRate: numeric("funding_rate"),
    /** Price × size of all fills, in the quote asset. */
    volume: numeric().notNull(),
    /** The part of the volume whose takers were liquidated longs, and liquidated shorts. */
    liquidatedLong: numeric("liquidated_long").notNull(),
    liquidatedShort: numeric("liquidated_short").notNull(),
    /** The last fill up to the minute's end; 0: there is none. A venue that does not have it was reset. */
    lastFillId: bigint("last_fill_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.market, table.start] })],
);
