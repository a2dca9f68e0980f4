/**
 * Moves of prices, what was read to find them, and catalysts. Times are Unix milliseconds, except `recorded_at`. Revisions are added
 * and never changed: a trigger of the migration sees to it.
 */
import { sql } from "drizzle-orm";
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
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import {
  CATALYST_REVISION_KINDS,
  CATALYST_STATUSES,
  CATALYST_TYPES,
  MOVE_DIRECTIONS,
  MOVE_ENDS,
  MOVE_RULES,
  MOVE_SCOPES,
  MOVE_VERDICTS,
} from "#lib/protocol/market-knowledge.ts";
import type { Catalyst, MoveExplanation } from "#lib/protocol/wire/catalysts.ts";

const whole = (name: string) => bigint(name, { mode: "number" });

const moveColumns = () => ({
  /** `inc_…`, of all legs of one incident. */
  incidentId: text("incident_id").notNull(),
  market: text().notNull(),
  direction: text({ enum: MOVE_DIRECTIONS }).notNull(),
  rule: text({ enum: MOVE_RULES }).notNull(),
  scope: text({ enum: MOVE_SCOPES }).notNull(),
  openedAt: whole("opened_at").notNull(),
  onset: whole("onset").notNull(),
  fromPrice: numeric("from_price").notNull(),
  extremePrice: numeric("extreme_price").notNull(),
  extremeAt: whole("extreme_at").notNull(),
  /** Null while the move goes on. */
  endedAt: whole("ended_at"),
  endedBy: text("ended_by", { enum: MOVE_ENDS }),
  /** Signed fraction of the price from which it is measured. */
  size: doublePrecision().notNull(),
  z: doublePrecision().notNull(),
  /** Minutes over which it was measured when it opened. */
  horizon: smallint().notNull(),
  volumeRatio: doublePrecision("volume_ratio"),
  openInterestChange: doublePrecision("open_interest_change"),
  liquidatedShare: doublePrecision("liquidated_share"),
  cascade: boolean().notNull(),
  fundingFlip: boolean("funding_flip").notNull(),
  /** SHA-256 of the parameters that found it, in hex. */
  parametersHash: text("parameters_hash").notNull(),
});

/** The newest state of each move. */
export const moves = pgTable(
  "moves",
  {
    /** `mov_…` */
    id: text().primaryKey(),
    /** The newest one of `move_revisions`. */
    revision: integer().notNull(),
    ...moveColumns(),
  },
  (table) => [
    index().on(table.parametersHash, table.openedAt, table.id),
    index().on(table.parametersHash, table.market, table.openedAt, table.id),
  ],
);

/** Everything that the service ever said of a move. */
export const moveRevisions = pgTable(
  "move_revisions",
  {
    moveId: text("move_id").notNull(),
    /** 1, 2, 3 … of this move, without a gap. */
    revision: integer().notNull(),
    kind: text({ enum: ["opened", "moved", "ended"] }).notNull(),
    /** End of the minute that changed it. */
    minuteEnd: whole("minute_end").notNull(),
    /** When the service learned of it. */
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
    ...moveColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.moveId, table.revision] }),
    index().on(table.parametersHash, table.minuteEnd, table.moveId, table.revision),
  ],
);

/** The position of a detector. It moves in the transaction that writes the rows, and only from where it was read. */
export const catalystCursors = pgTable("catalyst_cursors", {
  /** Which detector, with its parameters. */
  name: text().primaryKey(),
  /** Start of the first minute that it read, and of the next one. */
  begins: whole("begins").notNull(),
  minute: whole("minute").notNull(),
  /** The state at `minute` follows from the minutes since this one; while it is `begins`, nothing earlier is known. */
  stateMinute: whole("state_minute").notNull(),
});

/**
 * What a detector remembered of each market before a minute. The rows of one minute are written a few at a time; they count from when the
 * cursor names the minute.
 */
export const catalystStates = pgTable(
  "catalyst_states",
  {
    cursor: text().notNull(),
    minute: whole("minute").notNull(),
    market: text().notNull(),
    /** As text: the order of members counts. */
    state: json().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cursor, table.minute, table.market] })],
);

/**
 * From which minute on a detector reads a part of a market, and from which it does not: what was stored too late for its minute stays
 * unread, so that a replay reads what the live run read. Before the first row nothing is read.
 */
export const catalystInputs = pgTable(
  "catalyst_inputs",
  {
    cursor: text().notNull(),
    market: text().notNull(),
    /** `price`: the bar; `facts`: the row of `market_minutes`. */
    part: text({ enum: ["price", "facts"] }).notNull(),
    start: whole("start").notNull(),
    isRead: boolean("is_read").notNull(),
  },
  (table) => [primaryKey({ columns: [table.cursor, table.market, table.part, table.start] })],
);

/**
 * The passes over news and moves that had something to do: what each read. Everything that a pass writes has its `recorded_at`, and
 * follows from these rows, the news and the moves, so a replay writes the same.
 */
export const catalystPasses = pgTable("catalyst_passes", {
  /** Later than the pass before. */
  at: timestamp({ withTimezone: true }).primaryKey(),
  /** `seq` of the last news item that it read. */
  newsSeq: whole("news_seq").notNull(),
  /** It read the revisions of moves of all minutes that ended by then. */
  moveMinute: whole("move_minute").notNull(),
  parametersHash: text("parameters_hash").notNull(),
});

/** What is known up to when: answers tell of nothing later. It moves with each pass, also with one that had nothing to do. */
export const catalystWatermarks = pgTable("catalyst_watermarks", {
  /** Which engine, with its parameters. */
  name: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  newsSeq: whole("news_seq").notNull(),
  moveMinute: whole("move_minute").notNull(),
});

/**
 * The moves that count: those that a detector with these parameters opened after the minute, up to the minute of the next row. Later
 * revisions of them count up to there too.
 */
export const catalystDetectors = pgTable("catalyst_detectors", {
  fromMinute: whole("from_minute").primaryKey(),
  /** SHA-256 of the detector's figures, in hex. */
  parametersHash: text("parameters_hash").notNull(),
});

/** The newest state of each catalyst. */
export const catalysts = pgTable(
  "catalysts",
  {
    /** `evt_…` */
    id: text().primaryKey(),
    revision: integer().notNull(),
    type: text({ enum: CATALYST_TYPES }).notNull(),
    status: text({ enum: CATALYST_STATUSES }).notNull(),
    magnitude: smallint().notNull(),
    assets: json().$type<string[]>().notNull(),
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
    trackedUntil: timestamp("tracked_until", { withTimezone: true }).notNull(),
    /** Null: it is evaluated no more. */
    nextDueAt: timestamp("next_due_at", { withTimezone: true }),
    mergedInto: text("merged_into"),
    event: json().$type<Catalyst>().notNull(),
    /** The last announced values: the next revision is announced when it differs enough. */
    sent: json().$type<Catalyst["sentiment"] & Pick<Catalyst, "magnitude">>().notNull(),
    /** The operator parted it from another one. */
    isSplit: boolean("is_split").notNull(),
    isConfirmedByMove: boolean("is_confirmed_by_move").notNull(),
  },
  (table) => [
    index().on(table.firstSeenAt, table.id),
    index().on(table.changedAt, table.id),
    index().on(table.trackedUntil),
    index().on(table.nextDueAt),
  ],
);

/** Everything that the service ever said of a catalyst. */
export const catalystRevisions = pgTable(
  "catalyst_revisions",
  {
    catalystId: text("catalyst_id").notNull(),
    /** 1, 2, 3 … of this catalyst, without a gap. */
    revision: integer().notNull(),
    kind: text({ enum: CATALYST_REVISION_KINDS }).notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
    /** The instant for which an evaluation was due. */
    dueAt: timestamp("due_at", { withTimezone: true }),
    changed: json().$type<string[]>().notNull(),
    event: json().$type<Catalyst>().notNull(),
    // The part of each revision that a record shows: reading it from the whole event would take most of the time of an answer.
    status: text().$type<Catalyst["status"]>().generatedAlwaysAs(sql`event ->> 'status'`),
    type: text().$type<Catalyst["type"]>().generatedAlwaysAs(sql`event ->> 'type'`),
    magnitude: integer().generatedAlwaysAs(sql`(event ->> 'magnitude')::integer`),
    sentiment: json()
      .$type<Catalyst["sentiment"]>()

      .generatedAlwaysAs(sql`event -> 'sentiment'`),
  },
  (table) => [
    primaryKey({ columns: [table.catalystId, table.revision] }),
    index().on(table.recordedAt, table.catalystId),
    // Nearly all revisions are evaluations, and the highlights read the others.
    index("catalyst_revisions_told")
      .on(table.catalystId, table.revision)
      .where(sql`kind <> 'evaluated'`),
  ],
);

/** Which report a catalyst rests on, and since when. A report that a split moves has a row for each catalyst. */
export const catalystEvidence = pgTable(
  "catalyst_evidence",
  {
    catalystId: text("catalyst_id").notNull(),
    newsId: text("news_id").notNull(),
    newsVersion: integer("news_version").notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
    /** False: from then on it belongs to another catalyst. */
    belongs: boolean().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.catalystId, table.newsId, table.newsVersion, table.recordedAt],
    }),
    index().on(table.newsId),
  ],
);

/** Everything that the service ever said of why a price moved. */
export const moveExplanations = pgTable(
  "move_explanations",
  {
    moveId: text("move_id").notNull(),
    /** 1, 2, 3 … of this move, without a gap. */
    revision: integer().notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
    verdict: text({ enum: MOVE_VERDICTS }).notNull(),
    /** The likeliest candidate. */
    catalystId: text("catalyst_id"),
    probability: doublePrecision(),
    explanation: json().$type<MoveExplanation>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.moveId, table.revision] }),
    index().on(table.catalystId, table.recordedAt),
    index().on(table.recordedAt, table.moveId),
  ],
);

/** What a catalyst was a candidate for, so that its page finds the moves. */
export const catalystMoves = pgTable(
  "catalyst_moves",
  {
    catalystId: text("catalyst_id").notNull(),
    moveId: text("move_id").notNull(),
    /** When it first was one. */
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.catalystId, table.moveId] }), index().on(table.moveId)],
);

/** What the operator decided of catalysts: `split` undoes a merge, and keeps them apart. */
export const catalystDecisions = pgTable("catalyst_decisions", {
  id: text().primaryKey(),
  kind: text({ enum: ["split"] }).notNull(),
  catalystId: text("catalyst_id").notNull(),
  /** When it was given, and the pass that carried it out. */
  givenAt: timestamp("given_at", { withTimezone: true }).notNull(),
  carriedOutAt: timestamp("carried_out_at", { withTimezone: true }),
});
