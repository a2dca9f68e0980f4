"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { type HistoryKind, useHistory } from "#components/trading/account-state/history.ts";
import { HistoryList } from "#components/trading/history/history-list.tsx";
import {
  useFillColumns,
  useFundingColumns,
  useOrderColumns,
  useTransferColumns,
} from "#components/trading/history/use-history-columns.tsx";
import { TransferButtons } from "#components/trading/transfers/transfer-buttons.tsx";
import { formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { PageFilterBar } from "./page-filter-bar.tsx";
import { Totals } from "./totals.tsx";
import { type PageFilterState, usePageFilter } from "./use-page-filter.ts";
import { useSummary } from "./use-summary.ts";

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

export function FundingPage() {
  const text = useText("account");
  const state = usePageFilter();
  const history = useHistory("funding", state.span);
  const summary = useSummary("funding", state.span);
  const { paid = "0", received = "0" } = summary.data?.total ?? {};
  const totals = (
    <Totals
      query={summary}
      totals={[
        { name: text("fundingPaid"), money: paid },
        { name: text("fundingReceived"), money: received },
        { name: text("fundingNet"), money: difference(received, paid), signed: true },
      ]}
    />
  );
  return (
    <HistoryPage kind="funding" state={state} totals={totals}>
      <HistoryList
        label={text("funding")}
        empty={text("noneInPeriod")}
        history={history}
        columns={useFundingColumns()}
      />
    </HistoryPage>
  );
}

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

type HistoryPageProps = {
  kind: HistoryKind;
  state: PageFilterState;
  markets?: boolean;
  totals?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

function HistoryPage(props: HistoryPageProps) {
  const { kind, state, markets = true, totals, actions, children } = props;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <PageFilterBar state={state} markets={markets} csv={kind} actions={actions} />
      {totals}
      <div className="min-h-64 flex-1 rounded-md border bg-surface lg:overflow-hidden">
        {children}
      </div>
    </div>
  );
}

/** a − b, exact. */
export function difference(a: string, b: string): string {
  const [left, right] = [a, b].map((text) => parseSigned(text, MONEY_DECIMALS) ?? 0n);
  return formatDecimal((left ?? 0n) - (right ?? 0n), MONEY_DECIMALS);
}
