/**
 * Signals, what they follow from, and how they ended. Rows are added and never changed: triggers of the migration see to it. Times are
 * Unix milliseconds, except `recorded_at`. Prices are exact, and those of a signal are multiples of its market's tick.
 */
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { SIGNAL_DIRECTIONS, SIGNAL_ENDS, SIGNAL_RULES } from "#lib/protocol/market-knowledge.ts";
import type { SignalReason } from "#lib/protocol/wire/signals.ts";

const time = (name: string) => bigint(name, { mode: "number" });
const recordedAt = () => timestamp("recorded_at", { withTimezone: true }).notNull();

/** Up to which minute's end signals were made and judged. It moves in the transaction that writes the rows, and only from where it was read. */
export const signalCursors = pgTable("signal_cursors", {
  name: text().primaryKey(),
  minute: time("minute").notNull(),
});

/** What a rule was asked about, once, with everything that it read besides bars: so a replay decides the same. */
export const signalTriggers = pgTable(
  "signal_triggers",
  {
    rule: text({ enum: SIGNAL_RULES }).notNull(),
    /** `mov_…` or `cal_…` */
    subject: text().notNull(),
    /** Revision of the explanation (drift), of the move (cascade) or of the calendar item (surprise). */
    revision: integer().notNull(),
    /** Revision of the move; null where the subject is not a move. */
    moveRevision: integer("move_revision"),
    market: text().notNull(),
    /** Null: the market has none that is known, and nothing follows. */
    priceTick: numeric("price_tick"),
    /** End of the minute after whose close the rule was asked. */
    minute: time("minute").notNull(),
    recordedAt: recordedAt(),
    parametersHash: text("parameters_hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rule, table.subject] }),
    index().on(table.minute, table.rule, table.subject),
  ],
);

export const signals = pgTable(
  "signals",
  {
    /** `sig_…`, a hash of the rule, its subject and the parameters: the same for every replica and in a replay. */
    id: text().primaryKey(),
    rule: text({ enum: SIGNAL_RULES }).notNull(),
    subject: text().notNull(),
    market: text().notNull(),
    direction: text({ enum: SIGNAL_DIRECTIONS }).notNull(),
    /** Minutes. */
    horizon: integer().notNull(),
    /** Known when it was made: ended signals of the rule, and how many of them were right. */
    conviction: doublePrecision().notNull(),
    /** True in shadow: it is judged, and not announced. */
    shadow: boolean().notNull(),
    entry: numeric().notNull(),
    invalidation: numeric().notNull(),
    target: numeric().notNull(),
    priceTick: numeric("price_tick").notNull(),
    reasons: json().$type<SignalReason[]>().notNull(),
    catalystIds: json("catalyst_ids").$type<string[]>().notNull(),
    moveId: text("move_id"),
    calendarId: text("calendar_id"),
    /** What it follows from is simulated. */
    simulated: boolean().notNull(),
    /** Direction of the hour before: the baseline. Null: the price stood still, or is not known. */
    momentum: text({ enum: SIGNAL_DIRECTIONS }),
    /** The conviction that this baseline had earned until then, by the same formula; null where it has no direction. */
    momentumConviction: doublePrecision("momentum_conviction"),
    /** End of the minute whose close is the entry: only later minutes judge it. */
    minute: time("minute").notNull(),
    expiresAt: time("expires_at").notNull(),
    recordedAt: recordedAt(),
    parametersHash: text("parameters_hash").notNull(),
  },
  (table) => [index().on(table.minute, table.id), index().on(table.market, table.minute, table.id)],
);

/** The one event that ends a signal; one without a row is active. */
export const signalEvents = pgTable(
  "signal_events",
  {
    signalId: text("signal_id")
      .primaryKey()
      .references(() => signals.id),
    kind: text({ enum: SIGNAL_ENDS }).notNull(),
    /** End of the minute whose close ended it. */
    minute: time("minute").notNull(),
    close: numeric().notNull(),
    /** Gain in units of the risk, which is the distance from entry to invalidation; more than 0 is a hit. */
    result: doublePrecision().notNull(),
    recordedAt: recordedAt(),
  },
  (table) => [index().on(table.minute, table.signalId)],
);
