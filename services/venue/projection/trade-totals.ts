/** Traded volume of a market: of seven days by the hour, and in total. Its size does not grow with the history. */
import { HOUR_MS, WEEK_MS } from "#lib/protocol/durations.ts";

/** `start` is Unix milliseconds, `volume` in 1e-9 USDC. */
export type Hour = { start: number; volume: bigint; trades: number };

export type TradeSum = { volume: bigint; trades: number };

/** As a snapshot keeps it. */
export type TradeTotalsRows = TradeSum & { hours: Hour[] };

export class TradeTotals {
  readonly #all: TradeSum;
  readonly #hours: Hour[];

  constructor({ volume, trades, hours }: TradeTotalsRows) {
    this.#all = { volume, trades };
    this.#hours = hours;
  }

  rows(): TradeTotalsRows {
    return { ...this.#all, hours: this.#hours };
  }

  /** Trades come in order of time. */
  add(time: number, volume: bigint): void {
    const hour = this.#hourAt(time);
    for (const sum of [hour, this.#all]) {
      sum.volume += volume;
      sum.trades += 1;
    }
  }

  /** Everything since the listing. */
  ever(): TradeSum {
    return { ...this.#all };
  }

  /** Sums the hours that began within the seven days before `now` (Unix ms). */
  week(now: number): TradeSum {
    const sum: TradeSum = { volume: 0n, trades: 0 };
    for (const { start, volume, trades } of this.#hours) {
      if (start < now - WEEK_MS) continue;
      sum.volume += volume;
      sum.trades += trades;
    }
    return sum;
  }

  #hourAt(time: number): Hour {
    const start = Math.floor(time / HOUR_MS) * HOUR_MS;
    const last = this.#hours.at(-1);
    if (last !== undefined && last.start >= start) return last;
    const hour: Hour = { start, volume: 0n, trades: 0 };
    this.#hours.push(hour);
    while (this.#hours[0] !== undefined && this.#hours[0].start < start - WEEK_MS)
      this.#hours.shift();
    return hour;
  }
}
