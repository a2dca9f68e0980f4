"use client";

import { ChevronDown } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useOpenOrders } from "#components/account/queries.ts";
import { figure, grouped } from "#components/format.ts";
import { AgeNote } from "#components/market-stream/age-note.tsx";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { useNotCurrent } from "#components/market-stream/use-freshness.ts";
import { useTicket } from "#components/order-ticket/ticket-context.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Menu } from "#components/ui/menu.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { formatDecimal, formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";
import type { OrderBook as Book } from "#lib/protocol/market-data.ts";
import { type MarketScale, marketScale } from "#lib/protocol/markets.ts";
import { type BookRow, type BookSides, GROUP_MULTIPLES, groupBook } from "./grouping.ts";

const ROW_PX = 19;
const SPREAD_PX = 30;
/** Rows a side before the panel's height is known: what the server renders. */
const FIRST_ROWS = 11;

/** Resting orders by price, asks above bids, the mark between them. */
export function OrderBook() {
  const market = useMarket();
  const scale = useMemo(() => marketScale(market), [market]);
  const [multiple, setMultiple] = useState(1);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRowsThatFit(body);
  const book = useBookForReading(body);
  const notCurrent = useNotCurrent("orderbook");
  const orders = useOpenOrders().data;
  const sides = useMemo(() => {
    if (!book) return undefined;
    const own = (orders ?? []).filter((order) => order.market === market.symbol);
    return groupBook(book, { scale, multiple, rows, own });
  }, [book, orders, market.symbol, scale, multiple, rows]);

  return (
    <>
      <div className="flex h-9 shrink-0 items-center justify-between border-b px-3">
        <h2 className="flex items-center gap-2 text-xs font-medium">
          Order book
          <AgeNote event="orderbook" />
        </h2>
        <GroupingMenu scale={scale} multiple={multiple} onChange={setMultiple} />
      </div>
      <div className="grid shrink-0 grid-cols-3 px-3 pt-1.5 pb-1 text-2xs text-ink-faint">
        <span>Price ({market.quote_asset.symbol})</span>
        <span className="text-right">Size ({market.base_asset.symbol})</span>
        <span className="text-right">Total</span>
      </div>
      <div
        ref={body}
        className={cn("relative min-h-0 flex-1 overflow-hidden", notCurrent && "not-current")}
      >
        {sides ? (
          <Ladder sides={sides} rows={rows} scale={scale} />
        ) : (
          <Loading label="Loading the order book" rows={10} />
        )}
      </div>
    </>
  );
}

function Ladder({ sides, rows, scale }: { sides: BookSides; rows: number; scale: MarketScale }) {
  if (sides.asks.length === 0 && sides.bids.length === 0) {
    return <Notice title="The book is empty." detail="A limit order would be the first." />;
  }
  const sideHeight = { height: rows * ROW_PX };
  return (
    <>
      <ul aria-label="Asks, worst first" className="flex flex-col justify-end" style={sideHeight}>
        {/* By distance from the spread and not by price: rows stay where they are and change their figures. */}
        {sides.asks.toReversed().map((row, place) => (
          <Row key={`ask-${(sides.asks.length - place).toString()}`} row={row} side="ask" />
        ))}
      </ul>
      <SpreadRow sides={sides} scale={scale} />
      <ul aria-label="Bids, best first" className="flex flex-col" style={sideHeight}>
        {sides.bids.map((row, place) => (
          <Row key={`bid-${place.toString()}`} row={row} side="bid" />
        ))}
      </ul>
    </>
  );
}

function Row({ row, side }: { row: BookRow; side: "ask" | "bid" }) {
  const { fillPrice } = useTicket();
  return (
    <li className="relative">
      <span
        aria-hidden
        data-depth
        className={cn(
          "absolute inset-x-0 inset-y-px origin-right",
          side === "ask" ? "bg-down-soft" : "bg-up-soft",
        )}
        // A transform and not a width: a bar that grows is no shift of the layout.
        style={{ transform: `scaleX(${row.depth.toFixed(3)})` }}
      />
      <button
        type="button"
        tabIndex={-1}
        title="Use this price"
        onClick={() => fillPrice(row.price)}
        className="relative grid w-full grid-cols-3 px-3 text-2xs leading-[19px] hover:bg-hover/70"
      >
        <span className={cn("text-left", side === "ask" ? "text-down" : "text-up")}>
          {row.own ? <OwnMark /> : null}
          <span className="sr-only">{side === "ask" ? "Ask" : "Bid"} </span>
          {grouped(row.price)}
        </span>
        <span className="text-right">{row.size}</span>
        <span className="text-right text-ink-muted">
          {row.total}
          {row.own ? <span className="sr-only"> your order</span> : null}
        </span>
      </button>
    </li>
  );
}

function OwnMark() {
  return (
    <span
      aria-hidden
      className="absolute top-1/2 left-1 h-1.5 w-1.5 -translate-y-1/2 rounded-full bg-accent"
    />
  );
}

function SpreadRow({ sides, scale }: { sides: BookSides; scale: MarketScale }) {
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const ask = sides.asks[0]?.price;
  const bid = sides.bids[0]?.price;
  return (
    <div className="flex items-center justify-between border-y px-3" style={{ height: SPREAD_PX }}>
      <span className="flex items-baseline gap-1.5">
        <span className={cn("text-sm font-semibold", notCurrent && "not-current")}>
          {figure(mark, scale.priceDecimals)}
        </span>
        <span className="text-2xs text-ink-faint">mark</span>
      </span>
      <span className="text-2xs text-ink-muted">Spread {spreadText(ask, bid, scale)}</span>
    </div>
  );
}

function spreadText(ask: string | undefined, bid: string | undefined, scale: MarketScale): string {
  const high = parseDecimal(ask ?? "", scale.priceDecimals);
  const low = parseDecimal(bid ?? "", scale.priceDecimals);
  return high === undefined || low === undefined
    ? "—"
    : formatFixed(high - low, scale.priceDecimals);
}

type GroupingMenuProps = {
  scale: MarketScale;
  multiple: number;
  onChange: (multiple: number) => void;
};

function GroupingMenu({ scale, multiple, onChange }: GroupingMenuProps) {
  const label = (ticks: number) =>
    formatDecimal(scale.tickUnits * BigInt(ticks), scale.priceDecimals);
  return (
    <Menu
      align="end"
      label={`Group prices by ${label(multiple)}`}
      buttonClassName="flex items-center gap-1 rounded px-1.5 py-0.5 text-2xs text-ink-muted hover:bg-hover hover:text-ink max-lg:min-h-7 max-lg:min-w-7"
      button={
        <>
          {label(multiple)}
          <ChevronDown size={12} aria-hidden />
        </>
      }
      heading="Group prices by"
      entries={GROUP_MULTIPLES.map((ticks) => ({
        key: ticks.toString(),
        label: label(ticks),
        selected: ticks === multiple,
        onSelect: () => onChange(ticks),
      }))}
    />
  );
}

/** As many rows a side as the panel's height has room for. */
function useRowsThatFit(body: RefObject<HTMLDivElement | null>): number {
  const [rows, setRows] = useState(FIRST_ROWS);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = element.clientHeight;
      if (height > 0) setRows(Math.max(3, Math.floor((height - SPREAD_PX) / 2 / ROW_PX)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [body]);
  return rows;
}

/**
 * The live book, held still while the pointer rests on it and moves: a row must not change under a click. It
 * follows again as soon as the pointer leaves or has been still for a while.
 */
function useBookForReading(body: RefObject<HTMLDivElement | null>): Book | undefined {
  const live = useMarketState("book");
  const [held, setHeld] = useState<Book | undefined>();
  const latest = useRef(live);
  useEffect(() => {
    latest.current = live;
  }, [live]);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      clearTimeout(timer);
      setHeld(undefined);
    };
    const hold = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      setHeld((current) => current ?? latest.current);
      clearTimeout(timer);
      timer = setTimeout(release, HOLD_MS);
    };
    element.addEventListener("pointermove", hold);
    element.addEventListener("pointerleave", release);
    return () => {
      release();
      element.removeEventListener("pointermove", hold);
      element.removeEventListener("pointerleave", release);
    };
  }, [body]);
  return held ?? live;
}

/** Long enough to aim, short enough that the book on the screen is never old. */
const HOLD_MS = 1_500;
