/** One row a market and hour: its funding rate and open interest at the hour's end, as far as blocks were made in it. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { MarketState } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { lotsText } from "#services/venue/projection/number-text.ts";
import { FUNDING_DECIMALS } from "#services/venue/records/records.ts";

export class MarketHours {
  readonly #insert: StatementSync;
  readonly #numberOf: (market: MarketState) => number;
  /** The hour in which the block before began. */
  #underWay: number | undefined;

  /** `numberOf`: the market's number in the history. */
  constructor(database: DatabaseSync, numberOf: (market: MarketState) => number) {
    this.#insert = database.prepare(
      "INSERT INTO market_hours (market, hour, funding_rate, open_interest) VALUES (?, ?, ?, ?)",
    );
    this.#numberOf = numberOf;
  }

  /** A block that begins at `time` is not written, as its rows are there already. */
  skipTo(time: number): void {
    this.#underWay = Math.floor(time / HOUR_MS);
  }

  /** Writes the hours that end before `time` (Unix ms), at which the next block begins; `state` is that before it. */
  passTo(time: number, state: VenueState): void {
    if (state.seq === 0) return;
    const next = Math.floor(time / HOUR_MS);
    const last = Math.floor(state.time / HOUR_MS);
    // A block may end in a later hour than it began in.
    if (this.#underWay !== undefined && this.#underWay < last) this.#write(this.#underWay, state);
    if (last < next) this.#write(last, state);
    this.#underWay = next;
  }

  #write(hour: number, state: VenueState): void {
    for (const market of state.markets.values()) {
      const rate = formatDecimal(market.funding.rate, FUNDING_DECIMALS);
      const interest = lotsText(market.scale, market.openInterest);
      this.#insert.run(this.#numberOf(market), hour, rate, interest);
    }
  }
}
