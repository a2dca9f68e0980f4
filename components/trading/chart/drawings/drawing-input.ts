/**
 * Pointer input for drawings. It listens before the chart and its lines do: a press places a point of the chosen tool, or moves
 * a drawing; any other press is the chart's. A finger selects a drawing by a tap first, so that scrolling moves none.
 */
import { holdScale } from "#components/trading/chart/series/chart-view.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import type { Drawing } from "./drawing.ts";
import type { DrawingDesk } from "./drawing-desk.ts";
import type { DrawingLayer } from "./drawing-layer.ts";
import { withHandle } from "./edits.ts";
import type { Part, Point } from "./shapes.ts";

type DrawingInputOptions = {
  surface: HTMLElement;
  chart: PriceChart;
  desk: DrawingDesk;
  layer: DrawingLayer;
  /** Whether points snap to the figures of bars. */
  snaps: () => boolean;
  /** The text of a new drawing of that kind. */
  newText: () => string;
};

const MOUSE_REACH = 5;
const FINGER_REACH = 18;
/** Pixels that a trembling pointer may move without moving anything. */
const SLACK = 4;
const FINGER_SLACK = 10;
const TAP_MS = 400;

type Press = { pointer: number; touch: boolean; from: Point; moved: boolean; at: number };
type Held = Press &
  (
    | { does: "place"; isFirst: boolean }
    | { does: "move"; drawing: Drawing; part: Part; letScale: () => void }
  );

export class DrawingInput {
  readonly #options: DrawingInputOptions;
  readonly #off = new AbortController();
  #held: Held | undefined;
  /** A finger that may tap a drawing. */
  #tap: Press | undefined;

  constructor(options: DrawingInputOptions) {
    this.#options = options;
    const early = { capture: true, signal: this.#off.signal } as const;
    window.addEventListener("pointerdown", (event) => this.#down(event), early);
    window.addEventListener("pointermove", (event) => this.#move(event), early);
    window.addEventListener("pointerup", (event) => this.#up(event), early);
    window.addEventListener("pointercancel", () => this.#lose(), early);
    const touch = (event: TouchEvent) => this.#touch(event);
    window.addEventListener("touchstart", touch, { ...early, passive: false });
    window.addEventListener("touchmove", touch, { ...early, passive: false });
  }

  stop(): void {
    this.#lose();
    this.#off.abort();
    this.#cursor(undefined);
  }

  #down(event: PointerEvent): void {
    const at = this.#inPlot(event);
    if (!at || this.#held || event.button !== 0 || event.altKey || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    const pointer = event.pointerId;
    const press: Press = { pointer, touch, from: at, moved: false, at: event.timeStamp };
    const { desk } = this.#options;
    if (desk.state.get().tool) {
      this.#take(event);
      this.#beginPlacing(press, event);
      return;
    }
    const hit = this.#options.layer.hit(at, touch ? FINGER_REACH : MOUSE_REACH);
    const { selected } = desk.state.get();
    if (touch && hit?.id !== selected) {
      this.#tap = press;
      return;
    }
    if (!hit) {
      if (selected !== undefined) desk.select(undefined);
      return;
    }
    this.#take(event);
    this.#beginMoving(press, hit);
  }

  #beginPlacing(press: Press, event: PointerEvent): void {
    const { desk } = this.#options;
    const isFirst = desk.state.get().placed === 0;
    const anchor = this.#anchor(press.from, event);
    if (!anchor) return;
    this.#held = { ...press, does: "place", isFirst };
    if (isFirst) desk.place(anchor, this.#options.newText());
    else desk.hover(anchor);
  }

  #beginMoving(press: Press, { id, part }: { id: string; part: Part }): void {
    const { desk, chart } = this.#options;
    desk.select(id, part);
    const drawing = desk.selected;
    if (drawing) this.#held = { ...press, does: "move", drawing, part, letScale: holdScale(chart) };
  }

  #move(event: PointerEvent): void {
    const { desk } = this.#options;
    const held = this.#held;
    if (!held) {
      this.#hover(event);
      return;
    }
    if (event.pointerId !== held.pointer) return;
    event.stopPropagation();
    const at = this.#point(event);
    const by = { x: at.x - held.from.x, y: at.y - held.from.y };
    if (!held.moved && Math.hypot(by.x, by.y) < (held.touch ? FINGER_SLACK : SLACK)) return;
    held.moved = true;
    if (held.does === "place") {
      const anchor = this.#anchor(at, event);
      if (anchor) desk.hover(anchor);
    } else desk.move(this.#moved(held, at, event));
  }

  #moved({ drawing, part, from }: Extract<Held, { does: "move" }>, at: Point, event: PointerEvent) {
    const { layer } = this.#options;
    if (part === "whole") return layer.shifted(drawing, { x: at.x - from.x, y: at.y - from.y });
    const anchor = this.#anchor(at, event);
    return anchor ? withHandle(drawing, part, anchor) : drawing;
  }

  #up(event: PointerEvent): void {
    this.#endTap(event);
    const held = this.#held;
    if (event.pointerId !== held?.pointer) return;
    event.stopPropagation();
    this.#held = undefined;
    this.#cursor(undefined);
    const { desk } = this.#options;
    if (held.does === "move") {
      held.letScale();
      desk.release();
      return;
    }
    // A press that is drawn out places two points; else each has a press of its own.
    const anchor = this.#anchor(this.#point(event), event);
    if (anchor && desk.state.get().draft && (held.moved || !held.isFirst)) desk.place(anchor);
  }

  /** A tap selects what it meets, or nothing; the chart has moved neither way. */
  #endTap(event: PointerEvent): void {
    const tap = this.#tap;
    this.#tap = undefined;
    if (tap?.pointer !== event.pointerId) return;
    const at = this.#point(event);
    const far = Math.hypot(at.x - tap.from.x, at.y - tap.from.y);
    if (far > FINGER_SLACK || event.timeStamp - tap.at > TAP_MS) return;
    const { desk, layer } = this.#options;
    const hit = layer.hit(at, FINGER_REACH);
    if (hit || desk.state.get().selected !== undefined) desk.select(hit?.id);
  }

  #hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.buttons !== 0) return;
    const { desk, layer } = this.#options;
    const at = this.#inPlot(event);
    const { tool, draft } = desk.state.get();
    if (tool) {
      const anchor = at && draft ? this.#anchor(at, event) : undefined;
      if (anchor) desk.hover(anchor);
      this.#cursor(at && "place");
    } else this.#cursor(at && layer.hit(at, MOUSE_REACH) ? "draw" : undefined);
  }

  /** While a point or a drawing is held, a finger scrolls neither page nor chart. */
  #touch(event: TouchEvent): void {
    if (!this.#held) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #lose(): void {
    this.#tap = undefined;
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    this.#cursor(undefined);
    if (held.does === "move") held.letScale();
    this.#options.desk.cancel();
  }

  #take(event: PointerEvent): void {
    // Otherwise the chart would start scrolling. The chart takes the keys that come next.
    event.preventDefault();
    event.stopPropagation();
    this.#cursor("draw");
    const { surface } = this.#options;
    surface.querySelector<HTMLElement>("[role=application]")?.focus({ preventScroll: true });
  }

  /** A held Ctrl or Command is the other way round. */
  #anchor(at: Point, { ctrlKey, metaKey }: PointerEvent) {
    const { layer, snaps } = this.#options;
    return layer.anchorAt(at, snaps() !== (ctrlKey || metaKey));
  }

  #inPlot(event: PointerEvent): Point | undefined {
    const { surface, chart } = this.#options;
    const { target } = event;
    if (!(target instanceof Element) || !surface.contains(target)) return undefined;
    if (!target.closest("[role=application]")) return undefined;
    const at = this.#point(event);
    const { width, height } = chart.plot();
    return at.x <= width && at.y <= height ? at : undefined;
  }

  #point({ clientX, clientY }: PointerEvent): Point {
    const box = this.#options.surface.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  /** The same mark as that of a held line: a held drawing is no price either. */
  #cursor(grip: "draw" | "place" | undefined): void {
    const { dataset } = this.#options.surface;
    if (grip !== undefined) dataset["grip"] = grip;
    else if (dataset["grip"] === "draw" || dataset["grip"] === "place") delete dataset["grip"];
  }
}
