/** Price alerts of users. Times are Unix milliseconds; those of prices are on the venue's clock. */
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import { ALERT_DIRECTIONS, ALERT_MODES } from "#lib/protocol/market-knowledge.ts";

const time = (name: string) => bigint(name, { mode: "number" });

/** The number of the transaction that writes the row. */
export const CURRENT_TRANSACTION = sql`(pg_current_xact_id()::text)::bigint`;

/** An alert that ends is deleted; its push remains. */
export const priceAlerts = pgTable(
  "price_alerts",
  {
    /** `pal_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    market: text().notNull(),
    /** A decimal on the market's tick. */
    price: text().notNull(),
    direction: text({ enum: ALERT_DIRECTIONS }).notNull(),
    mode: text({ enum: ALERT_MODES }).notNull(),
    note: text(),
    createdAt: time("created_at").notNull(),
    /** False: it fired, and waits until the mark has gone back. */
    isArmed: boolean("is_armed").notNull(),
    /** Marks before this time do not count: they are from before it was made, or are judged. */
    since: time("since").notNull(),
    firings: integer().notNull(),
    lastFiredAt: time("last_fired_at"),
    /** The transaction that made it: the replica that judges alerts reads those that are new to it. */
    createdIn: bigint("created_in", { mode: "number" }).notNull().default(CURRENT_TRANSACTION),
  },
  (table) => [index().on(table.userId), index().on(table.createdIn)],
);

/** Up to when the marks of a market are judged. A judged mark can be judged again: it changes nothing. */
export const priceAlertCursors = pgTable("price_alert_cursors", {
  market: text().primaryKey(),
  judgedUntil: time("judged_until").notNull(),
});
