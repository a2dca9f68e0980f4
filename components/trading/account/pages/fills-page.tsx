"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useFillColumns } from "#components/trading/account/tables/fill-columns.tsx";
import { HistoryList } from "#components/trading/account/tables/history-list.tsx";
import { useHistory } from "#components/trading/account-reads/history.ts";
import { HistoryPage } from "./history-page.tsx";
import { Totals } from "./totals.tsx";
import { usePageFilter } from "./use-page-filter.ts";
import { useSummary } from "./use-summary.ts";

/** Every fill of the period, with what it summed up to. */
export function FillsPage() {
  const text = useText("account");
  const state = usePageFilter();
  const history = useHistory("fills", state.span);
  const summary = useSummary("fills", state.span);
  const total = summary.data?.total;
  const totals = (
    <Totals
      query={summary}
      totals={[
        { name: text("volume"), money: total?.volume ?? "0" },
        { name: text("feesPaid"), money: total?.fees ?? "0" },
        { name: text("realizedPnl"), money: total?.realized_pnl ?? "0", signed: true },
        { name: text("fills"), count: total?.fills ?? 0 },
      ]}
    />
  );
  return (
    <HistoryPage kind="fills" state={state} totals={totals}>
      <HistoryList
        label={text("fills")}
        empty={text("noneInPeriod")}
        history={history}
        columns={useFillColumns()}
      />
    </HistoryPage>
  );
}
