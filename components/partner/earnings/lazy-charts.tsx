"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { WhenNear } from "#components/ui/when-near.tsx";
import type { EarningsChart as Earnings } from "./earnings-chart.tsx";
import type { ForecastChart as Forecast } from "./forecast-chart.tsx";

// The charts are the largest code of the page. They are loaded when they scroll near; placeholders have their height.
const EARNINGS_HEIGHT = "h-72";
const FORECAST_HEIGHT = "h-44";

const LazyEarnings = dynamic(
  () => import("./earnings-chart.tsx").then((module) => module.EarningsChart),
  { ssr: false, loading: () => <Waiting /> },
);

const LazyForecast = dynamic(
  () => import("./forecast-chart.tsx").then((module) => module.ForecastChart),
  { ssr: false, loading: () => <Waiting /> },
);

export function EarningsChart(props: ComponentProps<typeof Earnings>) {
  return (
    <div className={EARNINGS_HEIGHT}>
      <Isolated label="earnings chart" instead={<Missing />}>
        <WhenNear className="h-full" instead={<Waiting />}>
          <LazyEarnings {...props} />
        </WhenNear>
      </Isolated>
    </div>
  );
}

export function ForecastChart(props: ComponentProps<typeof Forecast>) {
  return (
    <div className={FORECAST_HEIGHT}>
      <Isolated label="forecast chart" instead={<Missing />}>
        <WhenNear className="h-full" instead={<Waiting />}>
          <LazyForecast {...props} />
        </WhenNear>
      </Isolated>
    </div>
  );
}

/** Shown when the chart's code could not be loaded. */
function Missing() {
  const text = useText("partner");
  return (
    <p className="flex h-full items-center justify-center rounded bg-raised p-4 text-center text-ink-muted">
      {text("noChart")}
    </p>
  );
}

function Waiting() {
  const text = useText("partner");
  return (
    <output className="relative !flex h-full items-center justify-center text-xs text-ink-muted">
      <span aria-hidden className="absolute inset-0 animate-pulse rounded bg-raised" />
      <span className="relative">{text("loadingChart")}</span>
    </output>
  );
}

/** A placeholder with the height of the earnings. */
export function ChartPlaceholder({ label }: { label: string }) {
  return (
    <output aria-label={label} className="!flex flex-col gap-3">
      <div className="h-10 w-60 max-w-full animate-pulse rounded bg-raised" />
      <div className={cn(EARNINGS_HEIGHT, "animate-pulse rounded bg-raised")} />
    </output>
  );
}
