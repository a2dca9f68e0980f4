"use client";

import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { barTime, type Wording } from "#components/trading/chart/series/chart-text.ts";
import { useStore } from "#components/ui/use-store.ts";
import type { Drawing } from "./drawing.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import { onDrawingKey } from "./drawing-keys.ts";
import type { DrawingLayer } from "./drawing-layer.ts";
import type { DrawingText } from "./drawing-texts.tsx";

type DrawingListProps = { desk: DrawingDesk; layer: DrawingLayer; wording: Wording };

/** The drawings for the keyboard and for those who do not see the canvas. The focused one is selected, which is how it is seen. */
export function DrawingList({ desk, layer, wording }: DrawingListProps) {
  const text = useText("drawings");
  const help = useId();
  const list = useRef<HTMLUListElement>(null);
  const drawings = useStore(desk.board.drawings);
  const { selected, part } = useStore(desk.state);
  const index = Math.max(
    0,
    drawings.findIndex(({ id }) => id === selected),
  );
  const focusAt = (to: number) =>
    list.current?.querySelectorAll("button")[(to + drawings.length) % drawings.length]?.focus();
  const onKey = (event: KeyboardEvent) => {
    const step = { PageUp: -1, PageDown: 1 }[event.key];
    if (step !== undefined) focusAt(index + step);
    else if (event.key !== "Enter" || !onDrawingKey(event.nativeEvent, desk, layer)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useFocusAfterRemoval(list, drawings);
  if (drawings.length === 0) return null;
  const chosen = drawings[index];
  return (
    <>
      <p id={help} className="sr-only">
        {text("listHelp")}
      </p>
      <ul ref={list} aria-label={text("list")} className="sr-only" data-drawings={drawings.length}>
        {drawings.map((drawing, at) => (
          <li key={drawing.id}>
            <button
              type="button"
              data-drawing={drawing.kind}
              aria-pressed={drawing.id === selected}
              aria-describedby={help}
              tabIndex={at === index ? 0 : -1}
              onFocus={() => desk.state.get().selected !== drawing.id && desk.select(drawing.id)}
              onKeyDown={onKey}
            >
              {describe(drawing, wording, text)}
            </button>
          </li>
        ))}
      </ul>
      <output aria-live="polite" className="sr-only">
        {chosen && selected !== undefined && chosen.anchors.length > 1
          ? part === "whole"
            ? text("wholeOf")
            : text("pointOf", { number: part + 1, kind: text(chosen.kind) })
          : ""}
      </output>
    </>
  );
}

/** The focus of a deleted drawing goes to the chart. */
function useFocusAfterRemoval(
  list: { current: HTMLUListElement | null },
  drawings: readonly Drawing[],
): void {
  const had = useRef<Element | null>(null);
  useEffect(() => {
    const before = had.current;
    if (before && !before.isConnected && document.activeElement === document.body)
      document.querySelector<HTMLElement>("[data-chart-surface] [role=application]")?.focus();
    const { activeElement } = document;
    had.current = list.current?.contains(activeElement) ? activeElement : null;
  }, [list, drawings]);
}

function describe(drawing: Drawing, { format, scale }: Wording, text: DrawingText): string {
  const kind = text(drawing.kind);
  if (drawing.kind === "text") return text("namedText", { kind, words: drawing.text });
  const places = drawing.anchors.map(({ time, price }) =>
    text("place", {
      price: format.figure(price.toFixed(scale.priceDecimals), scale.priceDecimals),
      time: barTime(time, "1m", format),
    }),
  );
  return text("named", { kind, places: places.join(", ") });
}
