/** Layouts of the chart by name: what it shows and how. Stored in this browser; drawings themselves belong to a market. */
import { createPreference } from "#components/data/preference.ts";
import {
  type ChartSettings,
  changeChartSettings,
  chartSettings,
  parseChartSettings,
} from "#components/trading/chart/series/chart-settings.ts";
import {
  isShownInterval,
  type ShownInterval,
} from "#components/trading/screen/view/shown-interval.ts";
import { isRecord } from "#lib/protocol/is-record.ts";

export type ChartLayout = {
  name: string;
  interval: ShownInterval;
  settings: Pick<ChartSettings, "scale" | "style" | "drawings" | "studies">;
};

export const MAX_LAYOUTS = 20;
export const LONGEST_NAME = 40;

export const chartLayouts = createPreference<readonly ChartLayout[]>("layouts", [], parseLayouts);

/** Valid ones only, each name once. */
export function parseLayouts(stored: unknown): readonly ChartLayout[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const byName = new Map(stored.flatMap(parseLayout).map((layout) => [layout.name, layout]));
  return [...byName.values()].slice(0, MAX_LAYOUTS);
}

/** What the chart shows now takes this name, from another layout too. False when there are too many. */
export function saveLayout(name: string, interval: ShownInterval): boolean {
  const known = chartLayouts.get();
  const isNew = known.every((one) => one.name !== name);
  if (isNew && known.length >= MAX_LAYOUTS) return false;
  const { scale, style, drawings, studies } = chartSettings.get();
  const made = { name, interval, settings: { scale, style, drawings, studies } };
  chartLayouts.set(isNew ? [...known, made] : known.map((one) => (one.name === name ? made : one)));
  return true;
}

/** The caller shows the layout's interval. */
export function showLayout({ settings }: ChartLayout): void {
  changeChartSettings(settings);
}

/** False when another layout has the name. */
export function renameLayout(from: string, to: string): boolean {
  const known = chartLayouts.get();
  if (from !== to && known.some(({ name }) => name === to)) return false;
  chartLayouts.set(known.map((one) => (one.name === from ? { ...one, name: to } : one)));
  return true;
}

export function deleteLayout(name: string): void {
  chartLayouts.set(chartLayouts.get().filter((one) => one.name !== name));
}

function parseLayout(stored: unknown): ChartLayout[] {
  if (!isRecord(stored)) return [];
  const { name, interval } = stored;
  const settings = parseChartSettings(stored["settings"]);
  if (typeof name !== "string" || name === "" || name.length > LONGEST_NAME) return [];
  if (typeof interval !== "string" || !isShownInterval(interval) || !settings) return [];
  const { scale, style, drawings, studies } = settings;
  return [{ name, interval, settings: { scale, style, drawings, studies } }];
}
