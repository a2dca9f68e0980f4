/** Reads the sources that are due, and stores what is new in them. A source that fails or is slow delays no other one. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { FetchFailure, fetchFeed } from "#lib/catalysts/news/fetching/fetch-feed.ts";
import type { NewsSource } from "#lib/catalysts/news/fetching/news-source.ts";
import type { Measure } from "#lib/catalysts/news/measured/measured-item.ts";
import type { ReadItem, SecondOpinion } from "#lib/catalysts/news/model/second-opinion.ts";
import type { FeedParser } from "#lib/catalysts/news/parsing/feed-parser.ts";
import type { ParsedItem } from "#lib/catalysts/news/parsing/parse-feed.ts";
import { readNews } from "#lib/catalysts/news/reading/read-news.ts";
import type { Clock } from "#lib/platform/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { Network } from "#lib/platform/outbound/outbound.ts";
import type { NewsWriter, Stored } from "./news-writer.ts";
import { reasonOf } from "./source-error.ts";
import { readStates, type SourceState, saveState, waitMs } from "./source-states.ts";

/** Sources that are read at once. */
const MOST_AT_ONCE = 4;
/** Items that are read before other work has its turn: a few milliseconds. */
const ITEMS_A_TURN = 20;

export type NewsIntakeOptions = {
  db: Database;
  sources: readonly NewsSource[];
  pollMs: number;
  parser: Pick<FeedParser, "parse">;
  writer: NewsWriter;
  /** By the source's name; others are feeds. */
  measures?: ReadonlyMap<string, Measure>;
  /** Undefined: no language model is asked. */
  secondOpinion?: Pick<SecondOpinion, "choose"> | undefined;
  log: Pick<Logger, "warn">;
  /** A source is slow, and a model too: it tells when an item is stored. */
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  /** Tests replace it. */
  network?: Network;
};

export class NewsIntake {
  readonly #options: NewsIntakeOptions;
  readonly #running = new Map<string, Promise<void>>();
  #states: Map<string, SourceState> | undefined;

  constructor(options: NewsIntakeOptions) {
    this.#options = options;
  }

  /** Begins to read the sources that are due at `now`, Unix milliseconds. @throws the database's error */
  async run(now: number): Promise<void> {
    const { db, sources, pollMs } = this.#options;
    this.#states ??= await readStates(db, sources);
    for (const source of sources) {
      const state = this.#states.get(source.name);
      if (state === undefined || this.#running.has(source.name)) continue;
      // A stored time may be of a longer poll, or of a clock that was ahead.
      if (
        state.nextAt.getTime() > now &&
        state.nextAt.getTime() <= now + longestWait(state, pollMs)
      )
        continue;
      if (this.#running.size >= MOST_AT_ONCE) return;
      const reading = this.#read(source, state, now).finally(() =>
        this.#running.delete(source.name),
      );
      this.#running.set(source.name, reading);
    }
  }

  /** Resolves when no read is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #read(source: NewsSource, state: SourceState, now: number): Promise<void> {
    const { db, log } = this.#options;
    let next = this.#failed(state, now, { error: "not_stored" });
    try {
      next = await this.#readOnce(source, state, now);
    } catch (error) {
      const reason = reasonOf(error);
      // A stranger's server fails as it likes; a failure of our own is for the log.
      if (reason === undefined)
        log.warn({ err: error, source: source.name }, "a source of news failed");
      const retryAfterMs = error instanceof FetchFailure ? error.retryAfterMs : undefined;
      next = this.#failed(state, now, { error: reason ?? "not_stored", retryAfterMs });
    }
    this.#states?.set(source.name, next);
    try {
      await saveState(db, next);
    } catch (error) {
      log.warn({ err: error, source: source.name }, "the state of a source of news was not stored");
    }
  }

  #failed(
    state: SourceState,
    now: number,
    { error, retryAfterMs }: { error: string; retryAfterMs?: number | undefined },
  ): SourceState {
    const { pollMs, random } = this.#options;
    const failures = state.failures + 1;
    const wait = waitMs({ pollMs, failures, retryAfterMs, random: random() });
    return { ...state, failures, error, nextAt: new Date(now + wait) };
  }

  async #readOnce(source: NewsSource, state: SourceState, now: number): Promise<SourceState> {
    const { pollMs, parser, writer, measures, clock, random, network } = this.#options;
    const wait = waitMs({ pollMs, failures: 0, random: random() });
    const read = {
      ...state,
      failures: 0,
      error: null,
      lastReadAt: new Date(now),
      nextAt: new Date(now + wait),
    };
    const measure = measures?.get(source.name);
    if (measure !== undefined) return this.#measure(source, read, measure);
    const { etag, lastModified } = state;
    const answer = await fetchFeed({ source, etag, lastModified }, network);
    if (answer.kind === "unchanged") return read;
    const { bytes, contentType, url } = answer;
    const { simulatedOrigin } = source;
    const feed = await parser.parse({ bytes, contentType, url, simulatedOrigin, now });
    const fresh = await writer.newOf(source, feed.items, clock.now());
    const items = await readAll(fresh.items, now);
    const { stored, refused } = await this.#store(source, items);
    const isRefused = fresh.refused + refused > 0;
    return {
      ...read,
      kind: feed.kind,
      // What was refused is asked for again.
      etag: isRefused ? null : answer.etag,
      lastModified: isRefused ? null : answer.lastModified,
      lastItemAt: stored > 0 ? new Date(clock.now()) : state.lastItemAt,
    };
  }

  async #measure(source: NewsSource, read: SourceState, measure: Measure): Promise<SourceState> {
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

  /** Items about which a model is asked come last: the others do not wait for it. */
  async #store(source: NewsSource, items: readonly ReadItem[]): Promise<Stored> {
    const { writer, clock, secondOpinion } = this.#options;
    const store = async (read: readonly ReadItem[]): Promise<Stored> =>
      read.length === 0 ? { stored: 0, refused: 0 } : writer.store(source, read, clock);
    if (secondOpinion === undefined) return store(items);
    const { rest, asked } = secondOpinion.choose(items);
    const first = await store(rest);
    const second = await store(await asked);
    return { stored: first.stored + second.stored, refused: first.refused + second.refused };
  }
}

async function readAll(items: readonly ParsedItem[], now: number): Promise<ReadItem[]> {
  const all: ReadItem[] = [];
  for (const [place, item] of items.entries()) {
    if (place > 0 && place % ITEMS_A_TURN === 0) await othersFirst();
    all.push({ item, reading: readNews(item, now), model: null });
  }
  return all;
}

/** What a source's state can wait for at most. */
function longestWait({ failures }: SourceState, pollMs: number): number {
  return waitMs({ pollMs, failures, retryAfterMs: failures > 0 ? Number.MAX_VALUE : 0, random: 1 });
}
