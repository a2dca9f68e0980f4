/** One day of the simulated world: the same seed and day give the same story on every machine. */
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { OTHERS, type StoryAsset, TRADED } from "./cast.ts";
import { kindsOn, MACRO_KINDS, macroMattersOn } from "./kinds.ts";
import { hashId, type Matter, reportsOf, rumourOf } from "./reports.ts";
import { noiseOf, pick, recapsOf, type SideOptions } from "./side-items.ts";
import type { EffectShape, StoryDay, StoryEffect, StoryEvent } from "./story.ts";
import type { KindTexts } from "./texts/kind-texts.ts";

/** A market has at most one move in each of these parts of a day, so what caused it is never open to doubt. */
const SLOTS = 6;
const SLOT_MINUTES = 240;
/** How much of a market-wide move each market takes. */
export const MARKET_SHARES: Readonly<Record<string, number>> = { BTC: 1, ETH: 1.2, SOL: 1.4 };

export function marketOf(ticker: string): string {
  return `${ticker}USDC`;
}

/** @param day days since 1970-01-01, UTC */
export function storyOf(seed: string, day: number): StoryDay {
  const key = `story:${seed}:${day}`;
  const isDevelopment = seed.startsWith("dev-");
  const options = { random: Random.fromSeed(key), isDevelopment, start: day * DAY_MS, key };
  const plan = new DayPlan(options, day);
  plan.addMacro();
  for (const asset of TRADED) plan.addMoves(asset);
  plan.addQuietNews();
  plan.add(noiseOf(options));
  const { events, effects, items } = plan.day;
  items.sort((a, b) => a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1));
  return { events, effects, items };
}

class DayPlan {
  readonly day: StoryDay = { events: [], effects: [], items: [] };
  readonly #options: SideOptions;
  readonly #date: number;
  /** What happens today already. */
  readonly #used = new Set<readonly string[]>();
  readonly #usedTypes = new Set<string>();
  readonly #free = new Map<string, Set<number>>();

  constructor(options: SideOptions, day: number) {
    this.#options = options;
    this.#date = day;
    for (const { ticker } of TRADED) {
      this.#free.set(ticker, new Set(Array.from({ length: SLOTS }, (_, slot) => slot)));
    }
  }

  add(items: StoryDay["items"]): void {
    this.day.items.push(...items);
  }

  /** On two of five days, something moves every market at once. */
  addMacro(): void {
    const { random } = this.#options;
    if (random.below(5) >= 2) return;
    const found = this.#pickMacro();
    if (found === undefined) return;
    const { kind, headlines } = found;
    const slot = random.below(SLOTS);
    const course = this.#drawCourse(slot);
    const event = this.#addEvent({ kind, assets: [], at: course.from });
    const size = random.between(120, 290) / 10_000;
    for (const asset of TRADED) {
      this.#free.get(asset.ticker)?.delete(slot);
      const share = MARKET_SHARES[asset.ticker] ?? 1;
      this.#addEffect(asset, { ...course, eventId: event.id, size: signed(size * share, kind) });
    }
    const asset = pick(TRADED, random);
    this.add(reportsOf({ event, kind, headlines, asset }, this.#options));
  }

  /** Adds a move with a cause in four of five cases, and one without a cause in two of five. */
  addMoves(asset: StoryAsset): void {
    const { random } = this.#options;
    const found = random.below(5) < 4 ? this.#pickKind(asset) : undefined;
    if (found !== undefined) {
      const { kind, headlines } = found;
      const course = this.#drawCourse(this.#takeSlot(asset));
      const event = this.#addEvent({ kind, assets: [asset.ticker], at: course.from });
      this.#addEffect(asset, {
        ...course,
        eventId: event.id,
        size: signed(this.#drawSize(), kind),
      });
      this.add(reportsOf({ event, kind, headlines, asset }, this.#options));
    }
    if (random.below(5) < 2) {
      const course = this.#drawCourse(this.#takeSlot(asset));
      const size = random.below(2) === 0 ? this.#drawSize() : -this.#drawSize();
      this.#addEffect(asset, { ...course, eventId: null, size });
    }
  }

  /** Events that move nothing; some of them never happened. */
  addQuietNews(): void {
    const { random, start } = this.#options;
    for (let left = random.between(5, 9); left > 0; left -= 1) {
      const isMacro = random.below(8) === 0;
      const asset = pick([...TRADED, ...OTHERS, ...OTHERS], random);
      const found = isMacro ? this.#pickMacro() : this.#pickKind(asset);
      if (found === undefined) continue;
      const at = start + random.below(DAY_MS / 1000) * 1000;
      const isTrue = random.below(6) > 0;
      const assets = isMacro ? [] : [asset.ticker];
      const event = this.#addEvent({ kind: found.kind, assets, at, isTrue });
      const matter: Matter = { event, ...found, asset };
      this.add(isTrue ? reportsOf(matter, this.#options) : rumourOf(matter, this.#options));
    }
  }

  /** Undefined when all that can happen to it today has happened. */
  #pickKind({ ticker }: StoryAsset): Pick<Matter, "kind" | "headlines"> | undefined {
    const { random } = this.#options;
    const left = kindsOn(ticker, this.#date).filter(
      ({ type }) => !this.#usedTypes.has(`${ticker} ${type}`),
    );
    if (left.length === 0) return undefined;
    const kind = pick(left, random);
    this.#usedTypes.add(`${ticker} ${kind.type}`);
    return { kind, headlines: pick(kind.matters, random) };
  }

  #pickMacro(): Pick<Matter, "kind" | "headlines"> | undefined {
    const { random } = this.#options;
    const kind = pick(MACRO_KINDS, random);
    const left = macroMattersOn(kind, this.#date).filter((matter) => !this.#used.has(matter));
    if (left.length === 0) return undefined;
    const headlines = pick(left, random);
    // Inflation does not rise and fall on one day.
    const index = kind.matters.indexOf(headlines);
    for (const { matters } of MACRO_KINDS) this.#used.add(matters[index] ?? []);
    return { kind, headlines };
  }

  #addEvent(of: { kind: KindTexts; assets: string[]; at: number; isTrue?: boolean }): StoryEvent {
    const { type, direction } = of.kind;
    const id = hashId(this.#options.key, "event", this.day.events.length);
    const { assets, at, isTrue = true } = of;
    const event = { id, type, direction, assets, at, isTrue };
    this.day.events.push(event);
    return event;
  }

  #addEffect(asset: StoryAsset, effect: Omit<StoryEffect, "market">): void {
    const whole = { market: marketOf(asset.ticker), ...effect };
    this.day.effects.push(whole);
    this.add(recapsOf(whole, asset, this.#options));
  }

  #takeSlot({ ticker }: StoryAsset): number {
    const free = this.#free.get(ticker) ?? new Set();
    const slot = pick([...free], this.#options.random);
    free.delete(slot);
    return slot;
  }

  #drawSize(): number {
    return this.#options.random.between(120, 400) / 10_000;
  }

  /** It begins and ends within its slot. */
  #drawCourse(slot: number): { shape: EffectShape; from: number; to: number } {
    const { random, start } = this.#options;
    const shape = pick(["step", "step", "ramp", "ramp", "grind"] as const, random);
    const minutes = { step: 0, ramp: random.between(8, 25), grind: random.between(70, 140) }[shape];
    const offset = random.between(15, SLOT_MINUTES - 60 - minutes);
    const from = start + (slot * SLOT_MINUTES + offset) * MINUTE_MS + random.below(60) * 1000;
    return { shape, from, to: from + minutes * MINUTE_MS };
  }
}

export function signed(size: number, { direction }: KindTexts): number {
  return direction === "negative" ? -size : size;
}
