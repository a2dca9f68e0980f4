/**
 * A market's recent past: the tape, the last 24 hours by the minute, and bars of fills. It is a projection of the
 * commands, rebuilt by replay or from a snapshot; the engine never reads it.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { type EngineEvents, NO_EVENTS, type TradeRow } from "#services/venue/engine/events.ts";
import { type MarketState, notional } from "#services/venue/engine/market-state.ts";
import {
  addFill,
  barOfFill,
  barRecord,
  type FillBar,
  type FillBarRecord,
  forgetOldBars,
  isBarResolution,
  latestBars,
  minuteSource,
} from "./fill-bars.ts";
import { type TradeSum, TradeTotals, type TradeTotalsRows } from "./trade-totals.ts";

/** Fills kept in memory for the tape of each market. */
const TAPE_KEPT = 20_000;

export type Minute = {
  start: number;
  /** First mark of the minute, in ticks; 0 when none came. */
  markTicks: number;
  /** Highest and lowest mark of the minute, in ticks; 0 when none came. */
  highTicks: number;
  lowTicks: number;
  /** Traded value in 1e-9 USDC, and size in lots. */
  volume: bigint;
  lots: number;
  trades: number;
};

export type DaySummary = {
  /** Quote volume of the last 24 hours, 1e-9 USDC. */
  volume: bigint;
  /** Traded size of the last 24 hours. */
  lots: number;
  trades: number;
  tradesToday: number;
  /** Oldest, highest and lowest mark within the last 24 hours, in ticks; 0 when there is none. */
  openTicks: number;
  highTicks: number;
  lowTicks: number;
};

/** A history as a snapshot keeps it. */
export type MarketHistoryRows = {
  tape: TradeRow[];
  minutes: Minute[];
  bars: FillBar[];
  totals: TradeTotalsRows;
};

const emptyRows = (): MarketHistoryRows => ({
  tape: [],
  minutes: [],
  bars: [],
  totals: { volume: 0n, trades: 0, hours: [] },
});

export class MarketHistory {
  readonly tape: TradeRow[];
  readonly #minutes: Minute[];
  /** Bars of fills, one a minute that had any. */
  readonly #minuteBars: FillBar[];
  readonly #totals: TradeTotals;

  readonly #scale: MarketScale;

  constructor(scale: MarketScale, rows: MarketHistoryRows = emptyRows()) {
    this.#scale = scale;
    this.tape = rows.tape;
    this.#minutes = rows.minutes;
    this.#minuteBars = rows.bars;
    this.#totals = new TradeTotals(rows.totals);
  }

  rows(): MarketHistoryRows {
    const { tape } = this;
    const [minutes, bars, totals] = [this.#minutes, this.#minuteBars, this.#totals];
    return { tape, minutes, bars, totals: totals.rows() };
  }

  trade(market: MarketState, trade: TradeRow): void {
    this.tape.push(trade);
    // Cut in bulk: taking one off the front for each trade would move the whole array each time.
    if (this.tape.length > TAPE_KEPT * 1.25) this.tape.splice(0, this.tape.length - TAPE_KEPT);
    const minute = this.#minuteAt(trade.time);
    const volume = notional(market, trade.ticks, trade.lots);
    minute.volume += volume;
    minute.lots += trade.lots;
    minute.trades += 1;
    this.#totals.add(trade.time, volume);
    addFill(this.#minuteBars, trade, MINUTE_MS);
    forgetOldBars(this.#minuteBars);
  }

  mark(market: MarketState): void {
    const minute = this.#minuteAt(market.markTime);
    const { markTicks } = market;
    if (minute.markTicks === 0) {
      minute.markTicks = markTicks;
      minute.lowTicks = markTicks;
    }
    minute.highTicks = Math.max(minute.highTicks, markTicks);
    minute.lowTicks = Math.min(minute.lowTicks, markTicks);
  }

  /** Sums over the 24 hours before `now` (Unix ms). */
  day(now: number): DaySummary {
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const summary: DaySummary = {
      volume: 0n,
      lots: 0,
      trades: 0,
      tradesToday: 0,
      openTicks: 0,
      highTicks: 0,
      lowTicks: 0,
    };
    for (const minute of this.#minutes) {
      if (minute.start < now - DAY_MS) continue;
      if (minute.markTicks !== 0) addMarks(summary, minute);
      summary.volume += minute.volume;
      summary.lots += minute.lots;
      summary.trades += minute.trades;
      if (minute.start >= today) summary.tradesToday += minute.trades;
    }
    return summary;
  }

  /** Sums of the seven days before `now` (Unix ms), by whole hours. */
  week(now: number): TradeSum {
    return this.#totals.week(now);
  }

  /** Sums since the listing. */
  ever(): TradeSum {
    return this.#totals.ever();
  }

  /**
   * Bars of fills, oldest first; those without a fill are left out. Of more than 1,500 the latest are given.
   * @param resolution seconds: 1 (as far back as the tape goes), or whole minutes up to a day
   * @param startAt Unix ms; bars begin at or after it, and at or before `endAt`
   */
  bars(resolution: number, startAt: number, endAt: number): FillBarRecord[] {
    if (!isBarResolution(resolution)) throw new RangeError(`no bars of ${resolution} seconds`);
    const length = resolution * SECOND_MS;
    const bars =
      length === SECOND_MS
        ? this.#secondBars(startAt, endAt)
        : latestBars(minuteSource(this.#minuteBars), { length, from: startAt, to: endAt });
    return bars.map((bar) => barRecord(this.#scale, bar));
  }

  /** Leaves out the second in which a cut tape begins, as some of its fills may be missing. */
  #secondBars(startAt: number, endAt: number): FillBar[] {
    const { tape } = this;
    const isCut = tape.length >= TAPE_KEPT;
    const whole = isCut ? Math.floor((tape[0]?.time ?? 0) / SECOND_MS + 1) * SECOND_MS : startAt;
    return latestBars(
      { rows: tape, timeOf: (trade) => trade.time, barOf: barOfFill },
      { length: SECOND_MS, from: Math.max(startAt, whole), to: endAt },
    );
  }

  #minuteAt(time: number): Minute {
    const start = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    const last = this.#minutes.at(-1);
    if (last !== undefined && last.start >= start) return last;
    const minute: Minute = {
      start,
      markTicks: 0,
      highTicks: 0,
      lowTicks: 0,
      volume: 0n,
      lots: 0,
      trades: 0,
    };
    this.#minutes.push(minute);
    while (this.#minutes[0] !== undefined && this.#minutes[0].start < start - DAY_MS)
      this.#minutes.shift();
    return minute;
  }
}

/** Adds a later minute that had a mark. */
function addMarks(summary: DaySummary, { markTicks, highTicks, lowTicks }: Minute): void {
  if (summary.openTicks === 0) {
    summary.openTicks = markTicks;
    summary.lowTicks = lowTicks;
  }
  summary.highTicks = Math.max(summary.highTicks, highTicks);
  summary.lowTicks = Math.min(summary.lowTicks, lowTicks);
}

/** Histories of all markets, fed by the engine's events. */
export class Histories {
  readonly #bySymbol = new Map<string, MarketHistory>();
  /** From a snapshot, by symbol. */
  readonly #stored: ReadonlyMap<string, MarketHistoryRows>;

  readonly events: EngineEvents = {
    ...NO_EVENTS,
    trade: (market, trade) => this.of(market).trade(market, trade),
    mark: (market) => this.of(market).mark(market),
  };

  constructor(stored: ReadonlyMap<string, MarketHistoryRows> = new Map()) {
    this.#stored = stored;
  }

  of(market: MarketState): MarketHistory {
    const { symbol } = market.listing;
    let history = this.#bySymbol.get(symbol);
    if (history === undefined) {
      history = new MarketHistory(market.scale, this.#stored.get(symbol));
      this.#bySymbol.set(symbol, history);
    }
    return history;
  }
}
