/** Marks and statistics of every market, as one value that changes a few times a second at most. */
import type { StreamEvent } from "#components/trading/stream/events.ts";
import type { MarketStats } from "#lib/protocol/market-data.ts";

export type ListState = {
  marks: Readonly<Record<string, string>>;
  stats: Readonly<Record<string, MarketStats>>;
};

const EVERY_MS = 250;

export const EMPTY_LIST: ListState = { marks: {}, stats: {} };

export class ListFeed {
  readonly #onState: (state: ListState) => void;
  #state = EMPTY_LIST;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onState: (state: ListState) => void) {
    this.#onState = onState;
  }

  apply(event: StreamEvent): void {
    if (event.name === "allMarks") {
      this.#state = { ...this.#state, marks: event.data.marks };
    } else if (event.name === "allStats") {
      const rows = event.data.results.map((row) => [row.symbol, row] as const);
      this.#state = { ...this.#state, stats: Object.fromEntries(rows) };
    } else {
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onState(this.#state);
    }, EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
