/** Counts the points of one user's weeks, and makes the entries. */

import { computePoints } from "#lib/protocol/points.ts";
import type { pointEntries } from "#lib/swaps/schema/swaps.ts";

export type NewEntry = typeof pointEntries.$inferInsert;

/** Swapped and reversed amounts, in 1e-9 USD. */
export type WeekSums = { usd: bigint; reversed: bigint };

export type WeekState = WeekSums & {
  /** The points in the week's last entry. */
  points: number;
};

type Parts = {
  userId: string;
  /** The number of the user's last entry; 0 before the first. */
  seq: number;
  balance: number;
  weeks: ReadonlyMap<number, WeekState>;
  /** Unix milliseconds. */
  now: number;
};

export class WeekBook {
  readonly #parts: Parts;
  readonly #weeks: Map<number, WeekState>;
  readonly #entries: NewEntry[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#weeks = new Map(parts.weeks);
  }

  get entries(): readonly NewEntry[] {
    return this.#entries;
  }

  /** @param cause signature of the swap that changes the week */
  add(week: number, { usd, reversed }: WeekSums, cause: string): void {
    const before = this.#weeks.get(week) ?? { usd: 0n, reversed: 0n, points: 0 };
    const sums = { usd: before.usd + usd, reversed: before.reversed + reversed };
    const points = Number(computePoints(sums.usd - sums.reversed));
    this.#weeks.set(week, { ...sums, points });
    const difference = points - before.points;
    if (difference === 0) return;
    const { userId, seq, balance, now } = this.#parts;
    this.#entries.push({
      userId,
      seq: (this.#entries.at(-1)?.seq ?? seq) + 1,
      week,
      points: Math.abs(difference),
      isReversal: difference < 0,
      signature: cause,
      balance: (this.#entries.at(-1)?.balance ?? balance) + difference,
      weekPoints: points,
      weekUsd: sums.usd,
      weekReversed: sums.reversed,
      createdAt: now,
    });
  }
}
