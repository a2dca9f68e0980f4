"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePositions } from "#components/trading/account-state/use-account.ts";
import { BalancesTable } from "./balances-table.tsx";
import { difference } from "./history-pages.tsx";
import { spanOf } from "./period.ts";
import { Totals } from "./totals.tsx";
import { useSummary } from "./use-summary.ts";

/** The account now, and the sums of the last 30 days. */
export function OverviewPage() {
  const text = useText("account");
  const positions = usePositions().data;
  const [span] = useState(() =>
    spanOf({ period: "30d", market: undefined, fromDay: undefined, toDay: undefined }, Date.now()),
  );
  const fills = useSummary("fills", span);
  const funding = useSummary("funding", span);
  const total = fills.data?.total;
  const { paid = "0", received = "0" } = funding.data?.total ?? {};
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-xs font-medium">
        {text("liveFigures")}
        {positions === undefined ? null : (
          <span className="ms-2 font-normal text-ink-muted">
            {text("openPositions", { count: positions.length })}
          </span>
        )}
      </h2>
      <div className="min-h-24 rounded-md border bg-surface">
        <BalancesTable />
      </div>
      <h2 className="mt-2 text-xs font-medium">{text("last30Days")}</h2>
      <Totals
        of={text("fills")}
        query={fills}
        totals={[
          { name: text("volume"), money: total?.volume ?? "0" },
          { name: text("feesPaid"), money: total?.fees ?? "0" },
          { name: text("realizedPnl"), money: total?.realized_pnl ?? "0", signed: true },
          { name: text("fills"), count: total?.fills ?? 0 },
        ]}
      />
      <Totals
        of={text("funding")}
        query={funding}
        totals={[
          { name: text("fundingPaid"), money: paid },
          { name: text("fundingReceived"), money: received },
          { name: text("fundingNet"), money: difference(received, paid), signed: true },
        ]}
      />
    </div>
  );
}
