"use client";

import { type RefObject, useEffect, useMemo, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { chartSettings } from "#components/trading/chart/series/chart-settings.ts";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { boardOf } from "./drawing-board.ts";
import { DrawingDesk } from "./drawing-desk.ts";
import { DrawingInput } from "./drawing-input.ts";
import { onDrawingKey } from "./drawing-keys.ts";
import { DrawingLayer } from "./drawing-layer.ts";
import { DrawingList } from "./drawing-list.tsx";
import { DrawingProperties } from "./drawing-properties.tsx";
import { DrawingTexts } from "./drawing-texts.tsx";
import { DrawingToolbar } from "./drawing-toolbar.tsx";

type DrawingsProps = {
  chart: PriceChart;
  wording: Wording;
  surface: RefObject<HTMLDivElement | null>;
};

/** The market's drawings on the chart, and the tools while they are open. */
export default function Drawings(props: DrawingsProps) {
  return (
    <DrawingTexts>
      <Shown {...props} />
    </DrawingTexts>
  );
}

function Shown({ chart, wording, surface }: DrawingsProps) {
  const text = useText("drawings");
  const market = useMarket();
  const { tools, drawings: visible } = useStore(chartSettings);
  const [desk] = useState(() => new DrawingDesk(boardOf(market.symbol)));
  const layer = useMemo(
    () => new DrawingLayer({ chart, desk, scale: marketScale(market), wording, text }),
    [chart, desk, market, wording, text],
  );
  useEffect(() => layer.follow(), [layer]);
  useEffect(() => layer.show(visible), [layer, visible]);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const newText = () => text("newText");
    const snaps = () => chartSettings.get().magnet;
    const input = new DrawingInput({ surface: element, chart, desk, layer, snaps, newText });
    return () => input.stop();
  }, [surface, chart, desk, layer, text]);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      // Fields and the account's lines have keys of their own.
      if (event.defaultPrevented || !(target instanceof Element)) return;
      if (target.closest("input, select, textarea, [data-order-line]")) return;
      const isButton = target.closest("button, [role=menuitem]") && event.key === "Enter";
      if (isButton || !onDrawingKey(event, desk, layer)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("keydown", onKey, { capture: true });
    return () => element.removeEventListener("keydown", onKey, { capture: true });
  }, [surface, desk, layer]);
  return (
    <>
      <DrawingList {...{ desk, layer, wording }} />
      {tools ? <DrawingToolbar {...{ chart, desk, layer }} /> : null}
      <DrawingProperties {...{ desk, layer }} />
    </>
  );
}
