/** A market as the engine keeps it, made from its listing. */

import { marketScale } from "#lib/protocol/market/markets.ts";
import { bandEdge, minimumTickLots } from "#lib/protocol/orders/counts.ts";
import { marginTiers } from "#lib/protocol/orders/margin-terms.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { decayPerSecond } from "./funding.ts";
import type { MarketState, MarketTerms } from "./market-state.ts";
import { OrderBook } from "./order-book.ts";
import { TriggerBook } from "./trigger-book.ts";

export function createMarket(listing: Market, ordinal: number, time: number): MarketState {
  return {
    listing,
    scale: marketScale(listing),
    terms: marketTerms(listing),
    ordinal,
    book: new OrderBook(),
    triggers: new TriggerBook(),
    markTicks: 0,
    markTime: 0,
    highestBuy: 0,
    lowestSell: 0,
    riskSeq: 0,
    lastTradeTicks: 0,
    openInterest: 0,
    funding: { premium: 0n, rate: 0n, index: 0n, time: 0 },
    bookSeq: 0,
    bookTime: time,
  };
}

function marketTerms(listing: Market): MarketTerms {
  return {
    imRatio: BigInt(listing.im_ratio),
    tiers: marginTiers(listing),
    mmRatio: BigInt(listing.mm_ratio),
    takerFee: BigInt(listing.taker_fee),
    makerFee: BigInt(listing.maker_fee),
    liquidationFee: BigInt(listing.liquidation_fee),
    minimumTickLots: minimumTickLots(listing),
    fundingDecay: decayPerSecond(listing.funding_ema_half_life_seconds),
  };
}

/** Moves the mark, and the band around it, whose edges round inwards. */
export function moveMark(market: MarketState, ticks: number, time: number): void {
  market.markTime = time;
  if (ticks === market.markTicks) return;
  market.markTicks = ticks;
  market.riskSeq += 1;
  const mark = BigInt(ticks);
  market.highestBuy = Number(bandEdge(market.listing, mark, "BUY"));
  market.lowestSell = Number(bandEdge(market.listing, mark, "SELL"));
}
