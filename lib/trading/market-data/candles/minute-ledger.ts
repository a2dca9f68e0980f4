/**
 * Stores what happened in each closed minute beside the price: open interest, funding rate, volume, liquidated notional.
 *
 * Volume and liquidations are sums over the venue's own fills of the whole minute, read after its end. So they do not depend
 * on what this process observed: a restart, a missed poll or a second leader gives the same figures, and minutes of a
 * downtime are filled in later. Open interest and funding rate exist only at the moment of a reading, and stay null
 * without one. A minute whose fills are no longer known, because the venue was reset, is left out.
 */

import type { Database } from "#lib/platform/db/client.ts";
import type { Leadership } from "#lib/platform/db/leadership.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { barStart } from "#lib/protocol/kline.ts";
import type { MarketStats } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { oldestMinute } from "./bar-store.ts";
import { FillsByMinute } from "./minute-fills.ts";
import { insertMinutes, lastStoredMinute, type StoredMinute } from "./minute-store.ts";

/** Covers the error of the estimated clock: by then the venue shows every fill of the minute. */
const SHOWN_AFTER_MS = 2_000;
/** A reading speaks for the end of its minute when it began at most this long before it. */
const READ_BEFORE_END_MS = 5_000;
/** Readings that wait for their minute to be stored, of each market. */
const READINGS_KEPT = 120;
/** Older minutes are not filled in after a downtime. */
const BACK_FILL_MS = 86_400_000;
/** Minutes of one statement, so that a long back-fill is stored in parts. */
const MINUTES_AT_ONCE = 60;
const FILLS_PAGE = 1_000;
const MARKETS_AT_ONCE = 8;

type Reading = { openInterest: Decimal; fundingRate: Decimal };

/** Where the stored minutes of a market end. */
type Position = { from: number; lastFillId: number };

export type MinuteLedgerOptions = {
  db: Database;
  venue: Pick<VenueClient, "trades">;
  /** Only the leader stores; the figures are right without it too. */
  leadership: Pick<Leadership, "leading">;
  /** The venue's clock, Unix milliseconds. */
  venueNow: () => number;
};

export class MinuteLedger {
  readonly #options: MinuteLedgerOptions;
  /** By market, then by start of the minute, oldest first. */
  readonly #readings = new Map<string, Map<number, Reading>>();
  readonly #positions = new Map<string, Position>();
  #markets: readonly string[] = [];
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: MinuteLedgerOptions) {
    this.#options = options;
  }

  /** The rows of all markets, from a read that began at `venueTime`. */
  take(rows: readonly MarketStats[], { venueTime }: { venueTime: number }): void {
    this.#markets = rows.map(({ symbol }) => symbol);
    const start = barStart("1m", venueTime);
    if (start + MINUTE_MS - venueTime > READ_BEFORE_END_MS) return;
    for (const { symbol, open_interest: openInterest, funding_rate: fundingRate } of rows) {
      const readings = this.#readings.get(symbol) ?? new Map<number, Reading>();
      readings.set(start, { openInterest, fundingRate });
      for (const oldest of readings.keys()) {
        if (readings.size <= READINGS_KEPT) break;
        readings.delete(oldest);
      }
      this.#readings.set(symbol, readings);
    }
  }

  /** Stores the minutes that have ended. @throws the first error of the venue or the database, after all markets */
  store(): Promise<void> {
    this.#running ??= this.#storeAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Resolves when nothing is being stored any more; a read of many pages ends after the page under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.catch(() => undefined);
  }

  async #storeAll(): Promise<void> {
    const markets = this.#markets;
    const failures: unknown[] = [];
    for (let first = 0; first < markets.length; first += MARKETS_AT_ONCE) {
      if (!this.#options.leadership.leading || this.#isStopped) break;
      const some = markets.slice(first, first + MARKETS_AT_ONCE);
      const ends = await Promise.allSettled(some.map((market) => this.#storeMarket(market)));
      for (const end of ends) if (end.status === "rejected") failures.push(end.reason);
    }
    // Another leader stores from here on: this process finds its place again.
    if (!this.#options.leadership.leading) this.#positions.clear();
    if (failures.length > 0) throw failures[0];
  }

  async #storeMarket(market: string): Promise<void> {
    const { db, venueNow } = this.#options;
    const end = barStart("1m", venueNow() - SHOWN_AFTER_MS);
    const position = this.#positions.get(market) ?? (await this.#findPosition(market, end));
    if (position === undefined) return;
    this.#positions.set(market, position);
    if (position.from >= end) return;
    const until = Math.min(end, position.from + MINUTES_AT_ONCE * MINUTE_MS);
    const fills = await this.#readFills(market, position.from, until);
    if (fills === undefined) return;
    // Checked after the read: a reset before it would have taken fills away.
    if (!(await this.#isOnTape(market, position))) {
      const present = barStart("1m", venueNow()) + MINUTE_MS;
      this.#positions.set(market, { from: present, lastFillId: 0 });
      return;
    }
    const minutes = this.#minutesOf(market, { ...position, until }, fills);
    await insertMinutes(db, minutes);
    const lastFillId = minutes.at(-1)?.lastFillId ?? position.lastFillId;
    this.#positions.set(market, { from: until, lastFillId });
    for (const { start } of minutes) this.#readings.get(market)?.delete(start);
  }

  /** Behind the last stored minute, or at the first bar; `undefined` before there are bars. */
  async #findPosition(market: string, end: number): Promise<Position | undefined> {
    const { db } = this.#options;
    const earliest = end - BACK_FILL_MS;
    const last = await lastStoredMinute(db, market);
    const from = last === undefined ? await oldestMinute(db, market) : last.start + MINUTE_MS;
    if (from === undefined) return undefined;
    return { from: Math.max(from, earliest), lastFillId: last?.lastFillId ?? 0 };
  }

  /** The fills of whole minutes; `undefined` when it is stopped meanwhile. */
  async #readFills(
    market: string,
    from: number,
    until: number,
  ): Promise<FillsByMinute | undefined> {
    const { venue } = this.#options;
    const fills = new FillsByMinute();
    let page = await venue.trades({ market, pageSize: FILLS_PAGE, startAt: from });
    for (;;) {
      for (const fill of page.results) {
        if (fill.created_at >= until) return fills;
        fills.add(fill);
      }
      if (page.next === null) return fills;
      if (this.#isStopped) return undefined;
      page = await venue.trades({ market, pageSize: FILLS_PAGE, cursor: page.next });
    }
  }

  /** False when the venue does not have the last fill that was counted: its fills begin anew then. */
  async #isOnTape(market: string, { from, lastFillId }: Position): Promise<boolean> {
    if (lastFillId === 0) return true;
    const { venue } = this.#options;
    const cursor = String(lastFillId - 1);
    const [found] = (await venue.trades({ market, pageSize: 1, cursor })).results;
    return found?.id === lastFillId && found.created_at < from;
  }

  #minutesOf(
    market: string,
    { from, until, lastFillId: before }: Position & { until: number },
    fills: FillsByMinute,
  ): StoredMinute[] {
    const readings = this.#readings.get(market);
    const minutes: StoredMinute[] = [];
    let lastFillId = before;
    for (let start = from; start < until; start += MINUTE_MS) {
      const figures = fills.of(start);
      const { openInterest = null, fundingRate = null } = readings?.get(start) ?? {};
      lastFillId = figures.lastFillId ?? lastFillId;
      minutes.push({ market, start, openInterest, fundingRate, ...figures, lastFillId });
    }
    return minutes;
  }
}
