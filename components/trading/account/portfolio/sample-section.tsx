"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { PnlMonth } from "./pnl-calendar.tsx";
import { PortfolioChart } from "./portfolio-chart.tsx";
import { PortfolioFigures } from "./portfolio-figures.tsx";
import { samplePortfolio } from "./sample-portfolio.ts";

/** What a portfolio shows, with invented figures that are marked as such. */
export default function SampleSection() {
  const text = useText("portfolio");
  const [sample] = useState(() => samplePortfolio(Date.now()));
  return (
    <section
      aria-labelledby="portfolio-sample"
      className="flex min-w-0 flex-col gap-4 rounded-md border border-dashed border-line-strong bg-surface p-4"
    >
      <h2 id="portfolio-sample" className="flex flex-wrap items-center gap-2 text-xs font-medium">
        <span className="rounded border border-warn-line bg-warn-soft px-1.5 text-2xs text-warn">
          {text("sample")}
        </span>
        {text("sampleNote")}
      </h2>
      <div className="flex flex-col gap-4 opacity-75">
        <PortfolioFigures portfolio={sample} />
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="h-56 sm:h-72">
            <PortfolioChart portfolio={sample} series="pnl" />
          </div>
          <PnlMonth portfolio={sample} />
        </div>
      </div>
    </section>
  );
}
