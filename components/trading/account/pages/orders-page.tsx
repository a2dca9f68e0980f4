"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { HistoryList } from "#components/trading/account/tables/history-list.tsx";
import { useOrderColumns } from "#components/trading/account/tables/order-columns.tsx";
import { useHistory } from "#components/trading/account-reads/history.ts";
import { HistoryPage } from "./history-page.tsx";
import { usePageFilter } from "./use-page-filter.ts";

/** Every order of the period, including open ones. */
export function OrdersPage() {
  const text = useText("account");
  const state = usePageFilter();
  const history = useHistory("orders", state.span);
  return (
    <HistoryPage kind="orders" state={state}>
      <HistoryList
        label={text("orders")}
        empty={text("noneInPeriod")}
        history={history}
        columns={useOrderColumns()}
      />
    </HistoryPage>
  );
}
