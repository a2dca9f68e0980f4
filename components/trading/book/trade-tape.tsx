"use client";

import { Zap } from "lucide-react";
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { type Emphasis, emphasisOf, newerThan } from "./trade-emphasis.ts";
import { useHeld } from "./use-held.ts";
import { useRowKeys } from "./use-row-keys.ts";

const NO_TRADES: readonly Trade[] = [];

/** Recent fills, newest first. Fills are trades; the price of the market is the mark. */
export function Tape() {
  const market = useMarket();
  const text = useText("book");
  const list = useRef<HTMLElement>(null);
  const live = useMarketState("trades");
  const { trades, paused } = usePausedTape(list, live);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center justify-between gap-2 border-b px-3">
        <h2 className="flex items-center gap-2 text-xs font-medium">
          {text("trades")}
          <AgeNote event="trades" />
        </h2>
        {paused ? <PausedNote fresh={newerThan(trades ?? NO_TRADES, live ?? NO_TRADES)} /> : null}
      </div>
      <div className="grid shrink-0 grid-cols-3 px-3 pt-1.5 pb-1 text-2xs text-ink-faint">
        <span>{text("price")}</span>
        <span className="text-end">{text("sizeIn", { asset: market.base_asset.symbol })}</span>
        <span className="text-end">{text("time")}</span>
      </div>
      <div translate="no" className="min-h-0 flex-1">
        <section
          ref={list}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          tabIndex={0}
          aria-label={text("recentTrades")}
          // Whole rows only.
          style={{ height: "round(down, 100%, 19px)" }}
          className="relative overflow-y-auto"
        >
          {trades === undefined ? <Loading label={text("loadingTrades")} rows={6} /> : null}
          {trades?.length === 0 ? <Notice title={text("noTrades")} /> : null}
          <Rows list={list} trades={trades ?? NO_TRADES} />
        </section>
      </div>
    </>
  );
}

/** The live tape, frozen while the mouse or the focus is on it, or it is scrolled. */
function usePausedTape(
  list: React.RefObject<HTMLElement | null>,
  live: readonly Trade[] | undefined,
): { trades: readonly Trade[] | undefined; paused: boolean } {
  const { value, hold, release } = useHeld(live);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const reading = { mouse: false, focus: false, scrolled: false };
    const setReadingState = (change: Partial<typeof reading>) => {
      Object.assign(reading, change);
      const wanted = reading.mouse || reading.focus || reading.scrolled;
      setPaused(wanted);
      if (wanted) hold();
      else release();
    };
    const aborting = new AbortController();
    const on = (name: string, run: (event: Event) => void) =>
      element.addEventListener(name, run, { signal: aborting.signal });
    on("pointerenter", (event) => {
      if ((event as PointerEvent).pointerType === "mouse") setReadingState({ mouse: true });
    });
    on("pointerleave", () => setReadingState({ mouse: false }));
    on("focusin", ({ target }) => setReadingState({ focus: target !== element }));
    on("focusout", () => setReadingState({ focus: false }));
    on("scroll", () => setReadingState({ scrolled: element.scrollTop > 0 }));
    return () => aborting.abort();
  }, [list, hold, release]);
  return { trades: value, paused };
}

function PausedNote({ fresh }: { fresh: number }) {
  const text = useText("book");
  return (
    <span className="rounded bg-hover px-1.5 text-2xs whitespace-nowrap text-ink-muted">
      {fresh === 0 ? text("paused") : text("pausedWithNew", { count: fresh })}
    </span>
  );
}

type RowsProps = { list: React.RefObject<HTMLElement | null>; trades: readonly Trade[] };

const Rows = memo(function Rows({ list, trades }: RowsProps) {
  const text = useText("book");
  const { draft, fillPrice, openSheet } = useTicket();
  const narrow = useNarrow();
  const { priceDecimals, sizeDecimals } = marketScale(useMarket());
  const [focused, setFocused] = useState(0);
  const emphasis = useMemo(() => emphasisOf(trades, sizeDecimals), [trades, sizeDecimals]);
  const helpId = useId();
  const take = useCallback(
    (name: string) => {
      const trade = trades[Number(name)];
      if (!trade) return;
      fillPrice(trade.price);
      if (narrow) openSheet(draft.side);
    },
    [trades, fillPrice, narrow, openSheet, draft.side],
  );
  useRowKeys(list, {
    onTake: take,
    onPoint: ignore,
    onFocus: (name) => setFocused(Number(name)),
    onReading: ignore,
    onGone: ignore,
  });
  const tabbable = Math.min(focused, trades.length - 1);
  return (
    <>
      {/* Keyed by position: new fills change the text of rows that keep their place. */}
      {trades.map((trade, index) => (
        <TradeRow
          key={`row-${index.toString()}`}
          trade={trade}
          index={index}
          emphasis={emphasis[index] ?? 0}
          priceDecimals={priceDecimals}
          sizeDecimals={sizeDecimals}
          tabbable={index === tabbable}
          helpId={helpId}
        />
      ))}
      <p id={helpId} hidden>
        {text("tradesHelp")}
      </p>
    </>
  );
});

function ignore(): void {
  // The tape handles clicks and keys only.
}

type TradeRowProps = {
  trade: Trade;
  index: number;
  emphasis: Emphasis;
  priceDecimals: number;
  sizeDecimals: number;
  tabbable: boolean;
  helpId: string;
};

const SIZE_CLASS = ["", "font-medium text-ink", "font-bold text-ink"] as const;

const TradeRow = memo(function TradeRow(props: TradeRowProps) {
  const { trade, index, emphasis, priceDecimals, sizeDecimals, tabbable, helpId } = props;
  const text = useText("book");
  const { figure, timeOfDay } = useFormat();
  const bought = trade.side === "BUY";
  const liquidated = trade.trade_type === "LIQUIDATION";
  return (
    <button
      type="button"
      data-row={index}
      data-trade-id={trade.id}
      tabIndex={tabbable ? 0 : -1}
      aria-describedby={tabbable ? helpId : undefined}
      className={cn(
        "grid h-[19px] w-full grid-cols-3 px-3 text-2xs leading-[19px] hover:bg-hover/70 focus-visible:-outline-offset-2",
        emphasis === 2 && (bought ? "bg-up-soft" : "bg-down-soft"),
      )}
    >
      <span className={cn("text-start", bought ? "text-up" : "text-down")}>
        {/* A shape as well as a colour. */}
        <span aria-hidden className="inline-block w-3 text-[8px] leading-none">
          {bought ? "▲" : "▼"}
        </span>
        {figure(trade.price, priceDecimals)}
        <span className="sr-only"> {bought ? text("bought") : text("sold")}</span>
        {liquidated ? (
          <span title={text("liquidation")} className="ms-1 inline-block align-[-1px] text-warn">
            <Zap size={10} aria-hidden fill="currentColor" />
            <span className="sr-only"> {text("liquidation")}</span>
          </span>
        ) : null}
      </span>
      <span className={cn("text-end", SIZE_CLASS[emphasis])}>
        {figure(trade.size, sizeDecimals)}
      </span>
      <span className="text-end text-ink-muted">{timeOfDay(trade.created_at)}</span>
    </button>
  );
});
