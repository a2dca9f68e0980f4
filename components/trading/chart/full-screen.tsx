"use client";

import { useEffect } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";

/**
 * What a chart that fills the screen keeps of the page: market, mark, and the way to an order. The whole document becomes the
 * browser's full screen, so that menus and dialogs stay visible; where a browser refuses that, the chart fills the window.
 * Escape leaves either.
 */
export default function FullScreen({ leave }: { leave: () => void }) {
  const text = useText("shell");
  const { figure } = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const { change, focus } = useTicket();
  useScreen(leave);
  const order = (side: Side) => {
    change({ side });
    leave();
    // The ticket can be focused when the chart no longer covers it.
    requestAnimationFrame(() => focus("size"));
  };
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-2 border-b px-2.5 py-1" data-full-screen>
      <span className="min-w-0 truncate text-sm font-semibold">{market.symbol}</span>
      <span
        dir="ltr"
        translate="no"
        className={cn("me-auto text-sm font-semibold tabular-nums", notCurrent && "not-current")}
      >
        {figure(mark, marketScale(market).priceDecimals)}
      </span>
      <Button tone="buy" size="xs" className="pointer-coarse:h-11" onClick={() => order("BUY")}>
        {text("buy")}
      </Button>
      <Button tone="sell" size="xs" className="pointer-coarse:h-11" onClick={() => order("SELL")}>
        {text("sell")}
      </Button>
    </div>
  );
}

function useScreen(leave: () => void): void {
  useEffect(() => {
    const off = new AbortController();
    document.addEventListener(
      "fullscreenchange",
      () => {
        if (document.fullscreenElement === null) leave();
      },
      off,
    );
    document.addEventListener(
      "keydown",
      (event) => {
        // Escape in a menu or in the chart has closed something already.
        if (event.key === "Escape" && !event.defaultPrevented) leave();
      },
      off,
    );
    // Absent on an iPhone.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      off.abort();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [leave]);
}
