/**
 * Stores news: assigns each item its voice, its story and its number. All items of a call are one
 * transaction under a lock. So any number of writers number their items 1, 2, 3 … without a gap,
 * and place them as a single writer would.
 */

import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, lte, sql } from "drizzle-orm";
import {
  type Assigned,
  type ComparedItem,
  StoryIndex,
} from "#lib/catalysts/news/deduplication/story-index.ts";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { splitParts } from "#lib/catalysts/news/reading/entities.ts";
import { ASSET_THRESHOLD, READER } from "#lib/catalysts/news/reading/read-news.ts";
import { SAMENESS } from "#lib/catalysts/news/reading/same-story-limits.ts";
import { simhashFromHex } from "#lib/catalysts/news/reading/simhash.ts";
import { storyWords } from "#lib/catalysts/news/reading/story-words.ts";
import { MEASURED, type NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { newsItems } from "#lib/catalysts/schema/news.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { NEWS_ELECTION } from "./news-election.ts";

/** Only writers of news take this lock. */
const WRITE_LOCK = 5_318_008_155;
const FLOW_MS = HOUR_MS / 2;
const MAX_PER_HOUR = 200;
/**
 * If stored times are further ahead of this clock than this, new items do not wait for them and get
 * the present time.
 */
const MAX_AHEAD_MS = HOUR_MS;
/**
 * The most versions of an item: a text that changes at every read would otherwise fill the table.
 */
const MAX_VERSIONS = 20;
const ROWS_AT_ONCE = 1_000;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Row = typeof newsItems.$inferSelect;
type NewRow = typeof newsItems.$inferInsert;
type Flow = Pick<Row, "assets" | "details" | "simulated">;
type Reads = Pick<Database, "select">;
type Known = Pick<Row, "id" | "version" | "source" | "authority" | "headline" | "summary"> &
  Assigned;

export type Stored = {
  stored: number;
  /** Items beyond the hourly limit of the source. */
  refused: number;
};

export type FreshItems = {
  /** New and changed items, up to the hourly limit of the source. */
  items: ParsedItem[];
  /** How many more there were beyond the limit. */
  refused: number;
};

export type NewsWriterOptions = {
  db: Database;
  /** The hourly limit of one source. */
  mostPerHour?: number;
  /** Called with the name of each step of the transaction, so that tests can throw there. */
  atStep?: (step: "locked" | "placed" | "inserted") => void;
};

export class NewsWriter {
  readonly #options: NewsWriterOptions;
  #index: StoryIndex | undefined;
  /** The number of the last row in the index. */
  #seq = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: NewsWriterOptions) {
    this.#options = options;
  }

  /** The items that would be stored at `now` (Unix milliseconds). */
  async newOf(source: NewsSource, items: readonly ParsedItem[], now: number): Promise<FreshItems> {
    const { db } = this.#options;
    const known = await newestOf(db, items);
    const fresh = items.filter((item) => isNew(known.get(item.id), item, source));
    if (fresh.length === 0) return { items: fresh, refused: 0 };
    const allowed = await this.#allowed(db, source, await recordedAtOf(db, now));
    return { items: fresh.slice(0, allowed), refused: Math.max(0, fresh.length - allowed) };
  }

  /**
   * Stores items of a source in its order.
   * @param clock is read once the lock is held
   * @throws the database's error, with nothing stored
   */
  store(source: NewsSource, items: readonly ReadItem[], clock: Clock): Promise<Stored> {
    const stored = this.#last.then(() => this.#storeNext(source, items, clock));
    this.#last = stored.catch(() => {});
    return stored;
  }

  async #storeNext(source: NewsSource, items: readonly ReadItem[], clock: Clock): Promise<Stored> {
    const { db, atStep } = this.#options;
    try {
      // The long part of a first start needs no lock.
      if (this.#index === undefined) await this.#catchUp(db, clock.now());
      const result = await db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(${WRITE_LOCK})`);
        atStep?.("locked");
        const now = clock.now();
        await this.#catchUp(tx, now);
        const { rows, refused } = await this.#rowsOf(tx, { source, items, now });
        atStep?.("placed");
        await insertRows(tx, rows);
        atStep?.("inserted");
        return { stored: rows.length, refused };
      });
      if (result.stored > 0) notifyProcess(NEWS_ELECTION);
      return result;
    } catch (error) {
      // The index contains items that were not stored, or may not have been.
      this.#index = undefined;
      throw error;
    }
  }

  async #rowsOf(
    tx: Transaction,
    { source, items, now }: { source: NewsSource; items: readonly ReadItem[]; now: number },
  ): Promise<{ rows: NewRow[]; refused: number }> {
    const index = this.#index ?? new StoryIndex();
    const known = await newestOf(
      tx,
      items.map(({ item }) => item),
    );
    const recordedAt = await recordedAtOf(tx, now);
    const allowed = await this.#allowed(tx, source, recordedAt);
    const flows = await flowsBefore(tx, recordedAt);
    const rows: NewRow[] = [];
    let refused = 0;
    for (const read of items) {
      const before = known.get(read.item.id);
      if (!isNew(before, read.item, source)) continue;
      if (rows.length >= allowed) {
        refused += 1;
        continue;
      }
      const placed = index.assign(comparedOf(read, source, recordedAt), before);
      const row = { ...rowOf(read, source, flows), ...placed, version: (before?.version ?? 0) + 1 };
      known.set(row.id, row);
      this.#seq += 1;
      rows.push({ ...row, seq: this.#seq, recordedAt });
    }
    return { rows, refused };
  }

  /** How many items the source may still add. */
  async #allowed(db: Reads, { name }: NewsSource, at: Date): Promise<number> {
    const { mostPerHour = MAX_PER_HOUR } = this.#options;
    const since = new Date(at.getTime() - HOUR_MS);
    const [row] = await db
      .select({ count: count() })
      .from(newsItems)
      .where(
        and(
          gt(newsItems.recordedAt, since),
          lte(newsItems.recordedAt, at),
          eq(newsItems.source, name),
        ),
      );
    return Math.max(0, mostPerHour - (row?.count ?? 0));
  }

  /**
   * Loads the rows that the index lacks: the last 48 hours at first, later those of other writers.
   */
  async #catchUp(db: Reads, now: number): Promise<void> {
    const index = this.#index ?? new StoryIndex();
    if (this.#index === undefined) this.#seq = await seqBefore(db, now);
    for (;;) {
      const rows = await db
        .select({ row: newsItems, firstAt: FIRST_AT, firstSource: FIRST_SOURCE })
        .from(newsItems)
        .where(gt(newsItems.seq, this.#seq))
        .orderBy(asc(newsItems.seq))
        .limit(ROWS_AT_ONCE);
      for (const { row, firstAt, firstSource } of rows) {
        index.remember(comparedRow(row), row, { at: firstAt.getTime(), source: firstSource });
        this.#seq = row.seq;
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    this.#index = index;
  }
}

/**
 * Inserts the rows as one JSON value, because thousands of parameters make the database several
 * times slower.
 */
async function insertRows(tx: Transaction, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(getTableColumns(newsItems));
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key as keyof NewRow] ?? null])),
  );
  await tx.execute(sql`
    INSERT INTO ${newsItems} SELECT * FROM
    json_populate_recordset(NULL::${newsItems}, ${JSON.stringify(records)}::json)`);
  await tx.execute(sql`SELECT ${notifyReplicas(NEWS_ELECTION)}`);
}

/**
 * The column of the first item in a row's story. Drizzle would name the row's own column without
 * its table.
 */
const ofFirst = (column: "recorded_at" | "source") => sql`(
  SELECT first.${sql.identifier(column)} FROM ${newsItems} AS first
  WHERE first.story_id = ${sql.raw('"news_items"."story_id"')} ORDER BY first.seq LIMIT 1)`;
const FIRST_AT = ofFirst("recorded_at").mapWith(newsItems.recordedAt);
const FIRST_SOURCE = ofFirst("source").mapWith(newsItems.source);

/**
 * The last number that a first start can skip. Rows that are stored meanwhile have a greater one.
 */
async function seqBefore(db: Reads, now: number): Promise<number> {
  const since = new Date(Math.min(now, await lastRecorded(db)) - SAMENESS.storyMs);
  const [last] = await db
    .select({ seq: newsItems.seq })
    .from(newsItems)
    .where(lt(newsItems.recordedAt, since))
    .orderBy(desc(newsItems.seq))
    .limit(1);
  return last?.seq ?? 0;
}

async function lastRecorded(db: Reads): Promise<number> {
  const [last] = await db
    .select({ at: newsItems.recordedAt })
    .from(newsItems)
    .orderBy(desc(newsItems.seq))
    .limit(1);
  return last?.at.getTime() ?? 0;
}

/** Times never go back, except after a clock that was far ahead. */
async function recordedAtOf(db: Reads, now: number): Promise<Date> {
  const last = await lastRecorded(db);
  return new Date(last > now + MAX_AHEAD_MS ? now : Math.max(now, last));
}

/**
 * Changes of watched accounts in the last half hour: a transfer comes before the reports about it.
 */
async function flowsBefore(db: Reads, at: Date): Promise<Flow[]> {
  const { assets, details, simulated, source, recordedAt } = newsItems;
  const since = new Date(at.getTime() - FLOW_MS);
  return db
    .select({ assets, details, simulated })
    .from(newsItems)
    .where(and(eq(source, MEASURED.chain), gt(recordedAt, since), lte(recordedAt, at)));
}

/** A simulated chain says nothing about the real world. */
function withFlow(
  { assets, details }: Pick<Row, "assets" | "details">,
  flows: readonly Flow[],
  isSimulated: boolean,
): Row["details"] {
  const subjects = directAssets(assets);
  const found = flows
    .filter(({ simulated }) => simulated === isSimulated)
    .filter((flow) => flow.assets.some(({ asset }) => subjects.includes(asset)))
    .flatMap((flow) => flow.details.onchain ?? []);
  return found.length === 0 ? details : { ...details, onchain: Math.max(...found) };
}

async function newestOf(
  db: Pick<Database, "selectDistinctOn">,
  items: readonly ParsedItem[],
): Promise<Map<string, Known>> {
  const ids = [...new Set(items.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const { id, version, source, authority, headline, summary, voiceId, storyId } = newsItems;
  const rows = await db
    .selectDistinctOn([id], { id, version, source, authority, headline, summary, voiceId, storyId })
    .from(newsItems)
    .where(inArray(id, ids))
    .orderBy(id, desc(version));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Another source with the same address adds nothing new, and the two would keep replacing each
 * other's text. A source with higher authority takes the item over.
 */
function isNew(known: Known | undefined, item: ParsedItem, source: NewsSource): boolean {
  if (known === undefined) return true;
  const isSame = known.headline === item.headline && known.summary === item.summary;
  if (isSame) return false;
  if (known.source !== source.name) return source.authority > known.authority;
  return known.version < MAX_VERSIONS;
}

function comparedOf(
  { item, reading }: ReadItem,
  source: NewsSource,
  recordedAt: Date,
): ComparedItem {
  const { type, details, simhash, words } = reading;
  return {
    id: item.id,
    source: source.name,
    at: recordedAt.getTime(),
    type,
    assets: directAssets(reading.assets),
    details,
    simhash: simhashFromHex(simhash),
    words,
  };
}

/** A stored item in the form in which it was compared when it was stored. */
function comparedRow(row: Row): ComparedItem {
  return {
    id: row.id,
    source: row.source,
    at: row.recordedAt.getTime(),
    type: row.type,
    assets: directAssets(row.assets),
    details: row.details,
    simhash: simhashFromHex(row.simhash),
    words: storyWords(splitParts(row.headline)),
  };
}

function directAssets(assets: Row["assets"]): string[] {
  return assets.filter(({ weight }) => weight >= ASSET_THRESHOLD).map(({ asset }) => asset);
}

function rowOf({ item, reading, model }: ReadItem, source: NewsSource, flows: readonly Flow[]) {
  const { role, type, typeScore, sentiment, assets, simhash } = reading;
  const isSimulated = source.simulatedOrigin !== undefined;
  const details = type === null ? reading.details : withFlow(reading, flows, isSimulated);
  return {
    id: item.id,
    source: source.name,
    url: item.url,
    publisher: isSimulated ? source.publisher : item.publisher,
    simulated: isSimulated,
    headline: item.headline,
    summary: item.summary,
    publishedAt: item.publishedAt === null ? null : new Date(item.publishedAt),
    role,
    type,
    typeScore,
    direction: sentiment.direction,
    directionScore: sentiment.confidence,
    authority: source.authority,
    assets,
    details,
    simhash,
    reader: READER,
    model,
  };
}
