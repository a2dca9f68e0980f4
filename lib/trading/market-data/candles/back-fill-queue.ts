/**
 * The back-fills of all markets, one after the other: the database has one writer.
 *
 * A market is ready with a day of its past. The rest of 30 days follows while it is followed already, day by day, and after a
 * restart from where it stopped.
 *
 * A market waits a while for an unavailable history. Then its bars begin with the present, and the past before its very
 * first bar is stored when the history is available again. A gap between two runs of the app then stays carried forward,
 * because bars that were published as closed never change.
 */

import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { fillsSince } from "#lib/trading/venue-client/fill-pages.ts";
import { type BackFillSource, backFill, fillPast } from "./back-fill.ts";
import type { BarHead } from "./bar-head.ts";
import { oldestMinute } from "./bar-store.ts";
import type { OracleHistory } from "./oracle-history.ts";

/** How long a market waits for a history that does not answer. */
const GIVE_UP_AFTER_MS = 30_000;
/** Time between later attempts. */
const ASK_AGAIN_EVERY_MS = 60_000;

export type BackFillQueueOptions = {
  venue: VenueClient;
  /** Absent: nothing is filled. */
  history: OracleHistory | undefined;
  db: Database;
  timers: Timers;
  log: Pick<Logger, "info" | "warn">;
  /** The venue's clock, Unix milliseconds. */
  venueNow: () => number;
  /** Resolves when the days before the first one may be stored. Absent: at once. */
  whenPast?: () => Promise<unknown>;
  /** Called when a part of a market's past was stored behind its bars. */
  takePast: (market: string, past: BarHead) => void;
};

export class BackFillQueue {
  readonly #options: BackFillQueueOptions;
  #last: Promise<unknown> = Promise.resolve();
  /** Since when the history of a market did not answer. */
  readonly #failingSince = new Map<string, number>();
  /** Since when the history of no market has answered. */
  #unavailableSince: number | undefined;
  /** Markets whose history did not answer, and what cancels their next attempt. */
  readonly #waiting = new Map<string, () => void>();
  /** Markets whose past is being stored, or is stored. */
  readonly #behind = new Set<string>();
  #isStopped = false;

  constructor(options: BackFillQueueOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the market's bars reach the present from a day before, or when its history was unavailable for 30 s. The
   * bars before them are stored later.
   * @throws the history's last error before that; the database's error
   */
  run(market: string): Promise<void> {
    return this.#inTurn(() => this.#fillOrGiveUp(market));
  }

  /** Stops further attempts. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#waiting.values()) cancel();
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #fillOrGiveUp(market: string): Promise<void> {
    const { history, timers } = this.#options;
    if (history === undefined) return;
    const startedAt = timers.monotonic();
    if (startedAt - (this.#unavailableSince ?? startedAt) >= GIVE_UP_AFTER_MS) {
      return this.#askAgainLater(market);
    }
    try {
      await this.#fillUntilNow(market, this.#source(market, history));
    } catch (thrown) {
      if (!(thrown instanceof HistoryUnavailable)) throw thrown;
      const since = this.#failingSince.get(market) ?? startedAt;
      this.#failingSince.set(market, since);
      this.#unavailableSince ??= startedAt;
      if (timers.monotonic() - since < GIVE_UP_AFTER_MS) throw thrown.cause;
      return this.#askAgainLater(market);
    }
    this.#answered(market);
    this.#beginBehind(market);
  }

  /** Repeats while bars are missing: minutes pass while the first day is read. */
  async #fillUntilNow(market: string, source: BackFillSource): Promise<void> {
    const { timers, log, venueNow } = this.#options;
    const startedAt = timers.monotonic();
    let bars = 0;
    let missing = Number.POSITIVE_INFINITY;
    while (missing > 0) {
      missing = await backFill(source, market, venueNow());
      bars += missing;
    }
    if (bars === 0) return;
    log.info({ market, bars, ms: timers.monotonic() - startedAt }, "history filled");
  }

  #askAgainLater(market: string): void {
    const { timers, log } = this.#options;
    if (this.#isStopped) return;
    if (!this.#waiting.has(market)) {
      log.warn(
        { market },
        "the past could not be read or stored: bars go on without it, and it is tried again",
      );
    }
    this.#waiting.get(market)?.();
    const ask = () => this.#beginBehind(market);
    this.#waiting.set(market, timers.after(ASK_AGAIN_EVERY_MS, ask));
  }

  /** Begins to store the past before the market's oldest bar, once at a time. */
  #beginBehind(market: string): void {
    if (this.#behind.has(market)) return;
    this.#behind.add(market);
    this.#fillBehind(market).catch(() => {
      this.#behind.delete(market);
      this.#askAgainLater(market);
    });
  }

  async #fillBehind(market: string): Promise<void> {
    const { history, db, timers, log, whenPast, takePast, venueNow } = this.#options;
    if (history === undefined) return;
    await whenPast?.();
    const startedAt = timers.monotonic();
    const end = await this.#inTurn(() => oldestMinute(db, market));
    if (end === undefined) {
      // Only bars that began while the history was silent have a past to wait for.
      this.#behind.delete(market);
      if (this.#waiting.has(market)) this.#askAgainLater(market);
      return;
    }
    const days = fillPast(this.#source(market, history), market, { now: venueNow(), end });
    let bars = 0;
    while (!this.#isStopped) {
      // Other markets have their turn between two days.
      const { value: day } = await this.#inTurn(() => days.next());
      this.#answered(market);
      this.#waiting.delete(market);
      if (day === undefined) break;
      takePast(market, day.head);
      bars += day.bars;
    }
    if (bars === 0) return;
    log.info(
      { market, bars, ms: timers.monotonic() - startedAt },
      "the history of 30 days is filled",
    );
  }

  #answered(market: string): void {
    this.#failingSince.delete(market);
    this.#unavailableSince = undefined;
  }

  #source(market: string, history: OracleHistory): BackFillSource {
    const { db, venue } = this.#options;
    const page: OracleHistory["page"] = async (query) => {
      try {
        return await history.page(query);
      } catch (thrown) {
        throw new HistoryUnavailable(thrown);
      }
    };
    const fills = (startAt: number) => fillsSince(venue, market, startAt);
    return { db, history: { ...history, page }, fills };
  }
}

/** The history failed, not the database or the venue. */
class HistoryUnavailable extends Error {
  constructor(cause: unknown) {
    super("the history could not be read", { cause });
  }
}
