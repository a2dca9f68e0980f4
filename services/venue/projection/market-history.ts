/**
 * What people read of a market's past: the tape and the last 24 hours by the minute. A projection of the
 * commands, rebuilt by replay; the engine never looks at it.
 */
import type { EngineEvents, MarketState, TradeRow } from "#services/venue/engine/state.ts";
import { notional } from "#services/venue/engine/state.ts";

/** Fills kept in memory for the tape of each market. */
const TAPE_KEPT = 20_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Minute = {
  start: number;
  /** First mark of the minute, in ticks; 0 when none came. */
  markTicks: number;
  volume: bigint;
  trades: number;
};

export type DaySummary = {
  /** Quote volume of the last 24 hours, 1e-9 USDC. */
  volume: bigint;
  trades: number;
  tradesToday: number;
  /** Oldest mark within the last 24 hours, in ticks; 0 when there is none. */
  openTicks: number;
};

export class MarketHistory {
  readonly tape: TradeRow[] = [];
  private readonly minutes: Minute[] = [];

  trade(market: MarketState, trade: TradeRow): void {
    this.tape.push(trade);
    // Cut in bulk: taking one off the front for each trade would move the whole array each time.
    if (this.tape.length > TAPE_KEPT * 1.25) this.tape.splice(0, this.tape.length - TAPE_KEPT);
    const minute = this.minuteAt(trade.time);
    minute.volume += notional(market, trade.ticks, trade.lots);
    minute.trades += 1;
  }

  mark(market: MarketState): void {
    const minute = this.minuteAt(market.markTime);
    if (minute.markTicks === 0) minute.markTicks = market.markTicks;
  }

  /** Sums over the 24 hours before `now` (Unix ms). */
  day(now: number): DaySummary {
    const today = Math.floor(now / DAY) * DAY;
    const summary: DaySummary = { volume: 0n, trades: 0, tradesToday: 0, openTicks: 0 };
    for (const minute of this.minutes) {
      if (minute.start < now - DAY) continue;
      if (summary.openTicks === 0) summary.openTicks = minute.markTicks;
      summary.volume += minute.volume;
      summary.trades += minute.trades;
      if (minute.start >= today) summary.tradesToday += minute.trades;
    }
    return summary;
  }

  private minuteAt(time: number): Minute {
    const start = Math.floor(time / MINUTE) * MINUTE;
    const last = this.minutes.at(-1);
    if (last !== undefined && last.start >= start) return last;
    const minute: Minute = { start, markTicks: 0, volume: 0n, trades: 0 };
    this.minutes.push(minute);
    while (this.minutes[0] !== undefined && this.minutes[0].start < start - DAY)
      this.minutes.shift();
    return minute;
  }
}

/** Histories of all markets, fed by the engine's events. */
export class Histories {
  private readonly bySymbol = new Map<string, MarketHistory>();

  readonly events: EngineEvents = {
    trade: (market, trade) => this.of(market).trade(market, trade),
    mark: (market) => this.of(market).mark(market),
  };

  of(market: MarketState): MarketHistory {
    const { symbol } = market.listing;
    let history = this.bySymbol.get(symbol);
    if (history === undefined) {
      history = new MarketHistory();
      this.bySymbol.set(symbol, history);
    }
    return history;
  }
}
