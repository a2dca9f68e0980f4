"use client";

import { useEffect, useRef } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { offsetName } from "#components/i18n/zone-offset.ts";
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { LazyMenu } from "#components/ui/menu.tsx";
import { isDaily } from "./series/chart-text.ts";
import type { PriceChart } from "./series/price-chart.ts";

const loadMenu = () => import("./zone-menu.tsx");

type ZoneCornerProps = { chart: PriceChart; interval: ShownInterval };

/** Names the zone of the time scale in its corner, and chooses another one. */
export function ZoneCorner({ chart, interval }: ZoneCornerProps) {
  const text = useText("chart");
  const { zone } = useFormat();
  const corner = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      chart.onPaint(() => {
        const { style } = corner.current ?? {};
        if (!style) return;
        style.width = `${chart.chart.priceScale("right").width().toString()}px`;
        style.height = `${chart.chart.timeScale().height().toString()}px`;
      }),
    [chart],
  );
  const name = isDaily(interval) ? text("utcDays") : offsetName(zone);
  return (
    <div ref={corner} dir="auto" className="absolute end-0 bottom-0 z-[5] flex items-end">
      <LazyMenu
        load={loadMenu}
        menu={{
          label: text("zoneOfChart", { zone: name }),
          button: name,
          buttonClassName:
            "flex h-full w-full items-end justify-center pb-1.5 text-2xs whitespace-nowrap text-ink-muted hover:text-ink pointer-coarse:min-h-11",
          align: "end",
          heading: isDaily(interval) ? text("utcDaysHint") : undefined,
        }}
      />
    </div>
  );
}
