/**
 * Stores news: gives each item its place among the others and its number. All items of a call are one transaction under a lock, so any
 * number of writers number their items 1, 2, 3 … without a gap, and place them as one writer would.
 */
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { MEASURED, type NewsSource } from "#lib/catalysts/news/fetching/news-source.ts";
import type { ReadItem } from "#lib/catalysts/news/model/second-opinion.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { partsOf } from "#lib/catalysts/news/reading/entities.ts";
import { ASSET_THRESHOLD, READER } from "#lib/catalysts/news/reading/read-news.ts";
import { SAMENESS } from "#lib/catalysts/news/reading/sameness-limits.ts";
import { simhashFromHex } from "#lib/catalysts/news/reading/simhash.ts";
import { storyWords } from "#lib/catalysts/news/reading/story-words.ts";
import {
  type ComparedItem,
  type Placed,
  StoryIndex,
} from "#lib/catalysts/news/sameness/story-index.ts";
import type { Clock } from "#lib/platform/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { newsItems } from "#lib/platform/db/schema/news.ts";
import { NEWS_ELECTION } from "./news-election.ts";

/** Only writers of news take it. */
const WRITE_LOCK = 5_318_008_155;
const HOUR_MS = 3_600_000;
const FLOW_MS = HOUR_MS / 2;
const MOST_PER_HOUR = 200;
/** A clock that was further ahead than this holds up no time: what it stored stays in the future, and others go on in the present. */
const MOST_AHEAD_MS = HOUR_MS;
/** A text that changes at every read would fill the table. */
const MOST_VERSIONS = 20;
const ROWS_AT_ONCE = 1_000;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
type Row = typeof newsItems.$inferSelect;
type NewRow = typeof newsItems.$inferInsert;
type Flow = Pick<Row, "assets" | "details" | "simulated">;
type Reads = Pick<Database, "select">;
type Known = Pick<Row, "id" | "version" | "source" | "authority" | "headline" | "summary"> & Placed;

export type Stored = {
  stored: number;
  /** Beyond what a source may bring in an hour. */
  refused: number;
};

export type Fresh = {
  /** Unknown ones, and those whose text has changed: as many as the source may still bring in this hour. */
  items: ParsedItem[];
  /** Others of them, beyond that. */
  refused: number;
};

export type NewsWriterOptions = {
  db: Database;
  /** Of one source. */
  mostPerHour?: number;
  /** Called with the name of each step of the transaction; tests throw there. */
  atStep?: (step: "locked" | "placed" | "inserted") => void;
};

export class NewsWriter {
  readonly #options: NewsWriterOptions;
  #index: StoryIndex | undefined;
  /** The last row that the index has. */
  #seq = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: NewsWriterOptions) {
    this.#options = options;
  }

  /** Items that would be stored at `now`, Unix milliseconds. */
  async newOf(source: NewsSource, items: readonly ParsedItem[], now: number): Promise<Fresh> {
    const { db } = this.#options;
    const known = await newestOf(db, items);
    const fresh = items.filter((item) => isNew(known.get(item.id), item, source));
    if (fresh.length === 0) return { items: fresh, refused: 0 };
    const allowed = await this.#allowed(db, source, await recordedAtOf(db, now));
    return { items: fresh.slice(0, allowed), refused: Math.max(0, fresh.length - allowed) };
  }

  /**
   * Stores items of a source, in its order. @param clock is read when no other writer stores any more
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
      // It has items that are not stored, or whose end is unknown.
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
      const placed = index.place(comparedOf(read, source, recordedAt), before);
      const row = { ...rowOf(read, source, flows), ...placed, version: (before?.version ?? 0) + 1 };
      known.set(row.id, row);
      this.#seq += 1;
      rows.push({ ...row, seq: this.#seq, recordedAt });
    }
    return { rows, refused };
  }

  /** How many items the source may still bring. */
  async #allowed(db: Reads, { name }: NewsSource, at: Date): Promise<number> {
    const { mostPerHour = MOST_PER_HOUR } = this.#options;
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

  /** Takes rows that it does not have: all of 48 hours at first, later those of other writers. */
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

/** One value of JSON for all rows: thousands of parameters take the database several times as long. */
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

/** Of the first item of a row's story. In its place, the row's column would be named without its table. */
const ofFirst = (column: "recorded_at" | "source") => sql`(
  SELECT first.${sql.identifier(column)} FROM ${newsItems} AS first
  WHERE first.story_id = ${sql.raw('"news_items"."story_id"')} ORDER BY first.seq LIMIT 1)`;
const FIRST_AT = ofFirst("recorded_at").mapWith(newsItems.recordedAt);
const FIRST_SOURCE = ofFirst("source").mapWith(newsItems.source);

/** The last number that a first start can leave out. What is stored in the meantime has a greater one. */
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

/** Times do not go back, except behind a clock that was far ahead. */
async function recordedAtOf(db: Reads, now: number): Promise<Date> {
  const last = await lastRecorded(db);
  return new Date(last > now + MOST_AHEAD_MS ? now : Math.max(now, last));
}

/** Changes of watched accounts in the last half hour: so much earlier is a transfer than what is told of it. */
async function flowsBefore(db: Reads, at: Date): Promise<Flow[]> {
  const { assets, details, simulated, source, recordedAt } = newsItems;
  const since = new Date(at.getTime() - FLOW_MS);
  return db
    .select({ assets, details, simulated })
    .from(newsItems)
    .where(and(eq(source, MEASURED.chain), gt(recordedAt, since), lte(recordedAt, at)));
}

/** What a simulated chain shows says nothing of the real world. */
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
 * Another source with the same address tells nothing new, and would take turns with the first in changing its text; one that is believed
 * more takes the item over.
 */
function isNew(known: Known | undefined, item: ParsedItem, source: NewsSource): boolean {
  if (known === undefined) return true;
  const isSame = known.headline === item.headline && known.summary === item.summary;
  if (isSame) return false;
  if (known.source !== source.name) return source.authority > known.authority;
  return known.version < MOST_VERSIONS;
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

/** A stored item as it was compared when it was stored. */
function comparedRow(row: Row): ComparedItem {
  return {
    id: row.id,
    source: row.source,
    at: row.recordedAt.getTime(),
    type: row.type,
    assets: directAssets(row.assets),
    details: row.details,
    simhash: simhashFromHex(row.simhash),
    words: storyWords(partsOf(row.headline)),
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
