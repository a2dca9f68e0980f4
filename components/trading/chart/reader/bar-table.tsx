"use client";

import { useState } from "react";
import { barFigures, type Wording } from "#components/trading/chart/series/chart-text.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { trendSentence } from "./spoken-text.ts";

type BarTableProps = { chart: PriceChart; wording: Wording; source: string; onClose: () => void };

/** As many rows as a browser lays out without a delay. */
const MAX_ROWS = 500;
const COLUMNS = ["time", "open", "high", "low", "close", "change", "volume"] as const;

/** The visible bars as a table, for those who cannot read the canvas. It does not change while it is open. */
export default function BarTable({ chart, wording, source, onClose }: BarTableProps) {
  const { text } = wording;
  const market = useMarket();
  const { interval } = useViewState();
  const read = () => {
    const view = chart.visible() ?? { from: 0, to: -1 };
    return chart.bars.slice(view.from, view.to + 1).slice(-MAX_ROWS);
  };
  const [bars, setBars] = useState(read);
  const caption = text("tableCaption", { market: market.symbol, source, interval });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("table")}
      description={trendSentence(bars, wording) ?? text("noFills")}
      className="w-[min(94vw,760px)]"
      footer={
        <div className="flex justify-end gap-2">
          <Button onClick={() => setBars(read())}>{text("refresh")}</Button>
          <Button onClick={onClose}>{text("done")}</Button>
        </div>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll the rows */}
      <section tabIndex={0} aria-label={caption}>
        <table className="w-full text-2xs">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-surface text-ink-faint">
            <tr>
              {COLUMNS.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={cn(
                    "px-2 py-1 font-medium",
                    name === "time" ? "text-start" : "text-end",
                  )}
                >
                  {text(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => {
              const figures = barFigures(bar, wording);
              return (
                <tr key={bar.start} className="border-t">
                  <th scope="row" className="px-2 py-0.5 text-start font-normal whitespace-nowrap">
                    <bdi>{figures.time}</bdi>
                  </th>
                  {COLUMNS.slice(1).map((name) => (
                    <td key={name} dir="ltr" className="px-2 py-0.5 text-end whitespace-nowrap">
                      {figures[name]}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </Dialog>
  );
}
