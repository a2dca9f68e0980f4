"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import {
  isKeyRefusal,
  isTriedAgain,
  ReadFailure,
} from "#components/trading/account-reads/account-store.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { PORTFOLIO_PERIODS, type PortfolioPeriod } from "#lib/protocol/enumerations.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { OpenPositions } from "./open-positions.tsx";
import { PortfolioFigures } from "./portfolio-figures.tsx";
import { isBlank, type PortfolioSeries } from "./portfolio-points.ts";
import { MarketsTable, PointsTable } from "./portfolio-tables.tsx";
import { type PortfolioRead, usePortfolio } from "./use-portfolio.ts";

// The chart's library is the largest code of the page.
const PortfolioChart = dynamic(
  () => import("./portfolio-chart.tsx").then((module) => module.PortfolioChart),
  { ssr: false, loading: () => <WaitingChart /> },
);

/** It reads thirty days of its own. */
const PnlCalendar = dynamic(() => import("./pnl-calendar.tsx"), { ssr: false });

const ITEM = "h-7 px-2.5 text-xs font-medium max-lg:h-9";
const BOX = "rounded border border-line-strong";

type Shown = { period: PortfolioPeriod; series: PortfolioSeries; view: "chart" | "table" };

/** What the account was worth over a period: figures, a chart or a table, the part of each market, and open positions. */
export default function PortfolioSection() {
  const text = useText("portfolio");
  const [shown, setShown] = useState<Shown>({ period: "week", series: "pnl", view: "chart" });
  const read = usePortfolio(shown.period);
  return (
    <>
      <section
        aria-label={text("title")}
        className="flex min-w-0 shrink-0 flex-col gap-4 rounded-md border bg-surface p-4"
      >
        <Choices
          shown={shown}
          account={read.data?.account}
          onChange={(change) => setShown((before) => ({ ...before, ...change }))}
        />
        <PortfolioState read={read} shown={shown} />
      </section>
      {read.data === undefined ? null : (
        <section
          aria-labelledby="portfolio-markets"
          className={cn("shrink-0 rounded-md border bg-surface", read.isOther && "opacity-60")}
        >
          <h2 id="portfolio-markets" className="px-3 py-2 text-xs font-medium">
            {text("byMarket")}
          </h2>
          <div className="border-t">
            <MarketsTable portfolio={read.data} />
          </div>
        </section>
      )}
      <OpenPositions />
    </>
  );
}

type ChoicesProps = {
  shown: Shown;
  account: string | undefined;
  onChange: (change: Partial<Shown>) => void;
};

function Choices({ shown, account, onChange }: ChoicesProps) {
  const text = useText("portfolio");
  const { period, series, view } = shown;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ToggleGroup
        label={text("period")}
        value={period}
        options={PORTFOLIO_PERIODS.map((value) => ({ value, label: text(`period_${value}`) }))}
        onChange={(value) => onChange({ period: value })}
        className={BOX}
        itemClassName={ITEM}
      />
      <ToggleGroup
        label={text("series")}
        value={series}
        options={(["pnl", "equity"] as const).map((value) => ({ value, label: text(value) }))}
        onChange={(value) => onChange({ series: value })}
        className={BOX}
        itemClassName={ITEM}
      />
      <ToggleGroup
        label={text("view")}
        value={view}
        options={(["chart", "table"] as const).map((value) => ({
          value,
          label: text(`view_${value}`),
        }))}
        onChange={(value) => onChange({ view: value })}
        className={BOX}
        itemClassName={ITEM}
      />
      {account === undefined ? null : (
        <CsvLinks
          href={`/api/venue/export/portfolio?account=${account}&period=${period}`}
          size="sm"
          className="ms-auto"
        />
      )}
    </div>
  );
}

/** Not read yet, refused, failed, empty, or there; also while a later read fails. */
function PortfolioState({ read, shown }: { read: PortfolioRead; shown: Shown }) {
  const text = useText("portfolio");
  const { dayAndTime } = useFormat();
  const { data, error, readAt, isOther } = read;
  if (data === undefined) return <Unread read={read} />;
  return (
    <div aria-busy={isOther} className={cn("flex flex-col gap-4", isOther && "opacity-60")}>
      {error === null ? null : (
        <output className="rounded bg-warn-soft px-3 py-1 text-2xs text-warn">
          {text("stale", { time: dayAndTime(readAt) })}
        </output>
      )}
      <PortfolioFigures portfolio={data} />
      {isBlank(data.points) ? (
        <NothingYet />
      ) : (
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <Picture portfolio={data} shown={shown} />
          <div className="min-h-64">
            <Isolated label="PnL calendar">
              <PnlCalendar />
            </Isolated>
          </div>
        </div>
      )}
    </div>
  );
}

function Unread({ read: { error, tryAgain } }: { read: PortfolioRead }) {
  const text = useText("portfolio");
  if (error === null) return <Loading label={text("loading")} rows={8} />;
  const needsKey = error instanceof ReadFailure && isKeyRefusal(error.code);
  if (needsKey)
    return (
      <Notice title={text("keyNeeded")}>
        <StartTrading />
      </Notice>
    );
  const isTried = isTriedAgain(error);
  return (
    <Notice title={isTried ? `${text("unread")} ${text("tryingAgain")}` : text("unread")}>
      <Button size="xs" onClick={tryAgain}>
        {text("tryAgain")}
      </Button>
    </Notice>
  );
}

function Picture({ portfolio, shown: { series, view } }: { portfolio: Portfolio; shown: Shown }) {
  const text = useText("portfolio");
  return (
    <div className="h-56 sm:h-72">
      {view === "table" ? (
        <PointsTable portfolio={portfolio} />
      ) : (
        <Isolated
          label="portfolio chart"
          instead={<p className="p-4 text-xs text-ink-muted">{text("noChart")}</p>}
        >
          <PortfolioChart portfolio={portfolio} series={series} />
        </Isolated>
      )}
    </div>
  );
}

function WaitingChart() {
  const text = useText("portfolio");
  return (
    <output aria-label={text("loadingChart")} className="h-full">
      <div className="h-full animate-pulse rounded bg-raised" />
    </output>
  );
}

/** An account without money and trades, and what to do. */
function NothingYet() {
  const text = useText("portfolio");
  return (
    <div className="flex flex-col items-center gap-2 rounded border border-dashed border-line-strong px-4 py-10 text-center text-xs">
      <p className="font-medium">{text("emptyTitle")}</p>
      <p className="max-w-96 text-ink-muted">{text("emptyText")}</p>
      <StartTrading />
    </div>
  );
}

function StartTrading() {
  const text = useText("portfolio");
  return (
    <Link href="/" className={buttonStyle({ tone: "primary", size: "sm" })}>
      {text("startTrading")}
    </Link>
  );
}
