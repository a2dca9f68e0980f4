"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { cn } from "#components/ui/class-names.ts";
import type { MarketScale } from "#lib/protocol/markets.ts";
import { type BookSides, spreadOf } from "./grouping.ts";

export const MIDDLE_PX = 46;

/** The mark, how far the best prices are apart, and which side has more size. */
export function MiddleRow({ sides, scale }: { sides: BookSides; scale: MarketScale }) {
  const text = useText("book");
  const { figure, grouped, ratio } = useFormat();
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const spread = spreadOf(sides, scale);
  return (
    <div
      className="@container flex flex-col justify-center gap-1 border-y px-3"
      style={{ height: MIDDLE_PX }}
    >
      <div className="flex items-baseline justify-between gap-2 whitespace-nowrap">
        <span className="flex items-baseline gap-1.5">
          <span className={cn("text-sm font-semibold", notCurrent && "not-current")}>
            {figure(mark, scale.priceDecimals)}
          </span>
          <span className="text-2xs text-ink-faint">{text("mark")}</span>
          {spread ? (
            <span className="hidden text-2xs text-ink-faint @min-[340px]:inline">
              {grouped(spread.mid)} {text("mid")}
            </span>
          ) : null}
        </span>
        <span className="text-2xs text-ink-muted">
          {/* Where there is no room for the word, the two figures say it to those who see them. */}
          <span className="@max-[236px]:sr-only">{text("spread")} </span>
          {spread ? (
            <>
              {grouped(spread.width)} <bdi>({ratio(spread.rate, isTiny(spread.rate) ? 4 : 2)})</bdi>
            </>
          ) : (
            "—"
          )}
        </span>
      </div>
      <Balance bids={sides.bidPercent} />
    </div>
  );
}

/** Below a hundredth of a percent two digits would say nothing. */
function isTiny(rate: string): boolean {
  return rate.startsWith("0.0000");
}

function Balance({ bids }: { bids: number | undefined }) {
  const text = useText("book");
  const { ratio } = useFormat();
  if (bids === undefined) return null;
  const asks = 100 - bids;
  return (
    <div className="relative flex items-center gap-1.5 text-2xs leading-3">
      <span className="sr-only">{text("balance", { bids, asks })}</span>
      <span aria-hidden className="text-up">
        {ratio((bids / 100).toFixed(2), 0)}
      </span>
      <span className="relative h-1 flex-1 overflow-hidden rounded-full bg-down-strong">
        <span
          className="absolute inset-0 origin-left bg-up-strong rtl:origin-right"
          style={{ transform: `scaleX(${(bids / 100).toFixed(2)})` }}
        />
      </span>
      <span aria-hidden className="text-down">
        {ratio((asks / 100).toFixed(2), 0)}
      </span>
    </div>
  );
}
