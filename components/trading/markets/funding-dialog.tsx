"use client";

import dynamic from "next/dynamic";
import { readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import type { FundingHours } from "#lib/protocol/wire/market.ts";
import { averageRate, yearlyRate } from "./funding-figures.ts";

// The chart's library is the largest code of the dialog.
const FundingChart = dynamic(() => import("./funding-chart.tsx"), { ssr: false });

const WEEK_DAYS = 7;

/** The rate that the market charges now, its averages, and its history by the hour. */
export default function FundingDialog({ onClose }: { onClose: () => void }) {
  const text = useText("markets");
  const { symbol } = useMarket();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={text("fundingTitle", { market: symbol })}
      description={text("fundingNote")}
      className="w-[min(94vw,620px)]"
    >
      <Rates />
    </Dialog>
  );
}

function Rates() {
  const text = useText("markets");
  const { percent } = useFormat();
  const { funding_period_seconds: period } = useMarket();
  const rate = useMarketState("stats")?.funding_rate;
  const { data, failure } = useFundingHours();
  const isUnread = data === undefined && failure !== undefined;
  const hours = data?.results ?? [];
  // The newest hour is as old as the venue's clock, which a computer's may differ from.
  const now = hours.at(-1)?.start ?? 0;
  const each = { hours: period / 3_600 };
  const figures = [
    [text("fundingNow", each), percent(rate, 4)],
    [text("fundingYear"), rate === undefined ? "—" : percent(yearlyRate(rate, period), 2)],
    [text("fundingAverage", { days: 1 }), percent(averageRate(hours, now, DAY_MS), 4)],
    [
      text("fundingAverage", { days: WEEK_DAYS }),
      percent(averageRate(hours, now, WEEK_DAYS * DAY_MS), 4),
    ],
  ] as const;
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-2xs text-ink-muted">{name}</dt>
            <dd className="text-sm font-medium">
              <bdi dir="ltr" translate="no">
                {value}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="h-56">
        {data === undefined && !isUnread ? (
          <Loading label={text("fundingLoading")} rows={6} />
        ) : null}
        {isUnread ? <Notice title={text("fundingUnread")} /> : null}
        {data !== undefined && hours.length === 0 ? <Notice title={text("fundingNone")} /> : null}
        {hours.length > 0 ? <FundingChart hours={hours} /> : null}
      </div>
    </div>
  );
}

function useFundingHours() {
  const { symbol } = useMarket();
  const url = `/api/perps-dex/funding?${new URLSearchParams({ market: symbol })}`;
  return useRepeatedRead(url, (signal) => readJson<FundingHours>(url, signal), MINUTE_MS);
}
