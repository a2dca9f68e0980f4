/** The order of price alerts in a list: those of one market first, from the highest price down. */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { PriceAlert } from "#lib/protocol/wire/price-alerts.ts";

type Ordered = Pick<PriceAlert, "market" | "price">;

export function inOrder<Alert extends Ordered>(alerts: readonly Alert[], first: string): Alert[] {
  return alerts.toSorted((a, b) => {
    if (a.market !== b.market) {
      if (a.market === first || b.market === first) return a.market === first ? -1 : 1;
      return a.market < b.market ? -1 : 1;
    }
    const [one, other] = [priceOf(a), priceOf(b)];
    return one === other ? 0 : one > other ? -1 : 1;
  });
}

/** Whether the mark has reached the price of an alert. Both are decimals. */
export function isReached(
  { price, direction }: Pick<PriceAlert, "price" | "direction">,
  mark: string,
): boolean {
  const [wanted, current] = [price, mark].map((text) => parseDecimal(text, MONEY_DECIMALS) ?? 0n);
  if (wanted === undefined || current === undefined) return false;
  return direction === "above" ? current >= wanted : current <= wanted;
}

function priceOf({ price }: Ordered): bigint {
  return parseDecimal(price, MONEY_DECIMALS) ?? 0n;
}
