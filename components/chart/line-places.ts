/** Keeps the labels of lines at their lines: moved when the pane is painted, beside each other where lines are close. */
import type { Hit } from "./line-grip.ts";
import type { PriceChart } from "./price-chart.ts";

type Place = {
  element: HTMLElement;
  /** Drawn across the chart at the price the line is going to. */
  ghost: HTMLElement | null;
  /** Where the label stands, and where the line itself is drawn. */
  price: string;
  linePrice: string;
  width: number;
};

const ROW = 20;
const GAP = 4;
const EDGE = 8;

export class LinePlaces {
  readonly #chart: PriceChart;
  readonly #places = new Map<string, Place>();
  #isDue = false;
  #sizes: ResizeObserver | undefined;

  constructor(chart: PriceChart) {
    this.#chart = chart;
  }

  /** Follows the chart until the answer is called. */
  follow(): () => void {
    const sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const place = [...this.#places.values()].find(({ element }) => element === target);
        if (place && target instanceof HTMLElement) place.width = target.offsetWidth;
      }
      this.lay();
    });
    this.#sizes = sizes;
    for (const { element } of this.#places.values()) sizes.observe(element);
    const off = this.#chart.onPaint(() => this.lay());
    return () => {
      off();
      sizes.disconnect();
      this.#sizes = undefined;
    };
  }

  set(id: string, place: Omit<Place, "width">): void {
    const known = this.#places.get(id);
    this.#places.set(id, { ...place, width: known?.width ?? 0 });
    if (known?.element !== place.element) this.#sizes?.observe(place.element);
    // Before the next paint, and once for all labels of a render: each of them lays out all.
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.lay();
    });
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place) this.#sizes?.unobserve(place.element);
    this.#places.delete(id);
  }

  /** The nearest line of an order within reach of a pixel. */
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
    const place = this.#places.get(id);
    const y = place && this.#chart.yOf(place.price);
    return y === undefined ? undefined : { id, y };
  }

  /** Writes only: everything that is read is known, so that a paint costs no layout. */
  lay(): void {
    const { width, height } = this.#chart.plot();
    const drawn = [...this.#places.values()]
      .map((place) => ({ place, y: this.#chart.yOf(place.price) ?? -1 }))
      .toSorted((a, b) => a.y - b.y);
    let row = Number.NEGATIVE_INFINITY;
    let end = width - EDGE;
    for (const { place, y } of drawn) {
      const outside = y < 0 || y > height;
      const top = Math.min(height - ROW / 2, Math.max(ROW / 2, y));
      const shares = !outside && top - row < ROW;
      end = shares ? end - GAP : width - EDGE;
      const x = Math.max(0, end - place.width);
      if (!outside) {
        row = shares ? row : top;
        end = x;
      }
      place.element.style.transform = `translate(${x.toString()}px, ${(top - ROW / 2).toString()}px)`;
      place.element.toggleAttribute("data-outside", outside);
      if (!place.ghost) continue;
      place.ghost.style.transform = `translateY(${y.toString()}px)`;
      place.ghost.style.width = `${width.toString()}px`;
      place.ghost.hidden = outside;
    }
  }
}
