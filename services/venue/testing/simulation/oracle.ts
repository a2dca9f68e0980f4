/** An oracle that wanders, jumps, stalls and doubts itself. */
import type { Command } from "#services/venue/engine/commands.ts";
import type { Random } from "./random.ts";

/** Prices stay within this factor of where they began, so that sizes stay meaningful. */
const WIDEST = 6;

type Price = { market: string; first: number; ticks: number; before: number };

export class SimulatedOracle {
  readonly #random: Random;
  readonly #prices: Price[];
  #silentUntil = 0;

  constructor(random: Random, first: { market: string; ticks: number }[]) {
    this.#random = random;
    this.#prices = first.map(({ market, ticks }) => ({
      market,
      ticks,
      first: ticks,
      before: ticks,
    }));
  }

  /** The next marks; undefined while it stalls. */
  marks(time: number): Command | undefined {
    const random = this.#random;
    if (time < this.#silentUntil) return undefined;
    if (random.oneIn(150)) this.#silentUntil = time + random.pick([2_000, 7_000, 20_000, 70_000]);
    const marks = this.#prices
      .filter(() => !random.oneIn(10))
      .map((price) => {
        this.#move(price);
        const { market } = price;
        const confidencePpm = random.oneIn(100) ? random.between(15_000, 40_000) : 500;
        // A defect of the oracle: a price without its decimals, or with too many.
        const ticks = random.oneIn(300)
          ? random.pick([price.ticks * 10, 1, price.ticks * 5])
          : price.ticks;
        return { market, ticks, confidencePpm };
      });
    return { type: "set_marks", marks };
  }

  #move(price: Price): void {
    const { before } = price;
    price.before = price.ticks;
    // The same price again: figures that are cached by price must not be taken for current ones.
    if (this.#random.oneIn(6)) {
      price.ticks = before;
      return;
    }
    const ppm = this.#movePpm();
    const moved = Math.round((price.ticks * (1_000_000 + ppm)) / 1_000_000);
    const far = moved > price.first * WIDEST || moved * WIDEST < price.first;
    price.ticks = far ? price.ticks : Math.max(1, moved);
  }

  #movePpm(): number {
    const random = this.#random;
    if (random.oneIn(250)) return random.between(-600_000, 900_000);
    if (random.oneIn(40)) return random.between(-90_000, 90_000);
    return random.between(-3_000, 3_000);
  }
}
