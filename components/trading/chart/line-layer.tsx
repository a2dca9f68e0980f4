"use client";

import {
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import {
  useCancelOrder,
  useModifyOrder,
  type Write,
} from "#components/trading/writes/use-orders.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { type DragState, IDLE, isBusy } from "./drag-state.ts";
import { LineGrip } from "./line-grip.ts";
import { LineLabel } from "./line-label.tsx";
import { LinePlaces } from "./line-places.ts";
import { LineStacks } from "./line-stacks.tsx";
import { type ChartLine, moveOf, type OrderLine, orderPrice } from "./lines.ts";
import { OrderDrag } from "./order-drag.ts";
import type { PriceChart } from "./price-chart.ts";
import { tickPrice } from "./ticks.ts";
import type { Wording } from "./words.ts";

type LineLayerProps = {
  chart: PriceChart;
  wording: Wording;
  surface: RefObject<HTMLDivElement | null>;
  lines: readonly ChartLine[];
  writes: readonly Write[];
  /** The open orders have been read: an order that is not among them has ended. */
  read: boolean;
};

/** The account's lines with a label each. An order's label moves the order: by pointer, by a resting finger, by keys. */
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
  useSpokenEnd(dragState, wording, say);

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
    </div>
  );
}

/** Where a line is going, by this drag or by a write of another tab or of an earlier page. */
function movement(line: OrderLine, drag: DragState, writes: readonly Write[]) {
  if (drag.step !== "idle" && drag.orderId === line.id) return drag;
  const write = moveOf(line.id, writes);
  const price = write?.change?.price;
  if (!write || !price || write.state === "signing") return undefined;
  const step = write.state === "unknown" ? ("unknown" as const) : ("pending" as const);
  return { step, orderId: line.id, from: line.price, price };
}

/** Tells the drag what the venue's reads and the account's writes say of its order. */
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
  useEffect(() => {
    chart.setLines(
      lines.map(({ id, price, tone, kind }) => ({
        id,
        price,
        tone,
        faint: id === moving || kind === "write",
      })),
    );
  }, [chart, lines, moving]);
  useEffect(() => () => chart.setLines([]), [chart]);
}

type Grip = LineLayerProps & {
  drag: OrderDrag;
  places: LinePlaces;
  release: (order: OrderLine["order"]) => void;
};

function useGrip({ chart, surface, lines, drag, places, release }: Grip): void {
  const market = useMarket();
  const latest = useRef(lines);
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
        // Over other things that lie on the chart its lines are out of reach.
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
        chart.holdScale(true);
        return true;
      },
      onMove: (y) => {
        const price = chart.priceAt(Math.min(chart.plot().height, Math.max(0, y)));
        const exact = price === undefined ? undefined : tickPrice(price, scale);
        if (exact !== undefined) drag.send({ type: "move", price: exact });
      },
      onRelease: () => {
        chart.holdScale(false);
        const state = drag.state();
        const line = state.step === "dragging" ? orderOf(state.orderId) : undefined;
        if (line) release(line.order);
      },
      onRevert: () => {
        chart.holdScale(false);
        drag.send({ type: "revert" });
      },
    });
    return () => grip.stop();
  }, [chart, surface, market, drag, places, release]);
}

/** Says how a move ended; a refusal with its reason. */
function useSpokenEnd(drag: DragState, { text, format }: Wording, say: (s: string) => void): void {
  useEffect(() => {
    if (drag.step === "settled") say(text("moved", { price: format.grouped(drag.price) }));
    else if (drag.step === "refused") say(text("refusedMove", { reason: drag.reason }));
  }, [drag, text, format, say]);
}
