"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { HistoryList } from "#components/trading/account/tables/history-list.tsx";
import { useTransferColumns } from "#components/trading/account/tables/transfer-columns.tsx";
import { useHistory } from "#components/trading/account-reads/history.ts";
import { TransferButtons } from "#components/trading/transfers/transfer-buttons.tsx";
import { HistoryPage } from "./history-page.tsx";
import { usePageFilter } from "./use-page-filter.ts";

/** Deposits and withdrawals of the period. */
export function TransfersPage() {
  const text = useText("account");
  const state = usePageFilter();
  const { from, to } = state.span;
  const history = useHistory("transfers", { from, to });
  return (
    <HistoryPage kind="transfers" state={state} markets={false} actions={<TransferButtons />}>
      <HistoryList
        label={text("transfers")}
        empty={text("noneInPeriod")}
        history={history}
        columns={useTransferColumns()}
      />
    </HistoryPage>
  );
}
