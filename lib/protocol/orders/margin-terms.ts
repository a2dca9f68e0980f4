/** What a market's record says about margin, in the integers that margin is computed with. */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { leverageRatio, type MarginTerms, type MarginTier } from "./margin.ts";

/** @throws RangeError for a value with more digits than money has. */
export function marginTiers({
  margin_tiers: tiers = [],
}: Pick<Market, "margin_tiers">): MarginTier[] {
  return tiers.map(({ above, im_ratio: ratio }) => {
    const money = parseDecimal(above, MONEY_DECIMALS);
    if (money === undefined) throw new RangeError(`${above} is no value of a margin tier`);
    return { above: money, imRatio: BigInt(ratio) };
  });
}

type MarketTerms = { market: Market; scale: MarketScale; markTicks: bigint; leverage: number };

/** `leverage`: the account's own, 0 where it chose none. */
export function marginTerms({ market, scale, markTicks, leverage }: MarketTerms): MarginTerms {
  return {
    markTicks,
    valueOfTickLot: scale.valueOfTickLot,
    imRatio: BigInt(market.im_ratio),
    ...(leverage > 0 && { leverageRatio: leverageRatio(leverage) }),
    tiers: marginTiers(market),
    mmRatio: BigInt(market.mm_ratio),
    takerFee: BigInt(market.taker_fee),
  };
}
