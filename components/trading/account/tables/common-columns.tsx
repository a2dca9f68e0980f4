"use client";

import { useMemo } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { EventTime, SideName } from "#components/trading/tables/figures.tsx";
import { MarketName } from "#components/trading/tables/market-name.tsx";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

/** The shared columns: time, market, side. */
export function useCommonColumns() {
  const text = useText("account");
  return useMemo(() => {
    type Common = { created_at: number; market: string; side: OrderRecord["side"] };
    const time: Column<{ created_at: number }> = {
      id: "time",
      name: text("time"),
      width: 132,
      align: "start",
      cell: ({ created_at: at }) => <EventTime at={at} />,
    };
    const market: Column<Pick<Common, "market">> = {
      id: "market",
      name: text("market"),
      width: 104,
      align: "start",
      cell: (row) => <MarketName market={row.market} />,
    };
    const side: Column<Pick<Common, "side">> = {
      id: "side",
      name: text("side"),
      width: 60,
      align: "start",
      cell: (row) => <SideName side={row.side} />,
    };
    return { time, market, side };
  }, [text]);
}

/** Money of the wire in 1e-9 USDC. */
export function moneyOf(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}
