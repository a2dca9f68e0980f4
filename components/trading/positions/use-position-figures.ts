"use client";

import {
  distancePpm,
  livePnl,
  positionMargin,
  positionValue,
  returnPpm,
} from "#components/trading/account-reads/live-account.ts";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { useTerms } from "#components/trading/account-reads/use-market-list.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import { leverageTerms } from "#lib/protocol/orders/holdings.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

export type PositionFigures = {
  /** The live mark in the page's market, else the venue's last one. */
  mark: string;
  /** In 1e-9 USDC. */
  pnl: bigint;
  /** Size × mark, in 1e-9 USDC. */
  value: bigint;
  /** The margin of the position alone, or the wallet of an isolated one, in 1e-9 USDC; `undefined` until the market's terms are known. */
  margin: bigint | undefined;
  /** Profit as a share of the margin at the entry, in parts per million: the move times `leverage`. */
  returnPpm: bigint | undefined;
  /** Distance of the mark to the liquidation price, in parts per million. */
  distancePpm: bigint | undefined;
  /** With which the account trades in the market; `undefined` until the market's terms are known. */
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
  const terms = useTerms(position.market);
  const account = useAccount().data;
  const own = terms && leverageTerms(account, terms);
  const value = positionValue(position, mark);
  const { isolated_wallet: wallet } = position;
  const margin =
    wallet === undefined
      ? terms && own && positionMargin(value, terms, own.imRatio)
      : (parseSigned(wallet, MONEY_DECIMALS) ?? 0n);
  const pnl = livePnl(position, { symbol: market.symbol, mark: liveMark, scale });
  return {
    mark,
    pnl,
    value,
    margin,
    returnPpm: own && returnPpm(pnl, position, own.imRatio),
    distancePpm: distancePpm(position, mark),
    leverage: own?.leverage,
    old: isPageMarket && notCurrent,
  };
}
