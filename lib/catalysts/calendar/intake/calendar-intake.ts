/**
 * Reads the sources of the calendar: each at its poll time, and each second while it is about to
 * publish a number.
 */

import type {
  FetchedCalendar,
  ParsedCalendar,
} from "#lib/catalysts/calendar/parsing/parse-calendar.ts";
import { fetchSource } from "#lib/catalysts/sources/fetch.ts";
import { type FailedRead, type Read, SourcePoller } from "#lib/catalysts/sources/poller.ts";
import type { ThreadParser } from "#lib/catalysts/sources/thread-parser.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { type Awaited, isAwaited, readAwaited } from "./awaited.ts";
import type { CalendarSource } from "./calendar-source.ts";
import { type CalendarSourceState, readCalendarSourceStates } from "./calendar-source-states.ts";
import type { CalendarWriter, StoredRead } from "./calendar-writer.ts";

const FAST_MS = 1_000;
/** While a number is due, failures double the delay between reads, up to this. */
const FAST_MOST_MS = 60_000;
/** Fast reads of a source per hour: enough for nine numbers that never appear. */
const MAX_FAST_AN_HOUR = 3_000;
/** Items of a source that may change per hour. A first read brings hundreds. */
const MAX_CHANGES_AN_HOUR = 2_000;
/** How often the watermark moves on and missing numbers are marked as overdue. */
const ADVANCE_MS = 2_000;
/** How often due releases are looked up: other sources may add some meanwhile. */
const AWAITED_MS = 5_000;

export type CalendarParser = Pick<ThreadParser<FetchedCalendar, ParsedCalendar>, "parse">;

export type CalendarIntakeOptions = {
  db: Database;
  sources: readonly CalendarSource[];
  pollMs: number;
  /** One parser per source: a document that ends its thread affects no other source. */
  parserOf: (source: CalendarSource) => CalendarParser;
  writer: CalendarWriter;
  timers: Pick<Timers, "now">;
  log: Pick<Logger, "warn">;
  /** Returns a number from 0 to 1. */
  random: () => number;
  /** Tests replace it. */
  network?: Network;
};

/** What a source has used of its limits in an hour. */
type Allowance = { hour: number; fast: number; changes: number };

type CalendarRead = Read<CalendarSource, CalendarSourceState>;

export class CalendarIntake {
  readonly #options: CalendarIntakeOptions;
  readonly #poller: SourcePoller<CalendarSource, CalendarSourceState>;
  readonly #began = new Map<string, number>();
  /** Times from `Retry-After` headers, which also hold while a number is due. */
  readonly #notBefore = new Map<string, number>();
  readonly #allowances = new Map<string, Allowance>();
  #awaited: Awaited = new Map();
  #awaitedAt = Number.NEGATIVE_INFINITY;
  #advancedAt: number | undefined;

  constructor(options: CalendarIntakeOptions) {
    const { db, sources, pollMs, log, random } = options;
    this.#options = options;
    this.#poller = new SourcePoller({
      what: "the calendar",
      sources,
      pollMs,
      // A slow source must not delay the number of another one.
      maxAtOnce: Number.POSITIVE_INFINITY,
      readStates: () => readCalendarSourceStates(db, sources),
      isDue: (state, now, isTime) => this.#isDue(state, now, isTime),
      read: (read) => this.#read(read),
      storeFailure: (read) => this.#storeFailure(read),
      log,
      random,
    });
  }

  /**
   * Starts reading the sources that are due at `now` (Unix milliseconds).
   * @throws the database's error
   */
  async run(now: number): Promise<void> {
    const { db, writer } = this.#options;
    const advanced = this.#advancedAt;
    if (advanced === undefined || now - advanced >= ADVANCE_MS) {
      await writer.advance(now, advanced === undefined ? 0 : now - 3 * DAY_MS);
      this.#advancedAt = now;
    }
    if (Math.abs(now - this.#awaitedAt) >= AWAITED_MS) {
      this.#awaited = await readAwaited(db, { now, until: now + AWAITED_MS });
      this.#awaitedAt = now;
    }
    await this.#poller.run(now);
  }

  /** Resolves when no read is running. */
  idle(): Promise<void> {
    return this.#poller.idle();
  }

  #isDue({ name, failures }: CalendarSourceState, now: number, isTime: boolean): boolean {
    if (now < (this.#notBefore.get(name) ?? 0)) return false;
    if (isTime) return true;
    if (!isAwaited(this.#awaited, name, now)) return false;
    const wait = Math.min(FAST_MS * 2 ** Math.min(failures, 10), FAST_MOST_MS);
    if (now - (this.#began.get(name) ?? 0) < wait) return false;
    const allowance = this.#allowanceOf(name, now);
    if (allowance.fast >= MAX_FAST_AN_HOUR) return false;
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

  async #read({ source, before, after, now }: CalendarRead) {
    const { parserOf, writer, network, timers } = this.#options;
    this.#began.set(source.name, now);
    const { etag, lastModified } = before;
    const answer = await fetchSource({ source, etag, lastModified }, network);
    const allowance = this.#allowanceOf(source.name, now);
    const mostChanges = Math.max(0, MAX_CHANGES_AN_HOUR - allowance.changes);
    const rest = { source, before, mostChanges };
    if (answer.kind === "unchanged") {
      return this.#stateOf(source, await writer.store({ ...rest, after, items: undefined }, now));
    }
    const { bytes, contentType } = answer;
    const { simulatedOrigin, zone, country } = source;
    const document = { bytes, contentType, simulatedOrigin, zone, country, now };
    const { items, leftOut } = await parserOf(source).parse(document);
    const read = { ...after, leftOut, etag: answer.etag, lastModified: answer.lastModified };
    const stored = await writer.store({ ...rest, after: read, items }, timers.now());
    allowance.changes += stored?.changes ?? 0;
    if ((stored?.changes ?? 0) > 0) this.#awaitedAt = Number.NEGATIVE_INFINITY;
    return this.#stateOf(source, stored);
  }

  async #storeFailure(read: FailedRead<CalendarSource, CalendarSourceState>) {
    const { source, before, after, now, retryAfterMs } = read;
    if (retryAfterMs !== undefined)
      this.#notBefore.set(source.name, now + Math.min(retryAfterMs, HOUR_MS));
    const failed = { source, before, after, items: undefined, mostChanges: 0 };
    return this.#stateOf(source, await this.#options.writer.store(failed, now));
  }

  /** When another replica stored a newer read, this one continues from it. */
  async #stateOf(
    source: CalendarSource,
    stored: StoredRead | undefined,
  ): Promise<CalendarSourceState | undefined> {
    const { db } = this.#options;
    return stored?.state ?? (await readCalendarSourceStates(db, [source])).get(source.name);
  }
}
