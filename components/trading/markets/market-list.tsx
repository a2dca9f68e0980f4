"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMarketNavigation } from "#components/trading/screen/view/market-navigation.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { favourites, toggleFavourite } from "./favourites.ts";
import type { ListedMarket } from "./listed-market.ts";
import { nextSort, type Sort } from "./market-order.ts";
import { MarketTable } from "./market-table.tsx";
import { useDays, useFigures, useOrdered } from "./use-market-list.ts";

const PAGE_ROWS = 8;

type MarketListProps = { markets: readonly ListedMarket[]; onClose: () => void };

/** The search box and the matching markets. Keys move through the list while the focus stays in the box. */
export function MarketList({ markets, onClose }: MarketListProps) {
  const text = useText("markets");
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<Sort>({ field: "volume", descending: true });
  // A symbol and not an index, because the order may change.
  const [active, setActive] = useState<string | undefined>();
  const [isPaused, setIsPaused] = useState(false);
  const [said, setSaid] = useState("");
  const starred = useStore(favourites);
  const days = useDays();
  const figures = useFigures(markets, days);
  const ordered = useOrdered(markets, { typed, sort, starred, figures, isPaused });
  const gridId = useId();
  const activeIndex = Math.max(
    0,
    ordered.findIndex(({ symbol }) => symbol === active),
  );
  const chosen = ordered[activeIndex]?.symbol;
  const onKeyDown = useListKeys({
    chosen,
    onStep: (step) => {
      const to = Math.max(0, Math.min(ordered.length - 1, activeIndex + step));
      setActive(ordered[to]?.symbol);
    },
    onStar: (symbol) => {
      setSaid(text(starred.includes(symbol) ? "favouriteOff" : "favouriteOn", { market: symbol }));
      toggleFavourite(symbol);
    },
    onClose,
  });
  return (
    <>
      <SearchBox
        typed={typed}
        gridId={gridId}
        activeId={chosen === undefined ? undefined : `${gridId}-${chosen}`}
        onKeyDown={onKeyDown}
        onTyped={(next) => {
          setTyped(next);
          setActive(undefined);
        }}
      />
      <MarketTable
        gridId={gridId}
        ordered={ordered}
        activeIndex={activeIndex}
        typed={typed}
        sort={sort}
        starred={starred}
        figures={figures}
        days={days}
        onSort={(field) => {
          setSort(nextSort(sort, field));
          setActive(undefined);
        }}
        onPointed={setIsPaused}
        onOpened={onClose}
      />
      <div className="flex shrink-0 items-center justify-between gap-3 border-t px-3 py-1.5 text-2xs text-ink-faint">
        <output>{text("count", { count: ordered.length })}</output>
        <span className="max-sm:hidden">{text("keys")}</span>
        <output className="sr-only">{said}</output>
      </div>
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
};

type ListKeys = {
  /** The market that Enter opens. */
  chosen: string | undefined;
  onStep: (rows: number) => void;
  onStar: (symbol: string) => void;
  onClose: () => void;
};

/** Keys of the search box: move through the list, open a market, toggle its star. */
function useListKeys({ chosen, onStep, onStar, onClose }: ListKeys) {
  const { go } = useMarketNavigation();
  return (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    // Enter may end an IME composition.
    if ((step === undefined && event.key !== "Enter") || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (step !== undefined) onStep(step);
    else if (chosen !== undefined && event.altKey) onStar(chosen);
    else if (chosen !== undefined) {
      go(chosen);
      onClose();
    }
  };
}

type SearchBoxProps = {
  typed: string;
  gridId: string;
  activeId: string | undefined;
  onTyped: (typed: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The search box. Its keys move through the list below it. */
function SearchBox({ typed, gridId, activeId, onTyped, onKeyDown }: SearchBoxProps) {
  const text = useText("markets");
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className="flex shrink-0 items-center gap-2 p-3 pb-2">
      <div className="flex h-9 flex-1 items-center gap-2 rounded border border-line-strong bg-raised px-2.5 focus-within:border-accent">
        <Search size={14} aria-hidden className="shrink-0 text-ink-muted" />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-label={text("search")}
          aria-expanded
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-controls={gridId}
          aria-activedescendant={activeId}
          placeholder={text("searchHint")}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-faint sm:text-sm"
        />
        {typed === "" ? null : (
          <button
            type="button"
            aria-label={text("clear")}
            onClick={() => {
              onTyped("");
              box.current?.focus();
            }}
            className="shrink-0 rounded p-1 text-ink-muted hover:bg-hover hover:text-ink"
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
