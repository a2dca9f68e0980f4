import type { ISeriesPrimitive, Time } from "lightweight-charts";

/** Draws nothing: it is told when the pane is painted, which is the moment to move what lies over the canvas. */
export function paintNote(painted: () => void): ISeriesPrimitive<Time> {
  const renderer = { draw: painted };
  const views = [{ zOrder: () => "bottom" as const, renderer: () => renderer }];
  return { paneViews: () => views };
}
