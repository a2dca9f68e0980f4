"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { changeBetween, linesOf } from "./bar-lines.ts";
import type { PricePoint } from "./geometry.ts";
import { PricePicture, type PricePictureProps } from "./price-picture.tsx";
import type { MarkBars } from "./use-mark-bars.ts";

type PriceFigureProps = Omit<PricePictureProps, "label" | "lines" | "children"> & {
  market: string;
  read: MarkBars;
  /** Until when prices are known, Unix milliseconds: the end of the bar that is still open. */
  until: number;
  /** Further sentences about the picture, for screen readers. */
  also?: string;
  /** Marks over the line. */
  marks?: PricePictureProps["children"];
  /** Below the picture, when there are prices. */
  children?: (lines: readonly (readonly PricePoint[])[]) => ReactNode;
};

/** The stored prices of a market as a picture: while they are read, when there are none, and when they are old. */
export function PriceFigure(props: PriceFigureProps) {
  const { market, read, until, also, marks, children, className = "h-40", ...picture } = props;
  const text = useText("pictures");
  const describe = useDescription();
  const { bars, failure } = read;
  if (bars === undefined) {
    return (
      <p
        data-picture={failure === undefined ? "loading" : "failed"}
        className={cn("flex items-center justify-center rounded bg-hover text-xs", className)}
      >
        <output className="text-ink-muted">
          {text(failure === undefined ? "loading" : "failed")}
        </output>
      </p>
    );
  }
  const lines = linesOf(bars, picture.times, until);
  if (lines.length === 0) {
    return (
      <p data-picture="empty" className="rounded border border-dashed p-3 text-xs text-ink-muted">
        {text("noPrices", { market: isolated(market) })}
      </p>
    );
  }
  const label = [describe(market, lines), also].filter(Boolean).join(" ");
  return (
    <figure data-picture="prices" className="min-w-0">
      <PricePicture {...picture} className={className} label={label} lines={lines}>
        {marks}
      </PricePicture>
      {failure === undefined ? null : (
        <p data-stale className="mt-1 text-2xs text-warn">
          {text("stale")}
        </p>
      )}
      {children?.(lines)}
    </figure>
  );
}

/** For example "BTCUSDC from 1 May 12:00 to 1 May 16:00: from 58,000 to 58,900, +1.55%." */
function useDescription() {
  const text = useText("pictures");
  const { grouped, percent, dayAndTime } = useFormat();
  return (market: string, lines: readonly (readonly PricePoint[])[]) => {
    const points = lines.flat();
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return "";
    const change = changeBetween(first.price, last.price);
    return text("description", {
      market: isolated(market),
      from: isolated(dayAndTime(first.at)),
      to: isolated(dayAndTime(last.at)),
      first: isolated(grouped(first.price)),
      last: isolated(grouped(last.price)),
      change: isolated(change === undefined ? "–" : percent(change)),
    });
  };
}
