"use client";

import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { changeRate } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useOpenOrders } from "#components/trading/account-reads/use-account.ts";
import { AgeNote } from "#components/trading/live/age-note.tsx";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Loading } from "#components/ui/panel.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { useStore } from "#components/ui/use-store.ts";
import { type MarketScale, marketScale } from "#lib/protocol/market/markets.ts";
import { BookHeader, ColumnNames } from "./book-header.tsx";
import { bookGrouping, bookView, groupingOf } from "./book-view.ts";
import {
  type BookRow,
  type BookSides,
  groupBook,
  parseRowName,
  type RowName,
  tabbableRow,
} from "./grouping.ts";
import { Ladder, MIDDLE_PX, ROW_PX } from "./ladder.tsx";
import { useBookCommands } from "./use-book-commands.ts";
import { useHeld } from "./use-held.ts";
import { useRowKeys } from "./use-row-keys.ts";

/** How long the book is frozen while the pointer aims: the shown book must never be old. */
const AIM_HOLD_MS = 1_500;
/** How long the book is frozen for a screen reader to speak a row. */
const LISTEN_HOLD_MS = 5_000;

type Pointed = RowName & { at: DOMRect };

/** Resting orders by price: asks above bids, and the mark between them. */
export function OrderBook() {
  const market = useMarket();
  const text = useText("book");
  const scale = useMemo(() => marketScale(market), [market]);
  const multiple = groupingOf(useStore(bookGrouping), market.symbol);
  const view = useStore(bookView);
  const body = useRef<HTMLDivElement>(null);
  const { rows, height } = useRowsThatFit(body);
  const { sides, hold, release } = useSides({ scale, multiple, rows });
  const [pointed, setPointed] = useState<Pointed | undefined>();
  const [focused, setFocused] = useState<RowName | undefined>();
  const [said, say] = useAnnouncement();
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
    onReading: (by) => hold(by === "mouse" ? AIM_HOLD_MS : LISTEN_HOLD_MS),
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
        className={cn(
          "relative flex min-h-0 flex-1 flex-col overflow-hidden",
          notCurrent && "not-current",
        )}
      >
        {sides ? (
          <Ladder
            sides={sides}
            rowHeight={height}
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

/** The live book as rows, frozen while a person points at it or a screen reader is on it. */
function useSides({ scale, multiple, rows }: SidesOptions) {
  const { symbol } = useMarket();
  const { value: book, hold, release } = useHeld(useMarketState("book"));
  const orders = useOpenOrders().data;
  const sides = useMemo(() => {
    if (!book) return undefined;
    const own = (orders ?? []).filter(
      ({ market, status }) => market === symbol && status === "OPEN",
    );
    return groupBook(book, { scale, multiple, rows, own });
  }, [book, orders, symbol, scale, multiple, rows]);
  return { sides, hold, release };
}

/** Fills the ticket with a row's price, or with Shift all size down to it, and announces that. */
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
    // On a phone the ticket is hidden, so it opens to show the price.
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
  return (name.side === "ask" ? sides.asks : sides.bids)[name.index];
}

/** A live region for screen readers. Speaks only as the answer to an action. */
function useAnnouncement() {
  const [said, setSaid] = useState({ text: "", count: 0 });
  const say = useCallback(
    (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  const region = (
    <output className="sr-only">
      {/* A new element each time, so that the same sentence is spoken again. */}
      <span key={said.count}>{said.text}</span>
    </output>
  );
  return [region, say] as const;
}

/** Rows of each side in the server's HTML, before the height is known. */
const FIRST_ROWS = 11;
/** The stream sends no more levels. */
const MAX_ROWS = 60;
const MIN_ROWS = 3;
const TALL_ROW_PX = 24;

/** The rows of each side that fit into the panel, and their height, which leaves no gap below them. */
function useRowsThatFit(body: RefObject<HTMLElement | null>) {
  const [fit, setFit] = useState({ rows: FIRST_ROWS, height: ROW_PX });
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === 0) return;
      const side = (element.clientHeight - MIDDLE_PX) / 2;
      const rows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(side / ROW_PX)));
      const height = Math.max(ROW_PX, Math.min(TALL_ROW_PX, Math.floor(side / rows)));
      setFit((before) =>
        before.rows === rows && before.height === height ? before : { rows, height },
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [body]);
  return fit;
}

const WIDTH_PX = 232;
const GAP_PX = 6;

type SweepNoteProps = {
  id: string;
  row: BookRow;
  side: "ask" | "bid";
  /** Position of the row in the window. */
  at: DOMRect;
  scale: MarketScale;
};

/** Beside the pointed row: what an order that takes everything down to it would cost. */
function SweepNote({ id, row, side, at, scale }: SweepNoteProps) {
  const text = useText("book");
  const { grouped, money, percent } = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const base = market.base_asset.symbol;
  return (
    <div
      id={id}
      role="tooltip"
      style={{ width: WIDTH_PX, ...placeBeside(at) }}
      className="pointer-events-none fixed z-40 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 whitespace-nowrap rounded border border-line-strong bg-raised px-2.5 py-1.5 text-2xs shadow-lg"
    >
      <Line name={text("average")} value={grouped(row.average)} />
      <Line
        name={text("againstMark")}
        value={percent(changeRate(mark, row.average, scale.priceDecimals))}
      />
      <Line name={text("size")} value={`${grouped(row.total)} ${base}`} />
      <Line
        name={side === "ask" ? text("cost") : text("proceeds")}
        value={`${money(row.cost)} ${market.quote_asset.symbol}`}
      />
      {row.own === undefined ? null : (
        <Line name={text("yourOrders")} value={`${grouped(row.own)} ${base}`} />
      )}
      <span className="col-span-2 whitespace-normal text-ink-faint">{text("clickHint")}</span>
    </div>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-ink-muted">{name}</span>
      <bdi className="text-end">{value} </bdi>
    </>
  );
}

/** Beside the book, so that no row is covered; without room on either side, above or below the row. */
function placeBeside(row: DOMRect): { left: number; top: number } {
  const needed = WIDTH_PX + GAP_PX;
  const top = Math.max(GAP_PX, Math.min(row.top - GAP_PX, window.innerHeight - 130));
  if (row.left >= needed) return { left: row.left - needed, top };
  if (window.innerWidth - row.right >= needed) return { left: row.right + GAP_PX, top };
  const below = row.bottom + 130 < window.innerHeight;
  return {
    left: Math.max(GAP_PX, row.right - needed),
    top: below ? row.bottom + GAP_PX : row.top - 130,
  };
}
