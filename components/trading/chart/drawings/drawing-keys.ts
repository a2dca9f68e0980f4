/** Keys for drawings, while the chart or what lies over it has the focus. */
import type { DrawingDesk } from "./drawing-desk.ts";
import type { DrawingLayer } from "./drawing-layer.ts";

const FAR = 10;
/** Pixels by which a pasted drawing lies beside the first. */
export const ASIDE = { x: 24, y: 24 };

const ARROWS: Readonly<Record<string, { bars: number; ticks: number }>> = {
  ArrowLeft: { bars: -1, ticks: 0 },
  ArrowRight: { bars: 1, ticks: 0 },
  ArrowUp: { bars: 0, ticks: 1 },
  ArrowDown: { bars: 0, ticks: -1 },
};

/** Whether a key was for a drawing. */
export function onDrawingKey(
  event: KeyboardEvent,
  desk: DrawingDesk,
  layer: DrawingLayer,
): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) return onModified(event, desk, layer);
  if (event.key === "Escape") return desk.cancel();
  const { selected } = desk;
  if (!selected) return false;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const times = event.shiftKey ? FAR : 1;
    const { part } = desk.state.get();
    const by = { bars: arrow.bars * times, ticks: arrow.ticks * times };
    desk.board.put(layer.nudged(selected, part, by));
    return true;
  }
  if (event.key === "Delete" || event.key === "Backspace") {
    desk.removeSelected();
    return true;
  }
  // One point after the other, then the whole again.
  if (event.key !== "Enter" || selected.anchors.length === 1) return false;
  const { part } = desk.state.get();
  const next = part === "whole" ? 0 : part + 1;
  desk.select(selected.id, next < selected.anchors.length ? next : "whole");
  return true;
}

function onModified(event: KeyboardEvent, desk: DrawingDesk, layer: DrawingLayer): boolean {
  switch (event.key.toLowerCase()) {
    case "z":
      if (event.shiftKey) desk.redo();
      else desk.undo();
      return true;
    case "y":
      desk.redo();
      return true;
    case "c":
      return desk.copy();
    case "v":
      return desk.paste((drawing) => layer.shifted(drawing, ASIDE));
    default:
      return false;
  }
}
