/** An account as if one of its open orders were not there, which is how the venue checks an edit of that order. */
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { type AccountRecords, holdingsOf, priceTicks } from "./holdings.ts";
import { isolatedArithmetic } from "./isolated-preview.ts";
import { marginOf } from "./order-preview.ts";

/**
 * The records without the order `id` of this market, whose margin is taken out of the account's sum too.
 * @param mark a decimal, at which the market is valued when the account has no position in it
 */
export function withoutOrder(
  records: AccountRecords,
  id: string,
  { market, mark }: { market: Market; mark: string },
): AccountRecords {
  const { account, orders, positions } = records;
  if (account == null || orders === undefined) return records;
  const scale = marketScale(market);
  const record = positions?.find((one) => one.market === market.symbol);
  const markTicks = priceTicks(record?.mark_price, scale) ?? priceTicks(mark, scale) ?? 0n;
  const initialMargin = (of: AccountRecords) => {
    const holdings = holdingsOf(of, market, markTicks, isolatedArithmetic);
    const { position, orders: open, leverage, isolated } = holdings;
    const terms = { market, scale, markTicks, leverage, isolated };
    return marginOf(position, open, terms).initialMargin;
  };
  const rest = { ...records, orders: orders.filter((one) => one.id !== id) };
  const sum = parseDecimal(account.initial_margin, MONEY_DECIMALS) ?? 0n;
  const left = sum - initialMargin(records) + initialMargin(rest);
  // Records that were read one after the other may disagree.
  const initial = formatDecimal(left > 0n ? left : 0n, MONEY_DECIMALS);
  return { ...rest, account: { ...account, initial_margin: initial } };
}
