"use client";

import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { Figure, SignedSmall } from "#components/trading/tables/figures.tsx";
import type { FundingRecord } from "#lib/protocol/wire/account.ts";
import { moneyOf, useCommonColumns } from "./common-columns.tsx";

export function useFundingColumns(): readonly Column<FundingRecord>[] {
  const text = useText("account");
  const { grouped, figure, percent } = useFormat();
  const { time, market } = useCommonColumns();
  return useMemo(
    (): readonly Column<FundingRecord>[] => [
      time,
      market,
      {
        id: "size",
        name: text("positionSize"),
        width: 110,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "notional",
        name: text("notional"),
        width: 110,
        cell: ({ notional }) => <Figure>{figure(notional, 2)}</Figure>,
      },
      {
        id: "rate",
        name: text("fundingRate"),
        width: 110,
        cell: ({ rate }) => <Figure>{percent(rate, 4)}</Figure>,
      },
      {
        id: "amount",
        name: text("fundingAmount"),
        width: 130,
        // The venue records payments as positive; a person expects a minus sign.
        cell: ({ amount: paid }) => <SignedSmall scaled={-moneyOf(paid)} />,
      },
    ],
    [text, grouped, figure, percent, time, market],
  );
}
