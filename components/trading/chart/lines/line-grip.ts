/**
 * Pointer input for dragging lines. It listens before the chart does: a press near a line moves the line, any other
 * press moves the chart. A finger must rest on the line first, so that scrolling never moves an order.
 */

export type GripOptions = {
  surface: HTMLElement;
  /** The line within `reach` pixels of a point of the surface, and the pixel where it is drawn. */
  hit: (at: { x: number; y: number; reach: number; target: Element }) => Hit | undefined;
  onGrab: (id: string) => boolean;
  onMove: (y: number) => void;
  onRelease: () => void;
  onRevert: () => void;
};

export type Hit = { id: string; y: number };

const MOUSE_REACH = 4;
const FINGER_REACH = 16;
const LONG_PRESS_MS = 350;
/** Pixels that a trembling pointer may move without moving the line. */
const SLACK = 3;
const FINGER_SLACK = 10;

type Held = Hit & { pointer: number; startY: number; moved: boolean };

export class LineGrip {
  readonly #options: GripOptions;
  readonly #off = new AbortController();
  #held: Held | undefined;
  #press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;

  constructor(options: GripOptions) {
    this.#options = options;
    const { surface } = options;
    const early = { capture: true, signal: this.#off.signal } as const;
    surface.addEventListener("pointerdown", (event) => this.#down(event), early);
    surface.addEventListener("pointermove", (event) => this.#move(event), early);
    surface.addEventListener("pointerup", (event) => this.#up(event), early);
    surface.addEventListener("pointercancel", () => this.#lose(), early);
    surface.addEventListener("touchmove", (event) => this.#touch(event), {
      ...early,
      passive: false,
    });
    window.addEventListener("keydown", (event) => this.#key(event), early);
  }

  stop(): void {
    this.#lose();
    this.#off.abort();
    this.#cursor(false);
  }

  #down(event: PointerEvent): void {
    if (this.#held || event.button !== 0 || event.altKey || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    const hit = this.#hit(event, touch ? FINGER_REACH : MOUSE_REACH);
    if (!hit) return;
    if (touch) {
      const { pointerId, clientX: x, clientY: y } = event;
      const timer = setTimeout(() => this.#grab(hit, pointerId, y), LONG_PRESS_MS);
      this.#press = { timer, x, y };
      return;
    }
    // Otherwise the chart would start scrolling.
    event.preventDefault();
    event.stopPropagation();
    this.#grab(hit, event.pointerId, event.clientY);
  }

  #grab(hit: Hit, pointer: number, startY: number): void {
    this.#press = undefined;
    if (!this.#options.onGrab(hit.id)) return;
    this.#held = { ...hit, pointer, startY, moved: false };
    this.#cursor(true);
    try {
      this.#options.surface.setPointerCapture(pointer);
    } catch {
      // The pointer is gone; its end is still reported.
    }
  }

  #move(event: PointerEvent): void {
    const held = this.#held;
    if (!held) {
      const press = this.#press;
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > FINGER_SLACK)
        this.#forgetPress();
      if (event.pointerType === "mouse" && event.buttons === 0)
        this.#cursor(this.#hit(event, MOUSE_REACH) !== undefined);
      return;
    }
    if (event.pointerId !== held.pointer) return;
    event.stopPropagation();
    const by = event.clientY - held.startY;
    if (!held.moved && Math.abs(by) < SLACK) return;
    held.moved = true;
    this.#options.onMove(held.y + by);
  }

  #up(event: PointerEvent): void {
    this.#forgetPress();
    if (event.pointerId !== this.#held?.pointer) return;
    event.stopPropagation();
    this.#held = undefined;
    this.#cursor(false);
    this.#options.onRelease();
  }

  /** While a line is held, a finger scrolls neither page nor chart. */
  #touch(event: TouchEvent): void {
    if (!this.#held) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #key(event: KeyboardEvent): void {
    if (!this.#held || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#lose();
  }

  #lose(): void {
    this.#forgetPress();
    if (!this.#held) return;
    this.#held = undefined;
    this.#cursor(false);
    this.#options.onRevert();
  }

  #forgetPress(): void {
    clearTimeout(this.#press?.timer);
    this.#press = undefined;
  }

  #hit(event: PointerEvent, reach: number): Hit | undefined {
    const { target } = event;
    if (!(target instanceof Element)) return undefined;
    const box = this.#options.surface.getBoundingClientRect();
    return this.#options.hit({
      x: event.clientX - box.left,
      y: event.clientY - box.top,
      reach,
      target,
    });
  }

  #cursor(grips: boolean): void {
    const { dataset } = this.#options.surface;
    if (grips) dataset["grip"] = "";
    else if (dataset["grip"] !== undefined) delete dataset["grip"];
  }
}
