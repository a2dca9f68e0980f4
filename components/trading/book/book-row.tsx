"use client";

import { memo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import type { BookView } from "./book-view.ts";
import { type BookRow, isSameRow } from "./grouping.ts";

export const ROW_PX = 19;
/** From here on cents are left out: a column of totals is narrow. */
const WHOLE_FROM = 100n * 10n ** BigInt(MONEY_DECIMALS);

type RowProps = {
  row: BookRow;
  side: "ask" | "bid";
  /** Distance from the spread, 0 for the best price. */
  place: number;
  view: BookView;
  /** The row to which Tab comes. */
  tabbable: boolean;
  /** An order down to the row that is pointed at would take this one. */
  swept: boolean;
  /** Element that tells more of this row. */
  describedBy: string | undefined;
};

/** One price of the book. Drawn again only when something that it says has changed. */
export const Row = memo(function Row(props: RowProps) {
  const { row, side, place, view, tabbable, swept, describedBy } = props;
  const text = useText("book");
  const { grouped, figure } = useFormat();
  const length = view.bars === "total" ? row.depth : row.share;
  return (
    <li className="relative">
      <span
        aria-hidden
        data-depth
        className={cn(
          "absolute inset-x-0 inset-y-px origin-right rtl:origin-left",
          side === "ask" ? "bg-down-soft" : "bg-up-soft",
        )}
        // A transform and not a width: a bar that grows is no shift of the layout.
        style={{ transform: `scaleX(${length.toFixed(2)})` }}
      />
      <button
        type="button"
        data-row={`${side}-${place.toString()}`}
        tabIndex={tabbable ? 0 : -1}
        aria-describedby={describedBy}
        className={cn(
          "relative grid w-full grid-cols-3 px-3 text-2xs leading-[19px] select-none focus-visible:-outline-offset-2",
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
