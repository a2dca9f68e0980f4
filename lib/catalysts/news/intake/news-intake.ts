/** Reads the sources of news, and stores new items, which rules and at times a language model have classified. */
import { setImmediate as othersFirst } from "node:timers/promises";
import type { Measure } from "#lib/catalysts/news/measured/measured-item.ts";
import type { ReadItem, SecondOpinion } from "#lib/catalysts/news/model/second-opinion.ts";
import type { NewsParser } from "#lib/catalysts/news/parsing/news-parser.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { readNews } from "#lib/catalysts/news/reading/read-news.ts";
import type { NewsSource } from "#lib/catalysts/news/sources/news-source.ts";
import { fetchSource } from "#lib/catalysts/sources/fetch.ts";
import { type Read, SourcePoller } from "#lib/catalysts/sources/poller.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";
import { readNewsSourceStates, type StoredNewsSource, saveState } from "./news-source-states.ts";
import type { NewsWriter, Stored } from "./news-writer.ts";

/** Sources that are read at once. */
const MAX_AT_ONCE = 4;
/** How many items are processed before other work may run: a few milliseconds. */
const ITEMS_A_TURN = 20;

export type NewsIntakeOptions = {
  db: Database;
  sources: readonly NewsSource[];
  pollMs: number;
  parser: Pick<NewsParser, "parse">;
  writer: NewsWriter;
  /** By source name; all other sources are feeds. */
  measures?: ReadonlyMap<string, Measure>;
  /** Undefined: no language model is configured. */
  secondOpinion?: Pick<SecondOpinion, "choose"> | undefined;
  log: Pick<Logger, "warn">;
  /** Sources and models may be slow, so the clock is read again when an item is stored. */
  clock: Clock;
  /** Returns a number from 0 to 1. */
  random: () => number;
  /** Tests replace it. */
  network?: Network;
};

type NewsRead = Read<NewsSource, StoredNewsSource>;

export class NewsIntake {
  readonly #options: NewsIntakeOptions;
  readonly #poller: SourcePoller<NewsSource, StoredNewsSource>;

  constructor(options: NewsIntakeOptions) {
    const { db, sources, pollMs, log, random } = options;
    this.#options = options;
    this.#poller = new SourcePoller({
      what: "news",
      sources,
      pollMs,
      maxAtOnce: MAX_AT_ONCE,
      readStates: () => readNewsSourceStates(db, sources),
      isDue: (_state, _now, isTime) => isTime,
      read: async (read) => this.#keep(read.source, await this.#read(read)),
      storeFailure: ({ source, after }) => this.#keep(source, after),
      log,
      random,
    });
  }

  /**
   * Starts reading the sources that are due at `now` (Unix milliseconds).
   * @throws the database's error
   */
  run(now: number): Promise<void> {
    return this.#poller.run(now);
  }

  /** Resolves when no read is running. */
  idle(): Promise<void> {
    return this.#poller.idle();
  }

  /** The items are stored before it: a state that is not stored does not make their read a failure. */
  async #keep(source: NewsSource, state: StoredNewsSource): Promise<StoredNewsSource> {
    const { db, log } = this.#options;
    try {
      await saveState(db, state);
    } catch (error) {
      log.warn({ err: error, source: source.name }, "the state of a source of news was not stored");
    }
    return state;
  }

  async #read({ source, before, after, now }: NewsRead): Promise<StoredNewsSource> {
    const { parser, writer, measures, clock, network } = this.#options;
    const measure = measures?.get(source.name);
    if (measure !== undefined) return this.#measure(source, after, measure);
    const { etag, lastModified } = before;
    const answer = await fetchSource({ source, etag, lastModified }, network);
    if (answer.kind === "unchanged") return after;
    const { bytes, contentType, url } = answer;
    const { simulatedOrigin } = source;
    const feed = await parser.parse({ bytes, contentType, url, simulatedOrigin, now });
    const fresh = await writer.newOf(source, feed.items, clock.now());
    const items = await readAll(fresh.items, now);
    const { stored, refused } = await this.#store(source, items);
    const isRefused = fresh.refused + refused > 0;
    return {
      ...after,
      kind: feed.kind,
      // Without an ETag, the next read returns the refused items again.
      etag: isRefused ? null : answer.etag,
      lastModified: isRefused ? null : answer.lastModified,
      lastItemAt: stored > 0 ? new Date(clock.now()) : before.lastItemAt,
    };
  }

  async #measure(
    source: NewsSource,
    read: StoredNewsSource,
    measure: Measure,
  ): Promise<StoredNewsSource> {
    const { writer, clock } = this.#options;
    const { items, cursor, error } = await measure(read.cursor, clock.now());
    const measured = items.map(({ item }) => item);
    const fresh = await writer.newOf(source, measured, clock.now());
    const isFresh = ({ item }: ReadItem): boolean => fresh.items.includes(item);
    const { stored } =
      fresh.items.length > 0
        ? await writer.store(source, items.filter(isFresh), clock)
        : { stored: 0 };
    const lastItemAt = stored > 0 ? new Date(clock.now()) : read.lastItemAt;
    return { ...read, kind: source.name, cursor, error, lastItemAt };
  }

  /** Items for the language model are stored last, so that the others do not wait for it. */
  async #store(source: NewsSource, items: readonly ReadItem[]): Promise<Stored> {
    const { writer, clock, secondOpinion } = this.#options;
    const store = async (read: readonly ReadItem[]): Promise<Stored> =>
      read.length === 0 ? { stored: 0, refused: 0 } : writer.store(source, read, clock);
    if (secondOpinion === undefined) return store(items);
    const { rest, answered } = secondOpinion.choose(items);
    const first = await store(rest);
    const second = await store(await answered);
    return { stored: first.stored + second.stored, refused: first.refused + second.refused };
  }
}

async function readAll(items: readonly ParsedItem[], now: number): Promise<ReadItem[]> {
  const all: ReadItem[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ITEMS_A_TURN === 0) await othersFirst();
    all.push({ item, reading: readNews(item, now), model: null });
  }
  return all;
}
