"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Notice } from "#components/ui/panel.tsx";
import type { ListedMarket } from "./listed-market.ts";
import type { Sort, SortField } from "./market-order.ts";
import { COLUMNS, MarketRow, ROW_PX } from "./market-row.tsx";
import type { Days, Figures } from "./use-market-list.ts";

const OVERSCAN = 4;
const NO_FIGURES = {
  mark: undefined,
  change: undefined,
  volume: undefined,
  openInterest: undefined,
  funding: undefined,
};

type MarketTableProps = {
  gridId: string;
  ordered: readonly ListedMarket[];
  /** The index of the active row. */
  activeIndex: number;
  typed: string;
  sort: Sort;
  starred: readonly string[];
  figures: Figures;
  days: Days;
  onSort: (field: SortField) => void;
  /** Called when the mouse enters or leaves the list. */
  onPointed: (pointed: boolean) => void;
  onOpened: () => void;
};

/** The market rows. Only visible ones are rendered, and only their days are read. */
export function MarketTable(props: MarketTableProps) {
  const { gridId, ordered, activeIndex, typed, days, onPointed } = props;
  const text = useText("markets");
  const scroll = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its result is used in this component only, at every render
  const virtual = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  const items = virtual.getVirtualItems();
  const shown = items.map(({ index }) => ordered[index]?.symbol ?? "").join(" ");
  const { want } = days;
  useEffect(() => want(shown.split(" ").filter(Boolean)), [want, shown]);
  useEffect(() => virtual.scrollToIndex(activeIndex), [virtual, activeIndex]);
  return (
    <div
      ref={scroll}
      onPointerEnter={({ pointerType }) => onPointed(pointerType === "mouse")}
      onPointerLeave={() => onPointed(false)}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1 pb-1"
    >
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the search box moves through it
        role="grid"
        id={gridId}
        aria-label={text("title")}
        aria-rowcount={ordered.length + 1}
        className="block text-xs"
      >
        <MarketColumns sort={props.sort} onSort={props.onSort} quote={ordered[0]?.quote ?? ""} />
        <tbody className="relative block" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <TableRow key={ordered[index]?.symbol} {...props} index={index} top={start - HEAD_PX} />
          ))}
        </tbody>
      </table>
      {ordered.length === 0 ? <Notice title={text("noMatch", { typed })} /> : null}
    </div>
  );
}

type TableRowProps = MarketTableProps & { index: number; top: number };

function TableRow(props: TableRowProps) {
  const { gridId, ordered, index, top, figures, days, starred, activeIndex, onOpened } = props;
  const current = useMarket().symbol;
  const market = ordered[index];
  if (!market) return null;
  const { symbol, base, maxLeverage, priceDecimals } = market;
  return (
    <MarketRow
      id={`${gridId}-${symbol}`}
      symbol={symbol}
      base={base}
      maxLeverage={maxLeverage}
      priceDecimals={priceDecimals}
      {...(figures[symbol] ?? NO_FIGURES)}
      prices={days.dayOf(symbol)?.prices}
      starred={starred.includes(symbol)}
      active={index === activeIndex}
      isCurrent={symbol === current}
      top={top}
      rowIndex={index + 2}
      onOpened={onOpened}
    />
  );
}

const HEAD_PX = 30;

type MarketColumnsProps = {
  sort: Sort;
  onSort: (field: SortField) => void;
  /** The asset of the amounts: every market settles in the same one. */
  quote: string;
};

/** The column headers, which sort the list. */
function MarketColumns({ sort, onSort, quote }: MarketColumnsProps) {
  const text = useText("markets");
  const column = { sort, onSort };
  return (
    <thead className="sticky top-0 z-20 block bg-surface">
      <tr
        aria-rowindex={1}
        className={cn(COLUMNS, "text-2xs text-ink-faint")}
        style={{ height: HEAD_PX }}
      >
        <th scope="col">
          <span className="sr-only">{text("star")}</span>
        </th>
        <Column {...column} field="symbol" name={text("market")} />
        <th scope="col" className="text-start font-normal">
          {text("day")}
        </th>
        <Column {...column} field="mark" name={text("markPrice")} end />
        <Column {...column} field="change" name={text("change")} end wide />
        <Column
          {...column}
          field="volume"
          name={text("volume")}
          detail={text("amountsIn", { asset: quote })}
          unit={quote}
          end
          wide
        />
        <Column
          {...column}
          field="openInterest"
          name={text("openInterest")}
          detail={text("amountsIn", { asset: quote })}
          unit={quote}
          end
          wide
        />
        <Column
          {...column}
          field="funding"
          name={text("funding")}
          detail={text("fundingDetail")}
          end
          wide
        />
      </tr>
    </thead>
  );
}

type ColumnProps = Omit<MarketColumnsProps, "quote"> & {
  field: SortField;
  name: string;
  /** Behind the name. */
  unit?: string;
  detail?: string;
  /** Aligned to the end. */
  end?: boolean;
  /** Hidden on a phone. */
  wide?: boolean;
};

function Column(props: ColumnProps) {
  const { sort, onSort, field, name, unit, detail, end = false, wide = false } = props;
  const sorted = sort.field === field;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sort.descending ? "descending" : "ascending") : "none"}
      className={cn(
        "min-w-0 font-normal",
        end ? "text-end" : "text-start",
        wide && "max-sm:sr-only",
      )}
    >
      <button
        type="button"
        title={detail}
        onClick={() => onSort(field)}
        className={cn(
          "inline-flex max-w-full items-center gap-0.5 rounded py-1 hover:text-ink",
          sorted && "text-ink",
        )}
      >
        {sorted ? <Arrow size={11} aria-hidden className="shrink-0" /> : null}
        <span className="truncate">
          {name}
          {unit === undefined ? null : <bdi className="text-ink-faint"> {unit}</bdi>}
        </span>
      </button>
    </th>
  );
}
