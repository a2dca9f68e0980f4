"use client";

import { GripVertical, X } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import {
  type ChartText,
  distance,
  type Wording,
} from "#components/trading/chart/series/chart-text.ts";
import { nudged } from "#components/trading/chart/series/ticks.ts";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { cn } from "#components/ui/class-names.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { type DragState, isBusy } from "./drag-state.ts";
import { LINE_TONES, lineName } from "./line-name.ts";
import type { LinePlaces } from "./line-places.ts";
import { type ChartLine, type OrderLine, orderPrice, profitOfPosition } from "./lines.ts";
import type { OrderDrag } from "./order-drag.ts";

/** A move in progress. */
export type Move = Exclude<DragState, { step: "idle" }>;

type LineLabelProps = {
  line: ChartLine;
  move: Move | undefined;
  wording: Wording;
  drag: OrderDrag;
  places: LinePlaces;
  /** Id of the element that explains the keys. */
  help: string;
  say: (sentence: string) => void;
  release: (order: OrderRecord) => void;
  cancel: (order: OrderRecord) => void;
};

const BOX =
  "flex h-5 min-w-0 items-center rounded-sm border bg-surface text-2xs whitespace-nowrap shadow-sm";
/** In a row of labels the position no longer shows the price, so the label states it. */
const CROWDED_PRICE = "ms-1.5 hidden text-ink-muted group-data-crowded/line:inline";
const STEP_TICKS = 1n;
const FAR_TICKS = 10n;

/** The label of a line. For an order it is also the handle that moves it. */
export const LineLabel = memo(function LineLabel(props: LineLabelProps) {
  const { line, move, wording, places } = props;
  const element = useRef<HTMLLIElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const moving = move && move.step !== "refused" ? move : undefined;
  const price = moving?.price ?? line.price;
  useLayoutEffect(() => {
    if (!element.current) return;
    const isPosition = line.kind === "entry" || line.kind === "liquidation";
    const shown = { price, linePrice: line.price, isPosition };
    places.set(line.id, { element: element.current, ghost: ghost.current, ...shown });
  });
  useEffect(() => () => places.remove(line.id), [places, line.id]);
  const tone = move && isAmber(move) ? "border-warn text-warn" : LINE_TONES[line.tone];
  return (
    <>
      <li
        ref={element}
        data-line-label
        className="group/line pointer-events-auto absolute start-0 top-0 z-[1] flex data-unseen:pointer-events-none data-unseen:opacity-0"
      >
        {line.kind === "order" ? (
          <OrderHandle {...props} line={line} tone={tone} />
        ) : (
          <span className={cn(BOX, tone, "px-1.5", line.kind === "write" && "border-dashed")}>
            {line.kind === "entry" ? (
              <EntryText line={line} wording={wording} />
            ) : (
              <>
                <bdi className="truncate">{lineName(line, wording)}</bdi>
                <bdi className={CROWDED_PRICE}>{wording.format.grouped(line.price)}</bdi>
              </>
            )}
          </span>
        )}
      </li>
      {moving ? (
        <li aria-hidden className="contents">
          <div
            ref={ghost}
            data-ghost={moving.step}
            className={cn(
              "absolute start-0 top-0 border-t-2 border-dashed",
              tone,
              moving.step !== "dragging" && "opacity-70",
            )}
          />
        </li>
      ) : null}
    </>
  );
});

function OrderHandle({
  line,
  move,
  tone,
  ...props
}: LineLabelProps & { line: OrderLine; tone: string }) {
  const { wording, drag, help, cancel } = props;
  const { text, format } = wording;
  const market = useMarket();
  const store = useMarketStore();
  const price = move && move.step !== "refused" ? move.price : line.price;
  const name = lineName(line, wording);
  const far = distance(price, store.get("mark"), wording);
  const grouped = format.grouped(price);
  // The spoken distance from the mark is updated when the label is focused.
  const [, refresh] = useReducer((count: number) => count + 1, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!act({ ...props, line, move }, event, marketScale(market))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={cn(BOX, tone)} data-order-line={line.id}>
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input uses floats; a price is a decimal
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-orientation="vertical"
        aria-valuenow={Number(price)}
        aria-valuetext={text("lineFromMark", { line: name, price: grouped, distance: far })}
        aria-describedby={help}
        title={text("dragHint")}
        className="flex h-full min-w-0 cursor-ns-resize touch-none items-center ps-0.5 pe-1.5"
        onKeyDown={onKeyDown}
        onFocus={refresh}
        onBlur={() => {
          const state = drag.state();
          if (state.step === "dragging" && state.input === "keyboard")
            drag.send({ type: "revert" });
        }}
      >
        <GripVertical size={11} aria-hidden className="me-0.5 shrink-0 opacity-70" />
        <bdi className="truncate">{moveText(move, { name, grouped, far, text })}</bdi>
        {move === undefined ? <bdi className={CROWDED_PRICE}>{grouped}</bdi> : null}
      </span>
      <button
        type="button"
        aria-label={text("cancelLine", { line: name, price: format.grouped(line.price) })}
        className="flex h-full shrink-0 items-center border-s border-inherit px-1 hover:bg-hover"
        onClick={() => cancel(line.order)}
      >
        <X size={11} aria-hidden />
      </button>
    </span>
  );
}

/** Handles a key on a handle; false when the key has no meaning there. */
function act(
  {
    line,
    drag,
    wording,
    say,
    release,
    cancel,
  }: Omit<LineLabelProps, "places" | "help" | "line"> & { line: OrderLine },
  { key, shiftKey }: KeyboardEvent,
  scale: Parameters<typeof nudged>[2],
): boolean {
  const { text, format } = wording;
  const state = drag.state();
  const mine = state.step === "dragging" && state.orderId === line.id;
  if (key === "ArrowUp" || key === "ArrowDown") {
    if (isBusy(state)) {
      say(text("busyMove"));
      return true;
    }
    const ticks = (shiftKey ? FAR_TICKS : STEP_TICKS) * (key === "ArrowUp" ? 1n : -1n);
    const from = orderPrice(line.order) ?? line.price;
    if (!mine) drag.send({ type: "grab", orderId: line.id, price: from, input: "keyboard" });
    const current = drag.state();
    if (current.step === "dragging")
      drag.send({ type: "move", price: nudged(current.price, ticks, scale) });
    return true;
  }
  if (key === "Enter" && mine) {
    release(line.order);
    return true;
  }
  if (key === "Escape" && mine) {
    drag.send({ type: "revert" });
    say(text("moveReverted", { price: format.grouped(line.price) }));
    return true;
  }
  if (key !== "Delete" && key !== "Backspace") return false;
  cancel(line.order);
  return true;
}

/** Side, size, and profit at the mark, updated without rendering. */
function EntryText({
  line,
  wording,
}: {
  line: Extract<ChartLine, { kind: "entry" | "liquidation" }>;
  wording: Wording;
}) {
  const market = useMarket();
  const store = useMarketStore();
  const profit = useRef<HTMLElement>(null);
  const { position } = line;
  useEffect(() => {
    const scale = marketScale(market);
    const write = () => {
      const mark = store.get("mark");
      const made = mark === undefined ? undefined : profitOfPosition(position, mark, scale);
      const element = profit.current;
      if (!element) return;
      const written = made === undefined ? "" : wording.format.signedMoney(made);
      if (element.textContent !== written) element.textContent = written;
      const tone = made !== undefined && made < 0n ? "ms-1.5 text-down" : "ms-1.5 text-up";
      if (element.className !== tone) element.className = tone;
    };
    write();
    return store.subscribe("mark", write);
  }, [market, store, position, wording]);
  return (
    <>
      <bdi>{lineName(line, wording)}</bdi>
      <bdi ref={profit} />
    </>
  );
}

type MoveTexts = { name: string; grouped: string; far: string; text: ChartText };

function moveText(move: Move | undefined, { name, grouped, far, text }: MoveTexts): string {
  switch (move?.step) {
    case "dragging":
      return `${name} · ${text("movesTo", { price: grouped, distance: far })}`;
    case "asking":
      return text("askingMove", { price: grouped });
    case "pending":
      return text("pendingMove", { price: grouped });
    case "unknown":
      return text("unknownMove", { price: grouped });
    case "refused":
      return text("refusedMove", { reason: move.reason });
    case "settled":
    case undefined:
      return name;
  }
}

function isAmber({ step }: Move): boolean {
  return step === "unknown" || step === "refused";
}
