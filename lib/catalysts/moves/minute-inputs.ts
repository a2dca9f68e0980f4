/**
 * Decides which minutes the detector takes next, and what it reads of each market.
 *
 * Bars and rows of `market_minutes` arrive late, or never. What is not there when its minute is taken stays unread, and each such
 * decision is stored with the minute from which it holds. So a replay, which finds more rows than the live run found, reads the same.
 */
import { MINUTE_MS } from "./minute.ts";

/** A missing part is waited for so long since anything came that was missing. */
export const WAIT_MS = 20_000;
/** So far behind the others, a market's bars are being filled in after an outage, one market after the other. */
const FAR_BEHIND_MS = 5 * MINUTE_MS;
export const FAR_WAIT_MS = 300_000;
/** A market whose bars are missing is given up when others are this far ahead. While all stand still, nothing is given up. */
const AHEAD_MS = 3 * MINUTE_MS;
/** Rows of `market_minutes` are waited for from when they are this close to the cursor. */
const CAUGHT_UP_MS = 5 * MINUTE_MS;

export const PARTS = ["price", "facts"] as const;
export type Part = (typeof PARTS)[number];

/** How far a market is stored, in Unix milliseconds. Rows are stored in the order of their minutes. */
export type Progress = {
  market: string;
  /** Start of the oldest minute bar; 0: it was read before. Older ones may still be stored later. */
  oldest: number;
  /** Minutes before it have their bar, or will never have it; a whole minute. The same for the facts that are read with them; 0: none is stored. */
  priceEnd: number;
  factsEnd: number;
};

/** From `start` on a part of a market is read, or is not. */
export type InputChange = { market: string; part: Part; start: number; isRead: boolean };

/** The changes of one detector. */
export class MinuteInputs {
  readonly changes: readonly InputChange[];
  /** By market and part, ascending by start. */
  readonly #byPart: Map<string, InputChange[]>;

  constructor(changes: readonly InputChange[]) {
    this.changes = changes.toSorted((one, other) => one.start - other.start);
    this.#byPart = Map.groupBy(this.changes, keyOf);
  }

  /** The markets of which something is read at some time, by name. */
  get markets(): string[] {
    return [...new Set(this.changes.map(({ market }) => market))].toSorted();
  }

  /** With these changes as well. */
  with(changes: readonly InputChange[]): MinuteInputs {
    return changes.length === 0 ? this : new MinuteInputs([...this.changes, ...changes]);
  }

  /** Without the changes that decide on no minute from `minute` on. */
  from(minute: number): MinuteInputs {
    const needed = [...this.#byPart.values()].flatMap((changes) => {
      const first = changes.findLastIndex(({ start }) => start <= minute);
      return changes.slice(Math.max(0, first));
    });
    return needed.length === this.changes.length ? this : new MinuteInputs(needed);
  }

  isRead(of: { market: string; part: Part }, minute: number): boolean {
    const change = this.#byPart.get(keyOf(of))?.findLast(({ start }) => start <= minute);
    return change?.isRead ?? false;
  }
}

/** The minutes from the cursor up to `until` can be taken, with these changes. */
export type MinutePlan = { until: number; changes: InputChange[] };

export type PlanInput = {
  /** Start of the next minute. */
  minute: number;
  progress: readonly Progress[];
  inputs: MinuteInputs;
  /** Unix milliseconds: now, and since when nothing came that was missing (`HeadWatch`). */
  now: number;
  since: number;
};

/** `undefined`: a part of the next minute is waited for. */
export function planMinutes({
  minute,
  progress,
  inputs,
  now,
  since,
}: PlanInput): MinutePlan | undefined {
  const plans = progress
    .filter(({ oldest }) => oldest <= minute)
    .map((market) => planMarket(market, minute, inputs));
  const ends = () => plans.filter(({ price }) => price).map(({ end }) => end);
  if (Math.min(...ends()) <= minute) {
    const furthest = furthestOf(progress);
    const patience = furthest - minute > FAR_BEHIND_MS ? FAR_WAIT_MS : WAIT_MS;
    if (furthest < minute + MINUTE_MS || now < since + patience) return undefined;
    for (const plan of plans) giveUp(plan, minute, furthest);
  }
  // A market whose bars begin later is decided on when the cursor is there.
  const begins = progress.map(({ oldest }) => oldest).filter((oldest) => oldest > minute);
  const until = Math.min(...ends(), ...begins);
  if (!Number.isFinite(until) || until <= minute) return undefined;
  return { until, changes: plans.flatMap((plan) => changesOf(plan, minute, inputs)) };
}

/** Where the bars of the market that is ahead of all end. */
export function furthestOf(progress: readonly Progress[]): number {
  return Math.max(...progress.map(({ priceEnd }) => priceEnd));
}

/** Remembers since when nothing has come that was missing. It reads no clock and compares none with the bars. */
export class HeadWatch {
  readonly #ends = new Map<string, number>();
  #since: number;
  #endedMinute: number | undefined;

  /** @param since when this replica began to follow, in Unix milliseconds */
  constructor(since: number) {
    this.#since = since;
  }

  /** @param minute start of the next minute. @returns Unix milliseconds */
  note(progress: readonly Progress[], minute: number, now: number): number {
    const furthest = furthestOf(progress);
    const isFirst = this.#ends.size === 0;
    for (const { market, priceEnd, factsEnd } of progress) {
      for (const [part, end] of Object.entries({ priceEnd, factsEnd })) {
        const key = `${part} ${market}`;
        const before = this.#ends.get(key) ?? 0;
        this.#ends.set(key, end);
        if (!isFirst && end > before && before < furthest - AHEAD_MS) this.#since = now;
      }
    }
    const isLive = furthest - minute <= FAR_BEHIND_MS;
    if (furthest >= minute + MINUTE_MS && this.#endedMinute !== minute) {
      this.#endedMinute = minute;
      if (!isFirst && isLive) this.#since = now;
    }
    return this.#since;
  }
}

type MarketPlan = {
  progress: Progress;
  /** What is read of the next minute. */
  price: boolean;
  facts: boolean;
  /** The minutes before it can be taken. */
  end: number;
};

/** Everything is read as soon as it is nearly as far as the cursor; from there on it is waited for. */
function planMarket(progress: Progress, minute: number, inputs: MinuteInputs): MarketPlan {
  const { market, priceEnd, factsEnd } = progress;
  const price = inputs.isRead({ market, part: "price" }, minute) || priceEnd >= minute;
  const facts =
    inputs.isRead({ market, part: "facts" }, minute) || factsEnd > minute - CAUGHT_UP_MS;
  return { progress, price, facts, end: facts ? Math.min(priceEnd, factsEnd) : priceEnd };
}

function giveUp(plan: MarketPlan, minute: number, furthest: number): void {
  const { priceEnd, factsEnd } = plan.progress;
  if (priceEnd <= minute && furthest >= minute + AHEAD_MS) plan.price = false;
  if (factsEnd > minute) return;
  plan.facts = false;
  plan.end = priceEnd;
}

function changesOf(plan: MarketPlan, start: number, inputs: MinuteInputs): InputChange[] {
  const { market } = plan.progress;
  const changed = PARTS.filter((part) => plan[part] !== inputs.isRead({ market, part }, start));
  return changed.map((part) => ({ market, part, start, isRead: plan[part] }));
}

function keyOf({ market, part }: { market: string; part: Part }): string {
  return `${part} ${market}`;
}
