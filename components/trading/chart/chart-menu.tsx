"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import LoadedMenu from "#components/ui/menu-open.tsx";
import type { MenuEntry, MenuHead } from "#components/ui/menu-props.ts";
import { useStore } from "#components/ui/use-store.ts";
import {
  BAR_STYLES,
  type ChartSettings,
  changeChartSettings,
  chartSettings,
  SCALE_MODES,
} from "./series/chart-settings.ts";
import type { ChartActions } from "./use-chart-actions.ts";

const SCALE_TEXT = { linear: "scaleLinear", log: "scaleLog", percent: "scalePercent" } as const;
const STYLE_TEXT = { candles: "styleCandles", hollow: "styleHollow", line: "styleLine" } as const;
const SWITCHES = {
  tools: "drawingTools",
  fills: "showFills",
  moves: "showMoves",
  magnet: "magnet",
} as const;

/** What the chart shows, each entry with its state, and what can be done with it. */
export default function ChartMenu({ actions, ...head }: MenuHead & { actions: ChartActions }) {
  const text = useText("chart");
  const settings = useStore(chartSettings);
  const choice = <Key extends "style" | "scale">(
    key: Key,
    values: readonly ChartSettings[Key][],
    label: (value: ChartSettings[Key]) => string,
  ) =>
    values.map(
      (value, index): MenuEntry => ({
        key: value,
        label: label(value),
        checked: settings[key] === value,
        isOneOf: true,
        startsGroup: index === 0 && key === "scale",
        onSelect: () => changeChartSettings({ [key]: value }),
      }),
    );
  const switches = (Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).map(
    (key, index): MenuEntry => ({
      key,
      label: text(SWITCHES[key]),
      checked: settings[key],
      startsGroup: index === 0,
      onSelect: () => changeChartSettings({ [key]: !settings[key] }),
    }),
  );
  const entries: MenuEntry[] = [
    ...choice("style", BAR_STYLES, (style) => text(STYLE_TEXT[style])),
    ...choice("scale", SCALE_MODES, (mode) => text(SCALE_TEXT[mode])),
    ...switches,
    { key: "fit", label: text("fit"), startsGroup: true, onSelect: actions.fit },
    { key: "layouts", label: text("layouts"), onSelect: () => actions.setOpen("layouts") },
    { key: "table", label: text("table"), onSelect: () => actions.setOpen("table") },
    { key: "move-table", label: text("moves"), onSelect: () => actions.setOpen("moves") },
    { key: "image", label: text("copyImage"), onSelect: actions.copyImage },
  ];
  return <LoadedMenu {...head} entries={entries} />;
}
