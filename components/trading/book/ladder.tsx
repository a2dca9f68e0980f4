"use client";

import { type CSSProperties, memo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { cn } from "#components/ui/class-names.ts";
import { Notice } from "#components/ui/panel.tsx";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { BookView } from "./book-view.ts";
import { type BookRow, type BookSides, isSameRow, type RowName, spreadOf } from "./grouping.ts";

type LadderProps = {
  sides: BookSides;
  /** Pixels. */
  rowHeight: number;
  scale: MarketScale;
  view: BookView;
  pointed: RowName | undefined;
  tabbable: RowName;
  /** Id of the element that describes the pointed row. */
  noteId: string;
  /** Id of the element that explains the keys. */
  helpId: string;
};

/**
 * Asks above bids, with the spread in the middle of the panel, where the server's HTML has it too: the server does
 * not know the height, and so not the number of rows.
 */
export function Ladder(props: LadderProps) {
  const { sides, rowHeight, scale, view, pointed, tabbable, noteId, helpId } = props;
  const text = useText("book");
  if (sides.asks.length === 0 && sides.bids.length === 0) {
    return <Notice title={text("empty")} detail={text("emptyDetail")} />;
  }
  const height = { "--row": `${rowHeight.toString()}px` } as CSSProperties;
  const row = (of: RowName["side"], index: number) => {
    const isPointed = pointed?.side === of && pointed.index === index;
    const figures = (of === "ask" ? sides.asks : sides.bids)[index];
    if (!figures) return null;
    return (
      // Keyed by distance from the spread, so that rows keep their place and change their figures.
      <Row
        key={`${of}-${index.toString()}`}
        row={figures}
        side={of}
        index={index}
        view={view}
        tabbable={tabbable.side === of && tabbable.index === index}
        swept={pointed?.side === of && index <= pointed.index}
        describedBy={isPointed ? noteId : undefined}
      />
    );
  };
  return (
    <>
      <ul
        translate="no"
        aria-label={text("asks")}
        aria-describedby={helpId}
        className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden"
        style={height}
      >
        {sides.asks.map((_, index) => row("ask", sides.asks.length - 1 - index))}
      </ul>
      <MiddleRow sides={sides} scale={scale} />
      <ul
        translate="no"
        aria-label={text("bids")}
        aria-describedby={helpId}
        className="flex min-h-0 flex-1 flex-col overflow-hidden"
        style={height}
      >
        {sides.bids.map((_, index) => row("bid", index))}
      </ul>
    </>
  );
}

export const MIDDLE_PX = 46;

/** The mark, the spread, and the balance of both sides. */
function MiddleRow({ sides, scale }: { sides: BookSides; scale: MarketScale }) {
  const text = useText("book");
  const { figure, grouped, ratio } = useFormat();
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  const spread = spreadOf(sides, scale);
  return (
    <div
      className="@container flex shrink-0 flex-col justify-center gap-1 border-y px-3"
      style={{ height: MIDDLE_PX }}
    >
      <div className="flex items-baseline justify-between gap-2 whitespace-nowrap">
        <span className="flex items-baseline gap-1.5">
          <span translate="no" className={cn("text-sm font-semibold", notCurrent && "not-current")}>
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
          {/* On a narrow book the label is for screen readers only. */}
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

/** Below 0.01 %, two digits would show nothing. */
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

/** The least height of a row. */
export const ROW_PX = 19;
/** Above this value, cents are left out to fit the column. */
const WHOLE_FROM = 100n * 10n ** BigInt(MONEY_DECIMALS);

type RowProps = {
  row: BookRow;
  side: "ask" | "bid";
  /** Distance from the spread, 0 for the best price. */
  index: number;
  view: BookView;
  /** True for the row in the tab order. */
  tabbable: boolean;
  /** True when an order down to the pointed row would take this one. */
  swept: boolean;
  /** Id of the element that describes the row. */
  describedBy: string | undefined;
};

/** One price of the book. Renders only when something it shows has changed. */
const Row = memo(function Row(props: RowProps) {
  const { row, side, index, view, tabbable, swept, describedBy } = props;
  const text = useText("book");
  const { grouped, figure } = useFormat();
  const length = view.bars === "total" ? row.depth : row.share;
  return (
    <li className="relative shrink-0">
      <span
        aria-hidden
        data-depth
        className={cn(
          "absolute inset-x-0 inset-y-px origin-right rtl:origin-left",
          // Fades towards its end: a hard edge would cross the digits of the size.
          "bg-linear-to-l to-transparent to-140% rtl:bg-linear-to-r",
          side === "ask" ? "from-down-soft" : "from-up-soft",
        )}
        // A transform and not a width, so that a growing bar does not shift the layout.
        style={{ transform: `scaleX(${length.toFixed(2)})` }}
      />
      <button
        type="button"
        data-row={`${side}-${index.toString()}`}
        tabIndex={tabbable ? 0 : -1}
        aria-describedby={describedBy}
        className={cn(
          "relative grid w-full grid-cols-3 px-3 text-2xs leading-(--row) select-none focus-visible:-outline-offset-2",
          swept && "bg-ink/[0.07]",
        )}
      >
        <span className={cn("text-start", side === "ask" ? "text-down" : "text-up")}>
          {row.own === undefined ? null : <OwnMark />}
          <span className="sr-only">{side === "ask" ? text("ask") : text("bid")} </span>
          {`${grouped(row.price)} `}
        </span>
        <span className="text-end">
          <span className="sr-only">{text("spokenSize")} </span>
          {`${grouped(row.size)} `}
        </span>
        <span className="text-end text-ink-muted">
          <span className="sr-only">{text("spokenTotal")} </span>
          {view.unit === "base"
            ? grouped(row.total)
            : figure(formatFixed(row.cost, MONEY_DECIMALS), row.cost >= WHOLE_FROM ? 0 : 2)}
          {row.own === undefined ? null : (
            <span className="sr-only"> {text("ownOrder", { size: grouped(row.own) })}</span>
          )}
        </span>
      </button>
    </li>
  );
}, isSameDrawing);

function isSameDrawing(a: RowProps, b: RowProps): boolean {
  const { row: before, ...drawn } = a;
  const others = Object.keys(drawn) as (keyof typeof drawn)[];
  return isSameRow(before, b.row) && others.every((name) => a[name] === b[name]);
}

function OwnMark() {
  return (
    <span
      aria-hidden
      className="absolute start-1 top-1/2 h-1.5 w-1.5 -translate-y-1/2 rounded-full bg-accent"
    />
  );
}
