/** What was traded in each minute of a market, from the venue's fills by the times that the venue gave them. */
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { barStart } from "#lib/protocol/kline.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";

/** Prices and sizes are integers of 1e-12, as in bars, and so their products of 1e-24. */
const DECIMALS = 12;

type Sums = { volume: bigint; long: bigint; short: bigint; lastFillId: number };

export type MinuteFills = {
  volume: Decimal;
  liquidatedLong: Decimal;
  liquidatedShort: Decimal;
  /** Undefined without a fill. */
  lastFillId: number | undefined;
};

export class FillsByMinute {
  readonly #sums = new Map<number, Sums>();

  /** @throws RangeError when price or size is finer than 1e-12 */
  add({ id, created_at, price, size, side, trade_type }: Trade): void {
    const start = barStart("1m", created_at);
    const sums = this.#sums.get(start) ?? { volume: 0n, long: 0n, short: 0n, lastFillId: 0 };
    const notional = scaled(price) * scaled(size);
    sums.volume += notional;
    sums.lastFillId = Math.max(sums.lastFillId, id);
    // The side is the taker's: who was long is liquidated by a sale.
    if (trade_type === "LIQUIDATION" && side === "SELL") sums.long += notional;
    if (trade_type === "LIQUIDATION" && side === "BUY") sums.short += notional;
    this.#sums.set(start, sums);
  }

  of(start: number): MinuteFills {
    const { volume, long, short, lastFillId } = this.#sums.get(start) ?? {
      volume: 0n,
      long: 0n,
      short: 0n,
      lastFillId: undefined,
    };
    const text = (sum: bigint) => formatDecimal(sum, 2 * DECIMALS);
    return {
      volume: text(volume),
      liquidatedLong: text(long),
      liquidatedShort: text(short),
      lastFillId,
    };
  }
}

function scaled(text: Decimal): bigint {
  const value = parseDecimal(text, DECIMALS);
  if (value === undefined) throw new RangeError(`${text} is no price or size of a fill`);
  return value;
}
