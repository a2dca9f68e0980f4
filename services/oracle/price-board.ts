/** The newest price of every source, and the decision on a market's price at any moment. */
import type { Clock } from "#lib/kernel/time/clock.ts";
import type { OraclePrice, OraclePrices } from "#lib/protocol/market/oracle.ts";
import { type Markets, roundedPrice } from "./sources/price.ts";
import type { PriceSource, SourceUpdate } from "./sources/source.ts";
import { type Decision, decide } from "./weighted-median.ts";

export type BoardOptions = {
  sources: readonly PriceSource[];
  /** Farthest that a source may be from the median of the others, in parts per million. */
  outlierPpm: bigint;
  clock: Clock;
};

type Seen = { price: bigint; at: number; isDisputed: boolean };

export class PriceBoard {
  readonly #options: BoardOptions;
  /** By source, then by market. */
  readonly #seen = new Map<PriceSource, Map<string, Seen>>();

  constructor(options: BoardOptions) {
    this.#options = options;
    for (const source of options.sources) this.#seen.set(source, new Map());
  }

  /** Keeps a price that is newer than the last one; one that arrives late changes nothing. */
  take(source: PriceSource, { prices }: SourceUpdate): void {
    const seen = this.#seen.get(source);
    const now = this.#options.clock.now();
    for (const { market, price, at } of prices) {
      const known = seen?.get(market);
      // A price from the future was kept before this machine's clock was set back.
      const isOld = known !== undefined && at < known.at && known.at <= now;
      if (isOld) continue;
      seen?.set(market, { price, at, isDisputed: known?.isDisputed ?? false });
      this.#keepDisputes(market);
    }
  }

  decide(market: string): Decision {
    const { sources, outlierPpm, clock } = this.#options;
    const quotes = sources.flatMap((source) => {
      const found = this.#seen.get(source)?.get(market);
      const { name, weight, staleAfterMs } = source;
      return found === undefined ? [] : [{ source: name, weight, staleAfterMs, ...found }];
    });
    return decide(quotes, { now: clock.now(), outlierPpm });
  }

  /** Between two prices time only takes sources away, and those that differ stay disputed without it. */
  #keepDisputes(market: string): void {
    const { disputed } = this.decide(market);
    for (const [{ name }, seen] of this.#seen) {
      const found = seen.get(market);
      if (found !== undefined) found.isDisputed = disputed.includes(name);
    }
  }

  /** The present prices of these markets, where sources agree. */
  prices(markets: Markets): OraclePrices {
    const prices: Record<string, OraclePrice> = {};
    const heard = new Set<string>();
    let ts = 0;
    for (const [symbol, scale] of markets) {
      const decision = this.decide(symbol);
      const price = decision.kind === "price" ? roundedPrice(decision.price, scale) : undefined;
      if (decision.kind !== "price" || price === undefined) continue;
      prices[symbol] = { price, ts: decision.at, sources: decision.sources };
      ts = Math.max(ts, decision.at);
      for (const source of decision.sources) heard.add(source);
    }
    return { src: this.#heaviest(heard), ts, prices };
  }

  /** When a source last made a price, Unix milliseconds; 0 before the first. */
  newestOf(source: PriceSource): number {
    const seen = this.#seen.get(source)?.values() ?? [];
    return Math.max(0, ...[...seen].map(({ at }) => at));
  }

  /** The heaviest source; among equal weights, the one that the configuration names first. */
  #heaviest(names: ReadonlySet<string>): string | null {
    let heaviest: PriceSource | undefined;
    for (const source of this.#options.sources) {
      if (names.has(source.name) && source.weight > (heaviest?.weight ?? 0)) heaviest = source;
    }
    return heaviest?.name ?? null;
  }
}
