"use client";

import {
  distancePpm,
  livePnl,
  marginLeverage,
  positionMargin,
  positionValue,
  returnPpm,
} from "#components/trading/account-reads/live-account.ts";
import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

export type PositionFigures = {
  /** The live mark in the page's market, else the venue's last one. */
  mark: string;
  /** In 1e-9 USDC. */
  pnl: bigint;
  /** Size × mark, in 1e-9 USDC. */
  value: bigint;
  /** The margin of the position alone, in 1e-9 USDC; `undefined` until the market's terms are known. */
  margin: bigint | undefined;
  /** Profit as a share of the margin at the entry, in parts per million: the move times `leverage`. */
  returnPpm: bigint | undefined;
  /** Distance of the mark to the liquidation price, in parts per million. */
  distancePpm: bigint | undefined;
  /** Value over margin; `undefined` until the market's terms are known. */
  leverage: number | undefined;
  /** True when the mark of these figures is old. */
  old: boolean;
};

/** The figures of a position by the newest mark. */
export function usePositionFigures(position: PositionRecord): PositionFigures {
  const market = useMarket();
  const liveMark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const isPageMarket = position.market === market.symbol;
  const mark = isPageMarket && liveMark !== undefined ? liveMark : position.mark_price;
  const scale = marketScale(market);
  const imRatio = useTerms(position.market)?.im_ratio;
  const value = positionValue(position, mark);
  const margin = imRatio === undefined ? undefined : positionMargin(value, imRatio);
  const pnl = livePnl(position, { symbol: market.symbol, mark: liveMark, scale });
  return {
    mark,
    pnl,
    value,
    margin,
    returnPpm: imRatio === undefined ? undefined : returnPpm(pnl, position, imRatio),
    distancePpm: distancePpm(position, mark),
    leverage: imRatio === undefined ? undefined : marginLeverage(imRatio),
    old: isPageMarket && notCurrent,
  };
}
