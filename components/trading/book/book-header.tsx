"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { type BookView, changeBookView, chooseGrouping } from "./book-view.ts";
import { GROUP_MULTIPLES } from "./grouping.ts";

const SMALL_BUTTON =
  "flex items-center justify-center gap-1 rounded px-1.5 py-0.5 text-2xs text-ink-muted hover:bg-hover hover:text-ink max-lg:min-h-7 max-lg:min-w-7";

type BookHeaderProps = {
  scale: MarketScale;
  multiple: number;
  view: BookView;
  /** The age of an old book. */
  children: ReactNode;
};

export function BookHeader({ scale, multiple, view, children }: BookHeaderProps) {
  const text = useText("book");
  return (
    <div className="flex h-9 shrink-0 items-center justify-between border-b ps-3 pe-1.5">
      <h2 className="flex items-center gap-2 text-xs font-medium">
        {text("title")}
        {children}
      </h2>
      <span className="flex items-center">
        <GroupingMenu scale={scale} multiple={multiple} />
        <OptionsMenu view={view} />
      </span>
    </div>
  );
}

export function ColumnNames({ view }: { view: BookView }) {
  const text = useText("book");
  const { base_asset: base, quote_asset: quote } = useMarket();
  const [unit, other] = view.unit === "base" ? [base, quote] : [quote, base];
  return (
    <div className="@container shrink-0 px-3 pt-1.5 pb-1 text-2xs text-ink-faint">
      <div className="grid grid-cols-3 whitespace-nowrap">
        <span>{text("priceIn", { asset: quote.symbol })}</span>
        {/* Hidden on a narrow book, where the next column names the asset. */}
        <span className="text-end @max-[236px]:hidden">
          {text("sizeIn", { asset: base.symbol })}
        </span>
        <span className="hidden text-end @max-[236px]:inline">{text("size")}</span>
        <button
          type="button"
          title={text("totalSwitch", { asset: other.symbol })}
          onClick={() => changeBookView({ unit: view.unit === "base" ? "quote" : "base" })}
          className="text-end underline decoration-dotted underline-offset-2 hover:text-ink"
        >
          {text("totalIn", { asset: unit.symbol })}
        </button>
      </div>
    </div>
  );
}

function GroupingMenu({ scale, multiple }: { scale: MarketScale; multiple: number }) {
  const { symbol } = useMarket();
  const text = useText("book");
  const { grouped } = useFormat();
  const label = (ticks: number) =>
    grouped(formatDecimal(scale.tickUnits * BigInt(ticks), scale.priceDecimals));
  return (
    <Menu
      align="end"
      label={text("groupedBy", { step: label(multiple) })}
      buttonClassName={SMALL_BUTTON}
      button={
        <>
          {label(multiple)}
          <ChevronDown size={12} aria-hidden />
        </>
      }
      heading={text("groupBy")}
      entries={GROUP_MULTIPLES.map((ticks) => ({
        key: ticks.toString(),
        label: label(ticks),
        selected: ticks === multiple,
        onSelect: () => chooseGrouping(symbol, ticks),
      }))}
    />
  );
}

function OptionsMenu({ view }: { view: BookView }) {
  const text = useText("book");
  const { base_asset: base, quote_asset: quote } = useMarket();
  const other = view.unit === "base" ? quote : base;
  return (
    <Menu
      align="end"
      label={text("options")}
      buttonClassName={SMALL_BUTTON}
      button={<SlidersHorizontal size={12} aria-hidden />}
      entries={[
        {
          key: "bars",
          label: view.bars === "total" ? text("barsByLevel") : text("barsByTotal"),
          onSelect: () => changeBookView({ bars: view.bars === "total" ? "level" : "total" }),
        },
        {
          key: "unit",
          label: text("totalsIn", { asset: other.symbol }),
          onSelect: () => changeBookView({ unit: view.unit === "base" ? "quote" : "base" }),
        },
      ]}
    />
  );
}
