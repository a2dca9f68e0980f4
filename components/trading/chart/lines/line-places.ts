/** Positions the labels of lines whenever the pane is painted, in rows where lines are close together. */

import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { createFollowers } from "#components/ui/store.ts";
import type { Hit } from "./line-grip.ts";
import { type Label, layRows, type Stack, widestLabel } from "./line-rows.ts";

type PlacedLabel = {
  element: HTMLElement;
  /** The line across the chart at the requested price. */
  ghost: HTMLElement | null;
  /** The price of the label, and the price of the line itself. */
  price: string;
  linePrice: string;
  isPosition: boolean;
  width: number;
};

/** Ids of the lines whose labels have no room, one list for each row. */
export type StackedIds = readonly (readonly string[])[];

/** Ids of the lines beyond the edges of the pane, the nearest first. */
export type OutsideIds = { above: readonly string[]; below: readonly string[] };

export const NOTHING_OUTSIDE: OutsideIds = { above: [], below: [] };

const NOTHING_STACKED: StackedIds = [];

export class LinePlaces {
  readonly #chart: PriceChart;
  readonly #places = new Map<string, PlacedLabel>();
  #isDue = false;
  #sizes: ResizeObserver | undefined;
  #widest: number | undefined;
  #stacks: readonly Stack[] = [];
  #stacked = NOTHING_STACKED;
  readonly #marks: (HTMLElement | null)[] = [];
  readonly #followers = createFollowers();
  #outside = NOTHING_OUTSIDE;
  readonly #outsideFollowers = createFollowers();

  constructor(chart: PriceChart) {
    this.#chart = chart;
  }

  /** Follows the chart until the returned function is called. */
  follow(): () => void {
    const sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const label = [...this.#places.values()].find(({ element }) => element === target);
        if (label && target instanceof HTMLElement) label.width = target.offsetWidth;
      }
      this.lay();
    });
    this.#sizes = sizes;
    for (const { element } of this.#places.values()) sizes.observe(element);
    const off = this.#chart.onPaint(() => this.lay());
    // The focused label is always shown, however full its row is.
    const focus = new AbortController();
    document.addEventListener("focusin", ({ target }) => isInLabel(target) && this.lay(), focus);
    document.addEventListener(
      "focusout",
      ({ target, relatedTarget }) => {
        if (isInLabel(target) && !isInLabel(relatedTarget)) this.lay();
      },
      focus,
    );
    return () => {
      off();
      focus.abort();
      sizes.disconnect();
      this.#sizes = undefined;
    };
  }

  set(id: string, label: Omit<PlacedLabel, "width">): void {
    const known = this.#places.get(id);
    this.#places.set(id, { ...label, width: known?.width ?? 0 });
    if (known?.element !== label.element) {
      this.#sizes?.observe(label.element);
      this.#widest = undefined;
    }
    // Before the next paint, once for all labels of a render: one layout places all of them.
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.lay();
    });
  }

  remove(id: string): void {
    const label = this.#places.get(id);
    if (label) this.#sizes?.unobserve(label.element);
    this.#places.delete(id);
  }

  /** The closest order line within reach of a pixel. */
  near(y: number, reach: number, isOrder: (id: string) => unknown): Hit | undefined {
    let best: Hit | undefined;
    for (const [id, { linePrice }] of this.#places) {
      const at = isOrder(id) === undefined ? undefined : this.#chart.yOf(linePrice);
      if (at === undefined || Math.abs(at - y) > reach) continue;
      if (!best || Math.abs(at - y) < Math.abs(best.y - y)) best = { id, y: at };
    }
    return best;
  }

  of(id: string): Hit | undefined {
    const label = this.#places.get(id);
    const y = label && this.#chart.yOf(label.price);
    return y === undefined ? undefined : { id, y };
  }

  readonly stacked = (): StackedIds => this.#stacked;

  /** Calls back when the stacked labels change. */
  readonly onStacked = this.#followers.subscribe;

  readonly outside = (): OutsideIds => this.#outside;

  /** Calls back when lines leave the pane or come into it. */
  readonly onOutside = this.#outsideFollowers.subscribe;

  /** Sets the mark of a stack, by its index in `stacked`. */
  mark(index: number, element: HTMLElement | null): void {
    this.#marks[index] = element;
    this.#layMarks();
  }

  /** Focuses a label, which is then shown. */
  focus(id: string): void {
    this.#places.get(id)?.element.querySelector<HTMLElement>("[tabindex]")?.focus();
  }

  /** Only writes styles: reading none keeps a paint free of layout. */
  lay(): void {
    const plot = this.#chart.plot();
    const focused = document.activeElement;
    const labels = [...this.#places].map(
      ([id, { element, ghost, price, width, isPosition }]): Label => ({
        id,
        y: this.#chart.yOf(price),
        width,
        pinned: ghost !== null || element.contains(focused),
        isPosition,
      }),
    );
    const { spots, stacks } = layRows(labels, plot);
    const widest = widestLabel(plot);
    const isNewWidth = widest !== this.#widest;
    this.#widest = widest;
    for (const { id, y } of labels) {
      const [label, spot] = [this.#places.get(id), spots.get(id)];
      if (!label || !spot) continue;
      const { element, ghost } = label;
      element.style.transform = `translate(${spot.x.toString()}px, ${spot.top.toString()}px)`;
      if (isNewWidth) element.style.maxWidth = `${widest.toString()}px`;
      element.toggleAttribute("data-unseen", spot.seen !== "label");
      element.toggleAttribute("data-crowded", spot.crowded);
      if (!ghost) continue;
      ghost.style.transform = `translateY(${(y ?? -1).toString()}px)`;
      ghost.style.width = `${plot.width.toString()}px`;
      ghost.hidden = y === undefined || y < 0 || y > plot.height;
    }
    this.#stacks = stacks;
    this.#layMarks();
    this.#publishStacked(stacks.map(({ ids }) => ids));
    this.#publishOutside(outsideOf(labels, plot.height));
  }

  #layMarks(): void {
    for (const [index, { x, top }] of this.#stacks.entries()) {
      const mark = this.#marks[index];
      if (mark) mark.style.transform = `translate(${x.toString()}px, ${top.toString()}px)`;
    }
  }

  #publishOutside(outside: OutsideIds): void {
    const { above, below } = this.#outside;
    if (outside.above.join() === above.join() && outside.below.join() === below.join()) return;
    this.#outside = outside;
    this.#outsideFollowers.notify();
  }

  #publishStacked(stacked: StackedIds): void {
    const isSame =
      stacked.length === this.#stacked.length &&
      stacked.every((ids, index) => ids.join() === this.#stacked[index]?.join());
    if (isSame) return;
    this.#stacked = stacked;
    this.#followers.notify();
  }
}

/** Lines beyond the edges. Without a height, or a pixel for a price, nothing is known. */
export function outsideOf(
  labels: readonly Pick<Label, "id" | "y" | "pinned">[],
  height: number,
): OutsideIds {
  const known = labels.flatMap(({ id, y, pinned }) =>
    y === undefined || pinned || height === 0 ? [] : [{ id, y }],
  );
  const idsOf = (some: typeof known) => some.map(({ id }) => id);
  return {
    above: idsOf(known.filter(({ y }) => y < 0).toSorted((a, b) => b.y - a.y)),
    below: idsOf(known.filter(({ y }) => y > height).toSorted((a, b) => a.y - b.y)),
  };
}

function isInLabel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-line-label]") !== null;
}
