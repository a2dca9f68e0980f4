"use client";

import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import { holdScale } from "#components/trading/chart/series/chart-view.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { tickPrice } from "#components/trading/chart/series/ticks.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import {
  useCancelOrder,
  useModifyOrder,
  type Write,
} from "#components/trading/writes/use-orders.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { type DragState, IDLE, isBusy } from "./drag-state.ts";
import { LineGrip } from "./line-grip.ts";
import { LineLabel } from "./line-label.tsx";
import { LinePlaces } from "./line-places.ts";
import { type ChartLine, moveOf, type OrderLine, orderPrice } from "./lines.ts";
import { OrderDrag } from "./order-drag.ts";
import { OutsideMarks } from "./outside-marks.tsx";
import { PriceLines } from "./price-lines.ts";

type LineLayerProps = {
  chart: PriceChart;
  wording: Wording;
  surface: RefObject<HTMLDivElement | null>;
  lines: readonly ChartLine[];
  writes: readonly Write[];
  /** Whether the open orders have been read: an order that is not among them has ended. */
  read: boolean;
};

/**
 * The account's lines and their labels. An order is moved by its label: by pointer, by a resting finger, or by keys.
 */
export default function LineLayer(props: LineLayerProps) {
  const { chart, wording, lines, writes } = props;
  const { text } = wording;
  const [drag] = useState(() => new OrderDrag());
  const [places] = useState(() => new LinePlaces(chart));
  const dragState = useSyncExternalStore(drag.subscribe, drag.state, () => IDLE);
  const spoken = useRef<HTMLOutputElement>(null);
  const help = useId();
  const say = useCallback((sentence: string) => {
    if (spoken.current) spoken.current.textContent = sentence;
  }, []);
  const modify = useModifyOrder();
  const cancel = useCancelOrder();
  const release = useCallback(
    (order: OrderLine["order"]) => drag.release(order, modify),
    [drag, modify],
  );
  const cancelLine = useCallback((order: OrderLine["order"]) => void cancel(order), [cancel]);
  useEffect(() => () => drag.stop(), [drag]);
  useEffect(() => places.follow(), [places]);
  useWatch(drag, props, say);
  useDrawnLines(chart, lines, dragState);
  useGrip({ ...props, drag, places, release });
  useEndAnnouncement(dragState, wording, say);

  return (
    <div className="pointer-events-none absolute inset-0 z-[6] overflow-hidden">
      <p id={help} className="sr-only">
        {text("linesHelp")}
      </p>
      <output ref={spoken} aria-live="polite" className="sr-only" />
      <ul aria-label={text("lines")}>
        {lines.map((line) => (
          <LineLabel
            key={line.id}
            line={line}
            move={line.kind === "order" ? movement(line, dragState, writes) : undefined}
            wording={wording}
            drag={drag}
            places={places}
            help={help}
            say={say}
            release={release}
            cancel={cancelLine}
          />
        ))}
        <LineStacks places={places} lines={lines} wording={wording} cancel={cancelLine} />
      </ul>
      <OutsideMarks chart={chart} places={places} lines={lines} wording={wording} />
    </div>
  );
}

/** The move of a line: by this drag, or by a write of another tab or an earlier page. */
function movement(line: OrderLine, drag: DragState, writes: readonly Write[]) {
  if (drag.step !== "idle" && drag.orderId === line.id) return drag;
  const write = moveOf(line.id, writes);
  const price = write?.change?.price;
  if (!write || !price || write.state === "signing") return undefined;
  const step = write.state === "unknown" ? ("unknown" as const) : ("pending" as const);
  return { step, orderId: line.id, from: line.price, price };
}

/** Passes the venue's reads and the account's writes to the drag of their order. */
function useWatch(
  drag: OrderDrag,
  { lines, writes, read, wording }: LineLayerProps,
  say: (sentence: string) => void,
): void {
  useEffect(() => {
    const state = drag.state();
    if (state.step === "idle") return;
    const write = moveOf(state.orderId, writes)?.state;
    if (write === "signing" || write === "sending" || write === "unknown")
      drag.send({ type: "write", state: write });
    const line = lines.find(({ id }) => id === state.orderId);
    if (!read) return;
    const price = line?.kind === "order" ? orderPrice(line.order) : undefined;
    const next = drag.send({ type: "read", orderId: state.orderId, price });
    if (state.step === "dragging" && next.step === "idle") say(wording.text("orderEnded"));
  }, [drag, lines, writes, read, wording, say]);
}

function useDrawnLines(chart: PriceChart, lines: readonly ChartLine[], drag: DragState): void {
  const moving = drag.step === "idle" || drag.step === "refused" ? undefined : drag.orderId;
  const drawn = useRef<PriceLines>(undefined);
  useEffect(() => {
    const made = new PriceLines(chart);
    drawn.current = made;
    return () => made.stop();
  }, [chart]);
  useEffect(() => {
    drawn.current?.set(
      lines.map(({ id, price, tone, kind }) => ({
        id,
        price,
        tone,
        faint: id === moving || kind === "write",
      })),
    );
  }, [chart, lines, moving]);
}

type Grip = LineLayerProps & {
  drag: OrderDrag;
  places: LinePlaces;
  release: (order: OrderLine["order"]) => void;
};

function useGrip({ chart, surface, lines, drag, places, release }: Grip): void {
  const market = useMarket();
  const latest = useRef(lines);
  const held = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = lines;
  });
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const scale = marketScale(market);
    const orderOf = (id: string) =>
      latest.current.find((line): line is OrderLine => line.kind === "order" && line.id === id);
    const grip = new LineGrip({
      surface: element,
      hit: ({ y, reach, target }) => {
        if (isBusy(drag.state()) || target.closest("button")) return undefined;
        const own = target.closest<HTMLElement>("[data-order-line]")?.dataset["orderLine"];
        // Lines under other elements of the chart cannot be grabbed.
        if (own === undefined && !target.closest("[role=application]")) return undefined;
        return own === undefined ? places.near(y, reach, orderOf) : places.of(own);
      },
      onGrab: (id) => {
        const line = orderOf(id);
        if (!line) return false;
        const grabbed = drag.send({
          type: "grab",
          orderId: id,
          price: line.price,
          input: "pointer",
        });
        if (grabbed.step !== "dragging" || grabbed.input !== "pointer") return false;
        held.current = holdScale(chart);
        return true;
      },
      onMove: (y) => {
        const price = chart.priceAt(Math.min(chart.plot().height, Math.max(0, y)));
        const exact = price === undefined ? undefined : tickPrice(price, scale);
        if (exact !== undefined) drag.send({ type: "move", price: exact });
      },
      onRelease: () => {
        held.current?.();
        const state = drag.state();
        const line = state.step === "dragging" ? orderOf(state.orderId) : undefined;
        if (line) release(line.order);
      },
      onRevert: () => {
        held.current?.();
        drag.send({ type: "revert" });
      },
    });
    return () => grip.stop();
  }, [chart, surface, market, drag, places, release]);
}

/** Announces how a move ended, with the reason of a refusal. */
function useEndAnnouncement(
  drag: DragState,
  { text, format }: Wording,
  say: (s: string) => void,
): void {
  useEffect(() => {
    if (drag.step === "settled") say(text("moved", { price: format.grouped(drag.price) }));
    else if (drag.step === "refused") say(text("refusedMove", { reason: drag.reason }));
  }, [drag, text, format, say]);
}

const load = () => import("./line-stack-list.tsx");
const LineStackList = lazy(load);

type LineStacksProps = {
  places: LinePlaces;
  lines: readonly ChartLine[];
  wording: Wording;
  cancel: (order: OrderLine["order"]) => void;
};

/** A mark for each row with too many labels. It shows their number and opens a list of them. */
function LineStacks({ places, lines, ...shared }: LineStacksProps) {
  const stacked = useSyncExternalStore(places.onStacked, places.stacked, places.stacked);
  const byId = useMemo(() => new Map(lines.map((line) => [line.id, line])), [lines]);
  // Identified by its lines: stacks appear, move and disappear with the chart.
  const [opened, setOpened] = useState<readonly string[]>();
  const open = opened ? stacked.findIndex((ids) => ids.some((id) => opened.includes(id))) : -1;
  // The opened stack is gone and must not reopen when the chart moves.
  if (opened && open < 0) setOpened(undefined);
  return stacked.map((ids, index) => {
    const held = ids.flatMap((id) => byId.get(id) ?? []);
    return held.length === 0 ? null : (
      <StackMark
        // oxlint-disable-next-line react/no-array-index-key -- marks are reused by their position
        key={index}
        {...shared}
        places={places}
        index={index}
        lines={held}
        open={index === open}
        onOpen={(isOpen) => setOpened(isOpen ? ids : undefined)}
      />
    );
  });
}

type StackMarkProps = LineStacksProps & {
  index: number;
  open: boolean;
  onOpen: (open: boolean) => void;
};

function StackMark({ places, index, lines, wording, cancel, open, onOpen }: StackMarkProps) {
  const { text, format } = wording;
  const item = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    places.mark(index, item.current);
    return () => places.mark(index, null);
  }, [places, index]);
  const [highest, lowest] = [lines[0]?.price ?? "", lines.at(-1)?.price ?? ""];
  const prices =
    highest === lowest
      ? format.grouped(highest)
      : `${format.grouped(lowest)} – ${format.grouped(highest)}`;
  const name = text("moreLines", { count: lines.length, prices });
  const preload = () => void load().catch(() => undefined);
  return (
    <li ref={item} className="pointer-events-auto absolute start-0 top-0 z-[1]">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={name}
        title={name}
        data-line-stack
        className="flex h-5 w-10 items-center justify-center rounded-sm border border-line-strong bg-raised text-2xs font-medium text-ink shadow-sm hover:bg-hover"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => onOpen(!open)}
      >
        <bdi>+{lines.length}</bdi>
      </button>
      {open ? (
        <LazyBoundary onFailure={() => onOpen(false)}>
          <Suspense>
            <LineStackList
              name={name}
              mark={button}
              lines={lines}
              wording={wording}
              cancel={cancel}
              show={(id) => places.focus(id)}
              onClose={() => onOpen(false)}
            />
          </Suspense>
        </LazyBoundary>
      ) : null}
    </li>
  );
}
