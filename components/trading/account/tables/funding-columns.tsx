"use client";

import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { Figure, SignedMoney } from "#components/trading/tables/figures.tsx";
import type { FundingRecord } from "#lib/protocol/wire/account.ts";
import { moneyOf, useCommonColumns } from "./common-columns.tsx";

export function useFundingColumns(): readonly Column<FundingRecord>[] {
  const text = useText("account");
  const { grouped } = useFormat();
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
        id: "amount",
        name: text("fundingAmount"),
        width: 130,
        // The venue records payments as positive; a person expects a minus sign.
        cell: ({ amount: paid }) => <SignedMoney scaled={-moneyOf(paid)} />,
      },
    ],
    [text, grouped, time, market],
  );
}
