"use client";

import {
  distancePpm,
  leverageHundredths,
  livePnl,
  returnPpm,
} from "#components/trading/account-state/live-account.ts";
import { useLiveAccount } from "#components/trading/account-state/use-live-account.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";

export type PositionFigures = {
  /** The live mark in the page's market, else the venue's last one. */
  mark: string;
  /** In 1e-9 USDC. */
  pnl: bigint;
  /** Share of the margin in parts per million. */
  returnPpm: bigint | undefined;
  /** Distance of the mark to the liquidation price, in parts per million. */
  distancePpm: bigint | undefined;
  /** Value of the position over the account's equity, in hundredths. */
  leverage: bigint | undefined;
  /** True when the mark of these figures is old. */
  old: boolean;
};

/** The figures of a position by the newest mark. */
export function usePositionFigures(position: PositionRecord): PositionFigures {
  const market = useMarket();
  const liveMark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const equity = useLiveAccount()?.equity ?? 0n;
  const isPageMarket = position.market === market.symbol;
  const mark = isPageMarket && liveMark !== undefined ? liveMark : position.mark_price;
  const scale = marketScale(market);
  const pnl = livePnl(position, { symbol: market.symbol, mark: liveMark, scale });
  return {
    mark,
    pnl,
    returnPpm: returnPpm(pnl, position.initial_margin),
    distancePpm: distancePpm(position, mark),
    leverage: leverageHundredths(valueOf(position.size, mark), equity),
    old: isPageMarket && notCurrent,
  };
}

/** Size × mark in 1e-9 USDC: size and price together have at most nine decimals. */
function valueOf(size: string, mark: string): bigint {
  const lots = parseDecimal(size.replace("-", ""), MONEY_DECIMALS) ?? 0n;
  const price = parseDecimal(mark, MONEY_DECIMALS) ?? 0n;
  return (lots * price) / 10n ** BigInt(MONEY_DECIMALS);
}
