"use client";

import { useCallback, useId, useMemo, useRef, useState } from "react";
import { usePreference } from "#components/data/preference.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useOpenOrders } from "#components/trading/account-state/use-account.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Loading } from "#components/ui/panel.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { type MarketScale, marketScale } from "#lib/protocol/markets.ts";
import { BookHeader, ColumnNames } from "./book-header.tsx";
import { bookGrouping, bookView, groupingOf } from "./book-view.ts";
import { type BookSides, groupBook } from "./grouping.ts";
import { Ladder } from "./ladder.tsx";
import { parseRowName, type RowName, tabbableRow } from "./row-name.ts";
import { SweepNote } from "./sweep-note.tsx";
import { useBookCommands } from "./use-book-commands.ts";
import { useHeld } from "./use-held.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowsThatFit } from "./use-rows-that-fit.ts";

/** Long enough to aim, short enough that the book on the screen is never old. */
const AIM_MS = 1_500;
/** A screen reader takes its time to say a row. */
const LISTEN_MS = 5_000;

type Pointed = RowName & { at: DOMRect };

/** Resting orders by price, asks above bids, the mark between them. */
export function OrderBook() {
  const market = useMarket();
  const text = useText("book");
  const scale = useMemo(() => marketScale(market), [market]);
  const multiple = groupingOf(usePreference(bookGrouping), market.symbol);
  const view = usePreference(bookView);
  const body = useRef<HTMLDivElement>(null);
  const rows = useRowsThatFit(body);
  const { sides, hold, release } = useSides({ scale, multiple, rows });
  const [pointed, setPointed] = useState<Pointed | undefined>();
  const [focused, setFocused] = useState<RowName | undefined>();
  const [said, say] = useSaid();
  const take = useTake(sides, say);
  const noteId = useId();
  const helpId = useId();
  useRowKeys(body, {
    onTake: take,
    onPoint: (row) => {
      const name = parseRowName(row?.dataset["row"]);
      setPointed(row && name ? { ...name, at: row.getBoundingClientRect() } : undefined);
    },
    onFocus: (name) => setFocused(parseRowName(name)),
    onReading: (by) => hold(by === "mouse" ? AIM_MS : LISTEN_MS),
    onGone: release,
  });
  useBookCommands({ body, sides, scale, say });
  const notCurrent = useNotCurrent("orderbook");
  const pointedRow = pointed && rowAt(sides, pointed);

  return (
    <>
      <BookHeader scale={scale} multiple={multiple} view={view}>
        <AgeNote event="orderbook" />
      </BookHeader>
      <ColumnNames view={view} />
      <div
        ref={body}
        className={cn("relative min-h-0 flex-1 overflow-hidden", notCurrent && "not-current")}
      >
        {sides ? (
          <Ladder
            sides={sides}
            rows={rows}
            scale={scale}
            view={view}
            pointed={pointed}
            tabbable={tabbableRow(sides, focused)}
            noteId={noteId}
            helpId={helpId}
          />
        ) : (
          <Loading label={text("loading")} rows={10} />
        )}
      </div>
      {pointed && pointedRow ? (
        <SweepNote id={noteId} row={pointedRow} side={pointed.side} at={pointed.at} scale={scale} />
      ) : null}
      <p id={helpId} hidden>
        {text("rowsHelp")}
      </p>
      {said}
    </>
  );
}

type SidesOptions = { scale: MarketScale; multiple: number; rows: number };

/** The live book as rows, held still while somebody aims or listens. */
function useSides({ scale, multiple, rows }: SidesOptions) {
  const { symbol } = useMarket();
  const { value: book, hold, release } = useHeld(useMarketState("book"));
  const orders = useOpenOrders().data;
  const sides = useMemo(() => {
    if (!book) return undefined;
    const own = (orders ?? []).filter(
      ({ market, status }) => market === symbol && status !== "UNTRIGGERED",
    );
    return groupBook(book, { scale, multiple, rows, own });
  }, [book, orders, symbol, scale, multiple, rows]);
  return { sides, hold, release };
}

/** Puts the price of a row into the ticket, or with Shift all size down to it, and says so. */
function useTake(sides: BookSides | undefined, say: (text: string) => void) {
  const { draft, fillPrice, fillSize, openSheet } = useTicket();
  const narrow = useNarrow();
  const text = useText("book");
  const { grouped } = useFormat();
  return (name: string, shift: boolean) => {
    const row = rowAt(sides, parseRowName(name));
    if (!row) return;
    if (shift) fillSize(row.total);
    else fillPrice(row.price);
    // On a phone the ticket is out of sight: a price that is taken shows where it went.
    if (narrow) openSheet(draft.side);
    say(
      shift
        ? text("sizeTaken", { size: grouped(row.total) })
        : text("priceTaken", { price: grouped(row.price) }),
    );
  };
}

function rowAt(sides: BookSides | undefined, name: RowName | undefined) {
  if (!sides || !name) return undefined;
  return (name.side === "ask" ? sides.asks : sides.bids)[name.place];
}

/** A sentence for screen readers, said when a person asked for it or did something, and never by itself. */
function useSaid() {
  const [said, setSaid] = useState({ text: "", count: 0 });
  const say = useCallback(
    (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  const region = (
    <output className="sr-only">
      {/* A new element each time, so that the same sentence is said again. */}
      <span key={said.count}>{said.text}</span>
    </output>
  );
  return [region, say] as const;
}
