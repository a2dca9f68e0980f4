/** Closed bars of the mark price (spec 2, "Events": kline). */
import { bigint, boolean, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

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
