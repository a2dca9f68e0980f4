/** News as it was fetched and read. Rows of `news_items` are added and never changed: a trigger of the migration sees to it. */
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  CATALYST_TYPES,
  NEWS_ROLES,
  SENTIMENT_DIRECTIONS,
} from "#lib/protocol/market-knowledge.ts";

const whole = (name: string) => bigint(name, { mode: "number" });
const time = (name: string) => timestamp(name, { withTimezone: true });

/** One version of a news item: changed text at the same address is another version. */
export const newsItems = pgTable(
  "news_items",
  {
    /** `nws_…`, a hash of the canonical address. */
    id: text().notNull(),
    /** 1, 2, 3 … of this address. */
    version: integer().notNull(),
    /** 1, 2, 3 … of all rows, without a gap: the order in which the service learned of them. */
    seq: whole("seq").notNull(),
    /** Name of the source that brought it. */
    source: text().notNull(),
    /** Canonical; https, or http of a simulated source. */
    url: text().notNull(),
    /** Host name of the address. */
    publisher: text().notNull(),
    simulated: boolean().notNull(),
    /** Plain text, at most 500 characters each. */
    headline: text().notNull(),
    summary: text().notNull(),
    /** As the source claims: it decides nothing. */
    publishedAt: time("published_at"),
    recordedAt: time("recorded_at").notNull(),
    role: text({ enum: NEWS_ROLES }).notNull(),
    /** Null when it is not an event. */
    type: text({ enum: CATALYST_TYPES }),
    typeScore: doublePrecision("type_score").notNull(),
    direction: text({ enum: SENTIMENT_DIRECTIONS }).notNull(),
    directionScore: doublePrecision("direction_score").notNull(),
    /** From 0 to 1, of its source when it was read. */
    authority: doublePrecision().notNull(),
    assets: json().$type<NewsAsset[]>().notNull(),
    /** What distinguishes two stories: exchanges, amounts in USD, days of the month, actors. */
    details: json().$type<NewsDetails>().notNull(),
    /** Similarity hash of the normalised text, 16 hex digits. */
    simhash: text().notNull(),
    /** The first item with the same text; its own id if it is that. */
    voiceId: text("voice_id").notNull(),
    /** The first item of the same story; its own id if it is that. */
    storyId: text("story_id").notNull(),
    /** Hash of the rules, lists and weights that read it. */
    reader: text().notNull(),
    /** What a language model answered; null: it was not asked, or did not answer. */
    model: json().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.version] }),
    uniqueIndex().on(table.seq),
    index().on(table.recordedAt, table.seq),
    index().on(table.storyId),
  ],
);

/** `weight` from 0 to 1: how directly the item is about the asset. */
export type NewsAsset = { asset: string; weight: number };

export type NewsDetails = {
  exchanges: string[];
  /** In USD. */
  amounts: number[];
  /** ISO dates that the text names. */
  days: string[];
  actors: string[];
  /**
   * From 0 to 1: how unusual a change of a watched account was; of a report, the largest one of its assets in the half hour before it was
   * stored. Absent: there was none.
   */
  onchain?: number;
};

/** What is known of a source: when it is read next, and how that went. */
export const newsSources = pgTable("news_sources", {
  name: text().primaryKey(),
  kind: text().notNull(),
  publisher: text().notNull(),
  simulated: boolean().notNull(),
  etag: text(),
  lastModified: text("last_modified"),
  /** Of sources that are read in pages. */
  cursor: text(),
  nextAt: time("next_at").notNull(),
  lastReadAt: time("last_read_at"),
  lastItemAt: time("last_item_at"),
  failures: integer().notNull(),
  error: text(),
});
