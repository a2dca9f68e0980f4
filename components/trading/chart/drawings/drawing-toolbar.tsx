"use client";

import {
  AlignJustify,
  Equal,
  Magnet,
  Minus,
  MousePointer2,
  MoveUpRight,
  Redo2,
  Ruler,
  Slash,
  Square,
  Type,
  Undo2,
  X,
} from "lucide-react";
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  changeChartSettings,
  chartSettings,
} from "#components/trading/chart/series/chart-settings.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { cn } from "#components/ui/class-names.ts";
import { useStore } from "#components/ui/use-store.ts";
import { ANCHORS, DRAWING_KINDS, type DrawingKind } from "./drawing.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import type { DrawingLayer } from "./drawing-layer.ts";
import { DrawingMenu } from "./drawing-menu.tsx";

type Icon = ComponentType<{ size: number; className?: string; "aria-hidden": true }>;

const ICONS: Readonly<Record<DrawingKind, Icon>> = {
  trend: Slash,
  ray: MoveUpRight,
  channel: Equal,
  horizontal: Minus,
  vertical: Minus,
  rectangle: Square,
  fibonacci: AlignJustify,
  measure: Ruler,
  text: Type,
};

type DrawingToolbarProps = { chart: PriceChart; desk: DrawingDesk; layer: DrawingLayer };

/** Beside the bars where there is room, and a row that is scrolled on a phone. */
export function DrawingToolbar({ chart, desk, layer }: DrawingToolbarProps) {
  const text = useText("drawings");
  const { tool, selected } = useStore(desk.state);
  const { past, future } = useStore(desk.board.steps);
  const { magnet } = useStore(chartSettings);
  const bar = useBelowLegend(chart);
  const close = () => {
    desk.choose(undefined);
    changeChartSettings({ tools: false });
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text("tools")}
      className={cn(
        "absolute start-2 z-[7] grid grid-cols-2 rounded-md border border-line-strong bg-surface/95 p-0.5 shadow-md max-sm:inset-x-2 max-sm:top-auto! max-sm:bottom-9 max-sm:flex max-sm:overflow-x-auto max-sm:[scrollbar-width:none]",
        // There the selected drawing has the place.
        selected !== undefined && "max-sm:hidden",
      )}
    >
      <Tool label={text("select")} isOn={tool === undefined} onPress={() => desk.choose(undefined)}>
        <MousePointer2 size={15} aria-hidden />
      </Tool>
      {DRAWING_KINDS.map((kind) => (
        <KindTool key={kind} kind={kind} isOn={tool === kind} {...{ desk, layer }} />
      ))}
      <Tool
        label={text("snap")}
        isOn={magnet}
        onPress={() => changeChartSettings({ magnet: !magnet })}
      >
        <Magnet size={15} aria-hidden />
      </Tool>
      <Tool label={text("undo")} isDisabled={past.length === 0} onPress={() => desk.undo()}>
        <Undo2 size={15} aria-hidden />
      </Tool>
      <Tool label={text("redo")} isDisabled={future.length === 0} onPress={() => desk.redo()}>
        <Redo2 size={15} aria-hidden />
      </Tool>
      <DrawingMenu desk={desk} className={BUTTON} />
      <Tool label={text("closeTools")} onPress={close}>
        <X size={15} aria-hidden />
      </Tool>
    </div>
  );
}

type KindToolProps = { kind: DrawingKind; isOn: boolean; desk: DrawingDesk; layer: DrawingLayer };

/** Without a pointer the drawing is placed in the middle of the view, from where arrow keys move it. */
function KindTool({ kind, isOn, desk, layer }: KindToolProps) {
  const text = useText("drawings");
  const KindIcon = ICONS[kind];
  return (
    <Tool
      label={text(kind)}
      isOn={isOn}
      onPress={(byKey) => {
        if (byKey)
          desk.add(desk.make(kind, layer.middle().slice(0, ANCHORS[kind]), text("newText")));
        else desk.choose(isOn ? undefined : kind);
      }}
    >
      <KindIcon size={15} aria-hidden className={kind === "vertical" ? "rotate-90" : ""} />
    </Tool>
  );
}

const BUTTON =
  "flex size-7 shrink-0 items-center justify-center rounded text-ink-muted hover:bg-hover hover:text-ink disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:size-11";

type ToolProps = {
  label: string;
  isOn?: boolean;
  isDisabled?: boolean;
  onPress: (byKey: boolean) => void;
  children: ReactNode;
};

function Tool({ label, isOn, isDisabled = false, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      disabled={isDisabled}
      className={cn(BUTTON)}
      onClick={(event) => onPress(event.detail === 0)}
    >
      {children}
    </button>
  );
}

function useBelowLegend(chart: PriceChart) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { style } = bar.current ?? {};
      if (style) style.top = `${(chart.plot().legendEnd + 8).toString()}px`;
    };
    place();
    return chart.onPaint(place);
  }, [chart]);
  return bar;
}
