"use client";

import { TrendingUp } from "lucide-react";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { EarningBuckets } from "#lib/protocol/partner-reads.ts";
import { signOf } from "./add-up.ts";
import { Card } from "./card.tsx";
import { SERIES } from "./earning-bars.ts";
import { EarningsTable } from "./earnings-table.tsx";
import { EarningsTotals } from "./earnings-totals.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ChartPlace, EarningsChart } from "./lazy-charts.tsx";
import { useSnapshot } from "./snapshot-context.ts";
import { Swatch } from "./swatch.tsx";
import { useEarnings } from "./use-earnings.ts";
import { usePartnerView } from "./use-partner-view.ts";

/** What was earned over time and with what. */
export function EarningsCard() {
  const text = useText("partner");
  const state = usePartnerView();
  const { granularity, days, now, before, isComparable } = useEarnings(state.view);
  const earlier = state.view.compare && isComparable ? before.data : undefined;
  return (
    <Card title={text("earnings")}>
      <FilterBar state={state} granularity={granularity} days={days} isComparable={isComparable} />
      {now.data === undefined && now.error === undefined ? (
        <ChartPlace label={text("loadingEarnings")} />
      ) : (
        <ReadState resource={now} label={text("loadingEarnings")}>
          {(answer) => (
            <div
              aria-busy={now.isOld}
              className={cn("flex flex-col gap-3", now.isOld && "opacity-60 transition-opacity")}
            >
              <EarningsTotals totals={answer.totals} before={earlier?.totals} />
              <Picture answer={answer} earlier={earlier} />
            </div>
          )}
        </ReadState>
      )}
    </Card>
  );
}

type PictureProps = { answer: EarningBuckets; earlier: EarningBuckets | undefined };

function Picture({ answer, earlier }: PictureProps) {
  const text = useText("partner");
  const { tz } = useSnapshot();
  const isEmpty = [answer, earlier].every((one) => (one?.totals.count ?? 0) === 0 && isBlank(one));
  if (isEmpty) return <NoEarnings />;
  return (
    <>
      <EarningsChart answer={answer} earlier={earlier} />
      <Legend answer={answer} isCompared={earlier !== undefined} />
      <p className="text-2xs text-ink-faint">{text("zone", { zone: tz })}</p>
      {answer.next === null ? null : <p className="text-xs text-warn">{text("moreBuckets")}</p>}
      <EarningsTable answer={answer} />
    </>
  );
}

function isBlank(answer: EarningBuckets | undefined): boolean {
  return answer?.results.every(({ earned }) => signOf(earned) === 0) ?? true;
}

function NoEarnings() {
  const text = useText("partner");
  const { at } = useSnapshot();
  return (
    <div className="flex flex-col items-center gap-2 rounded border border-dashed border-line-strong px-4 py-10 text-center">
      <TrendingUp size={22} aria-hidden className="text-ink-faint" />
      <p className="font-medium">{text(at.ledger_seq === 0 ? "noneYet" : "noEarnings")}</p>
      <p className="max-w-96 text-ink-muted">
        {text(at.ledger_seq === 0 ? "noEarningsYet" : "noEarningsHere")}
      </p>
    </div>
  );
}

/** Series that have something, in the order of the stack. */
function Legend({ answer, isCompared }: { answer: EarningBuckets; isCompared: boolean }) {
  const text = useText("partner");
  const { by_product, copy } = answer.totals;
  const has = (series: (typeof SERIES)[number]) =>
    series === "copy"
      ? signOf(copy.earned) !== 0
      : by_product.some(({ product, earned }) => product === series && signOf(earned) !== 0);
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
      {SERIES.filter(has).map((series) => (
        <li key={series} className="inline-flex items-center gap-1.5">
          <Swatch series={series} />
          {text(`series_${series}`)}
        </li>
      ))}
      {isCompared ? (
        <li className="inline-flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t-2 border-dashed border-ink-faint" />
          {text("previous")}
        </li>
      ) : null}
    </ul>
  );
}
