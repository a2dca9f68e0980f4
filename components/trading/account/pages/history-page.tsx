"use client";

import type { ReactNode } from "react";
import type { HistoryKind } from "#components/trading/account-reads/history.ts";
import { PageFilterBar } from "./page-filter-bar.tsx";
import type { PageFilterState } from "./use-page-filter.ts";

type HistoryPageProps = {
  kind: HistoryKind;
  state: PageFilterState;
  markets?: boolean;
  totals?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** Filters, sums and the table of a page of records. */
export function HistoryPage(props: HistoryPageProps) {
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
