"use client";

import { TrendingUp } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { direction, directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";
import type { EarningBuckets } from "#lib/protocol/wire/partner.ts";
import { signOf } from "./amounts.ts";
import { Card } from "./card.tsx";
import { changeOf, isPartial, SERIES } from "./earning-bars.ts";
import { ChartPlaceholder, EarningsChart } from "./lazy-charts.tsx";
import { Money } from "./money.tsx";
import { useSnapshot } from "./snapshot-context.ts";
import { Swatch } from "./swatch.tsx";
import { useDateTimes } from "./use-date-times.ts";
import { usePartnerView } from "./use-partner-view.ts";
import { type PartnerRead, usePartnerRead } from "./use-read.ts";
import { useSpan } from "./use-span.ts";
import { useSpanName } from "./use-span-name.ts";
import type { PartnerView, ProductChoice, SpanQuery } from "./view.ts";

const EarningsRows = lazy(() => import("./earnings-rows.tsx"));

/** Earnings over time and by product, in the range of the filters. */
export function EarningsCard() {
  const text = useText("partner");
  const { view } = usePartnerView();
  const span = useSpanName();
  const { now, before } = useEarnings(view);
  const earlier = view.compare ? before.data : undefined;
  return (
    <Card title={text("earnings")} note={span.both}>
      {now.data === undefined && now.error === undefined ? (
        <ChartPlaceholder label={text("loadingEarnings")} />
      ) : (
        <ReadState resource={now} label={text("loadingEarnings")}>
          {(answer) => (
            <div
              aria-busy={now.isOld}
              className={cn("flex flex-col gap-3", now.isOld && "opacity-60 transition-opacity")}
            >
              <EarningsTotals totals={answer.totals} before={earlier?.totals} />
              <EarningsContent answer={answer} earlier={earlier} />
            </div>
          )}
        </ReadState>
      )}
    </Card>
  );
}

type EarningsContentProps = { answer: EarningBuckets; earlier: EarningBuckets | undefined };

function EarningsContent({ answer, earlier }: EarningsContentProps) {
  const text = useText("partner");
  const { tz } = useSnapshot();
  const hasPart = answer.results.some((one) => isPartial(one, answer.granularity, tz));
  const isEmpty = [answer, earlier].every((one) => (one?.totals.count ?? 0) === 0 && isBlank(one));
  if (isEmpty) return <NoEarnings />;
  return (
    <>
      <EarningsChart answer={answer} earlier={earlier} />
      <Legend answer={answer} earlier={earlier} />
      <p className="text-2xs text-ink-faint">
        {text("zone", { zone: tz })}
        {hasPart ? ` ${text("partNote")}` : null}
      </p>
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

/** The series with earnings, in the order of the stack. */
function Legend({ answer, earlier }: EarningsContentProps) {
  const text = useText("partner");
  const { daySpan } = useDateTimes();
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
          {text(series === "copy" ? "series_copy" : `product_${series}`)}
        </li>
      ))}
      {earlier === undefined ? null : (
        <li className="inline-flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t-2 border-dashed border-ink-faint" />
          {text("previousOf", { span: daySpan(earlier.from, earlier.to) })}
        </li>
      )}
    </ul>
  );
}

type Totals = EarningBuckets["totals"];

type EarningsTotalsProps = { totals: Totals; before: Totals | undefined };

/** Totals of the range from the service; rounded parts are never added. */
function EarningsTotals({ totals, before }: EarningsTotalsProps) {
  const text = useText("partner");
  const { integer } = useFormat();
  const amounts = (["earned", "fees"] as const).map((part) => (
    <Total key={part} name={text(part === "earned" ? "earned" : "referredFees")}>
      <Money
        value={totals[part]}
        figure={`earnings.totals.${part}`}
        className={part === "earned" ? "text-xl font-semibold" : "text-base font-medium"}
      />
      {before === undefined ? null : (
        <Change now={totals[part]} before={before[part]}>
          <Money value={before[part]} figure={`previous.totals.${part}`} />
        </Change>
      )}
    </Total>
  ));
  return (
    <dl className="flex flex-wrap items-start gap-x-8 gap-y-3">
      {amounts}
      <Total name={text("feeCount")}>
        <span
          data-figure="earnings.totals.count"
          data-exact={totals.count}
          className="text-base font-medium"
        >
          {integer(totals.count)}
        </span>
        {before === undefined ? null : (
          <Change now={String(totals.count)} before={String(before.count)}>
            <span data-figure="previous.totals.count" data-exact={before.count}>
              {integer(before.count)}
            </span>
          </Change>
        )}
      </Total>
      {signOf(totals.copy.earned) === 0 ? null : (
        <Total name={text("earnedOfCopy")}>
          <Money
            value={totals.copy.earned}
            figure="earnings.totals.copy.earned"
            className="text-base font-medium"
          />
        </Total>
      )}
    </dl>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-muted">{name}</dt>
      <dd className="flex flex-col">{children}</dd>
    </div>
  );
}

type ChangeProps = { now: string; before: string /** The earlier figure. */; children: ReactNode };

function Change({ now, before, children }: ChangeProps) {
  const text = useText("partner");
  const { percent } = useFormat();
  const change = changeOf(now, before);
  return (
    <span className="text-xs text-ink-muted">
      {change === undefined ? null : (
        <bdi className={directionClass(direction(change))}>{percent(change, 1)} </bdi>
      )}
      {text("previously")} {children}
    </span>
  );
}

/** The numbers of the chart as a table. */
function EarningsTable({ answer }: { answer: EarningBuckets }) {
  const text = useText("partner");
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen}
      className="min-w-0 text-xs"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="w-fit cursor-pointer rounded py-1 text-accent hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:content-center">
        {text("asTable")}
      </summary>
      {isOpen ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <EarningsRows answer={answer} />
        </LazyBoundary>
      ) : null}
    </details>
  );
}

/** The maximum of one answer. */
const MAX_BUCKETS = "1000";

type Earnings = {
  now: PartnerRead<EarningBuckets>;
  /** The previous period, read only for a comparison. */
  before: PartnerRead<EarningBuckets>;
};

/** Reads the earnings of the view in buckets. */
function useEarnings({ compare, product }: PartnerView): Earnings {
  const { hasZone } = useSnapshot();
  const { query, previous, granularity } = useSpan();
  const pathOf = (span: SpanQuery) => earningsPath(span, granularity, product);
  const now = usePartnerRead<EarningBuckets>(
    // Buckets start with the days of the user's time zone.
    hasZone ? pathOf(query) : undefined,
  );
  const before = usePartnerRead<EarningBuckets>(
    hasZone && compare && previous !== undefined ? pathOf(previous) : undefined,
    "previous",
  );
  return { now, before };
}

function earningsPath(span: SpanQuery, granularity: Granularity, product: ProductChoice): string {
  const search = new URLSearchParams({ granularity, ...span, limit: MAX_BUCKETS });
  if (product !== "all") search.set("product", product);
  return `earnings?${search.toString()}`;
}
