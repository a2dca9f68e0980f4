/**
 * Decides which minutes the detector takes next, and what it reads of each market.
 *
 * Bars and rows of `market_minutes` may arrive late or never. Data that is missing when its minute
 * is taken is never read. Each such decision is stored with the minute from which it holds. A
 * replay finds more rows than the live run did, but reads the same ones.
 */
import { MINUTE_MS } from "#lib/protocol/durations.ts";

/** How long a missing part is waited for since the last missing data arrived. */
export const WAIT_MS = 20_000;
/**
 * From this distance behind the others, a market is being filled in after an outage, and is waited
 * for longer.
 */
const FAR_BEHIND_MS = 5 * MINUTE_MS;
export const FAR_WAIT_MS = 300_000;
/**
 * A market without bars is skipped once others are this far ahead. While all markets stand still,
 * none is skipped.
 */
const AHEAD_MS = 3 * MINUTE_MS;
/** Facts are waited for once they are this close to the cursor. */
const CAUGHT_UP_MS = 5 * MINUTE_MS;

export const PARTS = ["price", "facts"] as const;
export type InputPart = (typeof PARTS)[number];

/**
 * How far a market's data is stored, in Unix milliseconds. Rows are stored in the order of their
 * minutes.
 */
export type MarketProgress = {
  market: string;
  /**
   * Start of the oldest minute bar; 0: the market is already being read. Older bars may still be
   * stored later.
   */
  oldest: number;
  /**
   * The minutes before it have their bar or will never have one. `factsEnd` is the same for the
   * facts that are read with them; 0: no facts are stored.
   */
  priceEnd: number;
  factsEnd: number;
};

/** From `start` on, a part of a market is read or ignored. */
export type InputChange = { market: string; part: InputPart; start: number; isRead: boolean };

/** The changes of one detector. */
export class MinuteInputs {
  readonly changes: readonly InputChange[];
  /** By market and part, ascending by start. */
  readonly #byPart: Map<string, InputChange[]>;

  constructor(changes: readonly InputChange[]) {
    this.changes = changes.toSorted((one, other) => one.start - other.start);
    this.#byPart = Map.groupBy(this.changes, keyOf);
  }

  /** The markets that are read at any time, by name. */
  get markets(): string[] {
    return [...new Set(this.changes.map(({ market }) => market))].toSorted();
  }

  /** Adds changes. */
  with(changes: readonly InputChange[]): MinuteInputs {
    return changes.length === 0 ? this : new MinuteInputs([...this.changes, ...changes]);
  }

  /** Drops the changes that no longer affect minutes from `minute` on. */
  from(minute: number): MinuteInputs {
    const needed = [...this.#byPart.values()].flatMap((changes) => {
      const first = changes.findLastIndex(({ start }) => start <= minute);
      return changes.slice(Math.max(0, first));
    });
    return needed.length === this.changes.length ? this : new MinuteInputs(needed);
  }

  isRead(of: { market: string; part: InputPart }, minute: number): boolean {
    const change = this.#byPart.get(keyOf(of))?.findLast(({ start }) => start <= minute);
    return change?.isRead ?? false;
  }
}

/** The minutes from the cursor to `until` can be taken, with these changes. */
export type MinutePlan = { until: number; changes: InputChange[] };

export type PlanInput = {
  /** Start of the next minute. */
  minute: number;
  progress: readonly MarketProgress[];
  inputs: MinuteInputs;
  /** Unix milliseconds: now, and when missing data last arrived (`HeadWatch`). */
  now: number;
  since: number;
};

/** `undefined` while a part of the next minute is waited for. */
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
    const furthest = findFurthest(progress);
    const patience = furthest - minute > FAR_BEHIND_MS ? FAR_WAIT_MS : WAIT_MS;
    if (furthest < minute + MINUTE_MS || now < since + patience) return undefined;
    for (const plan of plans) giveUp(plan, minute, furthest);
  }
  // A market whose bars start later is decided once the cursor is there.
  const begins = progress.map(({ oldest }) => oldest).filter((oldest) => oldest > minute);
  const until = Math.min(...ends(), ...begins);
  if (!Number.isFinite(until) || until <= minute) return undefined;
  return { until, changes: plans.flatMap((plan) => changesOf(plan, minute, inputs)) };
}

/** The end of the bars of the market that is furthest ahead. */
export function findFurthest(progress: readonly MarketProgress[]): number {
  return Math.max(...progress.map(({ priceEnd }) => priceEnd));
}

/** Remembers when missing data last arrived. It reads no clock and compares none with the bars. */
export class HeadWatch {
  readonly #ends = new Map<string, number>();
  #since: number;
  #endedMinute: number | undefined;

  /** @param since when this replica started to follow, in Unix milliseconds */
  constructor(since: number) {
    this.#since = since;
  }

  /**
   * @param minute start of the next minute
   * @returns Unix milliseconds
   */
  note(progress: readonly MarketProgress[], minute: number, now: number): number {
    const furthest = findFurthest(progress);
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
  progress: MarketProgress;
  /** Whether the next minute is read with its price and its facts. */
  price: boolean;
  facts: boolean;
  /** The minutes before it can be taken. */
  end: number;
};

/** A part is read as soon as it has nearly reached the cursor. From then on it is waited for. */
function planMarket(progress: MarketProgress, minute: number, inputs: MinuteInputs): MarketPlan {
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

function keyOf({ market, part }: { market: string; part: InputPart }): string {
  return `${part} ${market}`;
}
