/**
 * Reads the sources of the calendar: each at its poll time, and each second while it is about to print a number. A source that fails or
 * is slow delays no other one.
 */

import type {
  FetchedCalendar,
  ParsedCalendar,
} from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { FetchFailure, fetchFeed } from "#lib/catalysts/news/fetching/fetch-feed.ts";
import { reasonOf } from "#lib/catalysts/news/intake/source-error.ts";
import { waitMs } from "#lib/catalysts/news/intake/source-states.ts";
import type { FeedParser } from "#lib/catalysts/news/parsing/feed-parser.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Logger } from "#lib/platform/log.ts";
import type { Network } from "#lib/platform/outbound/outbound.ts";
import type { Timers } from "#lib/platform/timers.ts";
import { type Awaited, isAwaited, readAwaited } from "./awaited.ts";
import type { CalendarSource } from "./calendar-source.ts";
import type { CalendarWriter } from "./calendar-writer.ts";
import { readStates, type SourceState } from "./source-states.ts";

const FAST_MS = 1_000;
/** After a failure a number is asked for later, up to this. */
const FAST_MOST_MS = 60_000;
/** Fast reads of a source in an hour: as many as for nine prints that do not come. */
const MOST_FAST_AN_HOUR = 3_000;
/** Items of a source that may change in an hour: a first read brings hundreds. */
const MOST_CHANGES_AN_HOUR = 2_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The place is moved on, and what did not come is marked, this often. */
const KEEP_UP_MS = 2_000;
/** Releases of others may come near meanwhile. */
const AWAITED_MS = 5_000;

export type CalendarParser = Pick<FeedParser<FetchedCalendar, ParsedCalendar>, "parse">;

export type CalendarIntakeOptions = {
  db: Database;
  sources: readonly CalendarSource[];
  pollMs: number;
  /** A document that ends the thread of its source leaves the others alone. */
  parserOf: (source: CalendarSource) => CalendarParser;
  writer: CalendarWriter;
  timers: Pick<Timers, "now">;
  log: Pick<Logger, "warn">;
  /** From 0 to 1. */
  random: () => number;
  /** Tests replace it. */
  network?: Network;
};

/** What a source may do in an hour. */
type Allowance = { hour: number; fast: number; changes: number };

export class CalendarIntake {
  readonly #options: CalendarIntakeOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #began = new Map<string, number>();
  /** A source that asks for patience gets it, also when a number is due. */
  readonly #notBefore = new Map<string, number>();
  readonly #allowances = new Map<string, Allowance>();
  #states: Map<string, SourceState> | undefined;
  #awaited: Awaited = new Map();
  #awaitedAt = Number.NEGATIVE_INFINITY;
  #keptUpAt: number | undefined;

  constructor(options: CalendarIntakeOptions) {
    this.#options = options;
  }

  /** Begins to read the sources that are due at `now`, Unix milliseconds. @throws the database's error */
  async run(now: number): Promise<void> {
    const { db, sources, writer } = this.#options;
    const keptUp = this.#keptUpAt;
    if (keptUp === undefined || now - keptUp >= KEEP_UP_MS) {
      await writer.keepUp(now, keptUp === undefined ? 0 : now - 3 * DAY_MS);
      this.#keptUpAt = now;
    }
    this.#states ??= await readStates(db, sources);
    if (Math.abs(now - this.#awaitedAt) >= AWAITED_MS) {
      this.#awaited = await readAwaited(db, { now, until: now + AWAITED_MS });
      this.#awaitedAt = now;
    }
    for (const source of sources) {
      const state = this.#states.get(source.name);
      if (state === undefined || this.#running.has(source.name)) continue;
      if (!this.#isDue(state, now)) continue;
      this.#began.set(source.name, now);
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

  #isDue(state: SourceState, now: number): boolean {
    const { name, failures } = state;
    if (now < (this.#notBefore.get(name) ?? 0)) return false;
    const { pollMs } = this.#options;
    const next = state.nextAt.getTime();
    // A stored time may be of a longer poll, or of a clock that was ahead.
    const longest = waitMs({
      pollMs,
      failures,
      retryAfterMs: failures > 0 ? HOUR_MS : 0,
      random: 1,
    });
    if (next <= now || next > now + longest) return true;
    if (!isAwaited(this.#awaited, name, now)) return false;
    const wait = Math.min(FAST_MS * 2 ** Math.min(failures, 10), FAST_MOST_MS);
    if (now - (this.#began.get(name) ?? 0) < wait) return false;
    const allowance = this.#allowanceOf(name, now);
    if (allowance.fast >= MOST_FAST_AN_HOUR) return false;
    allowance.fast += 1;
    return true;
  }

  #allowanceOf(name: string, now: number): Allowance {
    const hour = Math.floor(now / HOUR_MS);
    const known = this.#allowances.get(name);
    if (known?.hour === hour) return known;
    const begin = { hour, fast: 0, changes: 0 };
    this.#allowances.set(name, begin);
    return begin;
  }

  async #read(source: CalendarSource, state: SourceState, now: number): Promise<void> {
    const { log, writer } = this.#options;
    try {
      await this.#readOnce(source, state, now);
    } catch (error) {
      const reason = reasonOf(error);
      // A stranger's server fails as it likes; a failure of our own is for the log.
      if (reason === undefined)
        log.warn({ err: error, source: source.name }, "a source of the calendar failed");
      const after = this.#failed(state, error, reason, now);
      try {
        const read = { source, before: state, after, items: undefined, mostChanges: 0 };
        await this.#keep(source, await writer.store(read, now));
      } catch (failure) {
        this.#states?.set(source.name, after);
        log.warn({ err: failure, source: source.name }, "a source's state was not stored");
      }
    }
  }

  #failed(
    state: SourceState,
    error: unknown,
    reason: string | undefined,
    now: number,
  ): SourceState {
    const { pollMs, random } = this.#options;
    const failures = state.failures + 1;
    const retryAfterMs = error instanceof FetchFailure ? error.retryAfterMs : undefined;
    const wait = waitMs({ pollMs, failures, retryAfterMs, random: random() });
    if (retryAfterMs !== undefined)
      this.#notBefore.set(state.name, now + Math.min(retryAfterMs, HOUR_MS));
    return {
      ...state,
      failures,
      error: reason ?? "not_stored",
      nextAt: new Date(now + wait),
    };
  }

  async #readOnce(source: CalendarSource, before: SourceState, now: number): Promise<void> {
    const { pollMs, parserOf, writer, random, network, timers } = this.#options;
    const wait = waitMs({ pollMs, failures: 0, random: random() });
    const read = {
      ...before,
      failures: 0,
      error: null,
      lastReadAt: new Date(now),
      nextAt: new Date(now + wait),
    };
    const { etag, lastModified } = before;
    const answer = await fetchFeed({ source, etag, lastModified }, network);
    const allowance = this.#allowanceOf(source.name, now);
    const mostChanges = Math.max(0, MOST_CHANGES_AN_HOUR - allowance.changes);
    const rest = { source, before, mostChanges };
    if (answer.kind === "unchanged") {
      return this.#keep(
        source,
        await writer.store({ ...rest, after: read, items: undefined }, now),
      );
    }
    const { bytes, contentType } = answer;
    const { simulatedOrigin } = source;
    const { items } = await parserOf(source).parse({ bytes, contentType, simulatedOrigin, now });
    const after = { ...read, etag: answer.etag, lastModified: answer.lastModified };
    const stored = await writer.store({ ...rest, after, items }, timers.now());
    allowance.changes += stored?.changes ?? 0;
    if ((stored?.changes ?? 0) > 0) this.#awaitedAt = Number.NEGATIVE_INFINITY;
    return this.#keep(source, stored);
  }

  /** After another replica's read, this one goes on from what that one stored. */
  async #keep(source: CalendarSource, stored: { state: SourceState } | undefined): Promise<void> {
    const { db } = this.#options;
    const state = stored?.state ?? (await readStates(db, [source])).get(source.name);
    if (state !== undefined) this.#states?.set(source.name, state);
  }
}
