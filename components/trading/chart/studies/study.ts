/**
 * Indicators, computed bar by bar. Prices are numbers here: what comes out is drawn as pixels and read as a guide, and no
 * order is made of it. A study keeps what it needs of the closed past, so that a tick of the last bar costs the same
 * however long the series is.
 */

/** One bar as a study sees it. `time` is Unix milliseconds. */
export type Point = {
  time: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** A value of each line of the study; `undefined` where there are too few bars for one. */
export type Values = readonly (number | undefined)[];

export type Study = {
  /** The values if this were the next bar; the past stays as it is. */
  peek: (point: Point) => Values;
  /** Takes the bar into the past. */
  push: (point: Point) => void;
};

/** Runs a study over a series whose last bar still changes. */
export class StudyRun {
  readonly #make: () => Study;
  #study: Study;
  #last: Point | undefined;

  constructor(make: () => Study) {
    this.#make = make;
    this.#study = make();
  }

  /** The values of a whole series. */
  reset(points: readonly Point[]): Values[] {
    this.#study = this.#make();
    this.#last = points.at(-1);
    return points.map((point, place) => {
      const values = this.#study.peek(point);
      if (place < points.length - 1) this.#study.push(point);
      return values;
    });
  }

  /** The values of the last bar, or of the one that now follows it. */
  update(point: Point): Values {
    if (this.#last && point.time > this.#last.time) this.#study.push(this.#last);
    this.#last = point;
    return this.#study.peek(point);
  }
}
