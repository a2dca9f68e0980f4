/** A trader's view of the markets: their rules, read once, and the venue's public stats, read once a second. */
import type { Clock } from "#lib/kernel/time/clock.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { type MarketScale, marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { requestVenue } from "#services/sandbox/venue/http.ts";

/** A mark older than this stops the simulated traders: the venue takes no new risk then. */
const STALE_AFTER_MS = 4000;
const REFRESH_MS = 900;
/** Marks of the last minutes, for traders that follow the trend. */
const KEPT_MARKS = 180;

export type WatchedMarket = {
  symbol: string;
  scale: MarketScale;
  minNotional: bigint;
  /** Initial margin in parts per million. */
  imRatio: number;
};

type StatsRow = { symbol: string; mark_price: string | null; mark_updated_at: number | null };
type Mark = { ticks: bigint; at: number };

export class MarketWatch {
  readonly #url: string;
  readonly #clock: Clock;
  #markets: WatchedMarket[] = [];
  readonly #marks = new Map<string, Mark[]>();
  #refreshedAt = 0;
  #refreshing: Promise<void> | undefined;

  constructor(url: string, clock: Clock) {
    this.#url = url;
    this.#clock = clock;
  }

  /** Reads what is older than a second; callers at the same time share one request. */
  async refresh(): Promise<void> {
    if (this.#clock.now() - this.#refreshedAt < REFRESH_MS) return;
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  markets(): readonly WatchedMarket[] {
    return this.#markets;
  }

  /** The mark in ticks; `undefined` while there is none or the venue's is stale. */
  mark(symbol: string): bigint | undefined {
    const last = this.#marks.get(symbol)?.at(-1);
    return last && this.#clock.now() - last.at <= STALE_AFTER_MS ? last.ticks : undefined;
  }

  /** The mark of about `seconds` ago; `undefined` when the watch has not run that long. */
  markBefore(symbol: string, seconds: number): bigint | undefined {
    const since = this.#clock.now() - seconds * 1000;
    return this.#marks.get(symbol)?.findLast((mark) => mark.at <= since)?.ticks;
  }

  async #read(): Promise<void> {
    if (this.#markets.length === 0) this.#markets = await this.#readMarkets();
    const path = "/v1/markets/stats?market=ALL";
    const { results } = await requestVenue<{ results: StatsRow[] }>(this.#url, { path });
    for (const row of results) this.#note(row);
    this.#refreshedAt = this.#clock.now();
  }

  async #readMarkets(): Promise<WatchedMarket[]> {
    const markets = await requestVenue<Market[]>(this.#url, { path: "/v1/markets" });
    return markets.map((market) => ({
      symbol: market.symbol,
      scale: marketScale(market),
      minNotional: parseDecimal(market.min_notional, 9) ?? 0n,
      imRatio: market.im_ratio,
    }));
  }

  #note(row: StatsRow): void {
    const market = this.#markets.find((known) => known.symbol === row.symbol);
    if (!market || row.mark_price === null || row.mark_updated_at === null) return;
    const { priceDecimals, tickUnits } = market.scale;
    const units = parseDecimal(row.mark_price, priceDecimals);
    if (units === undefined) return;
    const marks = this.#marks.get(row.symbol) ?? [];
    if (marks.at(-1)?.at === row.mark_updated_at) return;
    marks.push({ ticks: units / tickUnits, at: row.mark_updated_at });
    if (marks.length > KEPT_MARKS) marks.shift();
    this.#marks.set(row.symbol, marks);
  }
}
