/** Closed bars of the mark price (spec 2, "Events": kline). */
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
