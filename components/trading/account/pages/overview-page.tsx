"use client";

import { lazy, Suspense } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { BalancesTable } from "#components/trading/account/tables/balances-table.tsx";
import { TransferButtons } from "#components/trading/transfers/transfer-buttons.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { Loading } from "#components/ui/panel.tsx";

/** Tables and chart are not part of the first load, which the other account pages share. */
const PortfolioSection = lazy(
  () => import("#components/trading/account/portfolio/portfolio-section.tsx"),
);

/** What the account was worth over time, what it has now, and its positions. */
export function OverviewPage() {
  const text = useText("portfolio");
  return (
    <div className="flex flex-col gap-3">
      <LazyBoundary onFailure={ignore}>
        <Suspense fallback={<Loading label={text("loading")} rows={8} />}>
          <PortfolioSection />
        </Suspense>
      </LazyBoundary>
      <section
        aria-labelledby="portfolio-balances"
        className="shrink-0 rounded-md border bg-surface"
      >
        <div className="flex items-center justify-between gap-3 px-3 py-2">
          <h2 id="portfolio-balances" className="text-xs font-medium">
            {text("balances")}
          </h2>
          <TransferButtons />
        </div>
        <div className="min-h-16 border-t">
          <BalancesTable />
        </div>
      </section>
    </div>
  );
}

/** The boundary has shown a message. */
function ignore(): void {}
