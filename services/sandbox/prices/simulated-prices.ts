/**
 * The simulated market prices: one a second for each market, simulated or replayed, and their history in one-minute bars.
 * Time is pushed in by `advanceTo`, whatever passed since the last call is caught up, so that a restart, a
 * laptop that slept and the first thirty days all take the same path.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import { BarFile } from "./bar-file.ts";
import { extendBar, minuteOf, NO_VOLUME, type PriceBar, type TickBar } from "./bars.ts";
import { type MarketTerms, priceText, priceTicks } from "./market-terms.ts";
import { PriceModel, type StepSeconds } from "./price-model.ts";
import { type Recording, rowsBefore } from "./recording.ts";
import {
  type PricesState,
  type ReplayPosition,
  readState,
  removeState,
  writeState,
} from "./state-file.ts";

export const HISTORY_DAYS = 30;
const MINUTES_A_DAY = 24 * 60;

/** The market that follows a recording. `startAt` is a time of the recording. */
export type Replay = { symbol: string; recording: Recording; speed: number; startAt: number };

/** By what fraction something outside of the model changes a market's price. */
export type PriceEffects = {
  /** From `from` (excluded) to `to`, Unix milliseconds, in 1e-12. The same time always gives the same. */
  returnOf: (market: string, from: number, to: number) => bigint;
};

export type SimulatedPricesOptions = {
  markets: readonly MarketTerms[];
  seed: string;
  /** Folder of the bar files; made when missing. */
  folder: string;
  replay?: Replay | undefined;
  effects?: PriceEffects | undefined;
  /** Length of the history that a first start makes; default {@link HISTORY_DAYS}. */
  historyDays?: number;
};

type Track = {
  terms: MarketTerms;
  file: BarFile;
  /** The running minute. */
  bar: TickBar | undefined;
  /** The price does not move until then, and is published. */
  heldUntil: number;
  /** The price does not move until then, and is not published. */
  frozenUntil: number;
  updatedAt: number;
};

export class SimulatedPrices {
  readonly #model: PriceModel;
  readonly #tracks = new Map<string, Track>();
  readonly #statePath: string;
  readonly #replay: Replay | undefined;
  readonly #historyMinutes: number;
  readonly #effects: PriceEffects | undefined;
  #position: ReplayPosition | undefined;
  /** The second that comes next, Unix milliseconds. */
  #next = 0;

  constructor(options: SimulatedPricesOptions) {
    mkdirSync(options.folder, { recursive: true });
    this.#model = new PriceModel(options.markets, options.seed);
    this.#statePath = join(options.folder, "state.json");
    this.#replay = options.replay;
    this.#historyMinutes = (options.historyDays ?? HISTORY_DAYS) * MINUTES_A_DAY;
    this.#effects = options.effects;
    for (const terms of options.markets) {
      const file = new BarFile(join(options.folder, `${terms.symbol}.csv`));
      const still = { heldUntil: 0, frozenUntil: 0 };
      this.#tracks.set(terms.symbol, { terms, file, bar: undefined, ...still, updatedAt: 0 });
    }
  }

  /**
   * Brings the history up to `now`: `historyDays` at the first start, the time since the last run later.
   * @throws Error when a history file is damaged.
   */
  open(now: number): void {
    const { state, exists } = readState(this.#statePath);
    if (exists) for (const track of this.#tracks.values()) track.file.load();
    const complete = [...this.#tracks.values()].every((track) => track.file.length > 0);
    if (exists && complete) this.#resume(state, now);
    else this.#begin(now);
    this.advanceTo(now);
    this.#save();
  }

  /** Simulates every second up to and including `now`; whole minutes that were missed in larger steps. */
  advanceTo(now: number): void {
    const until = Math.floor(now / SECOND_MS) * SECOND_MS;
    let closed = false;
    while (this.#next <= until) {
      closed = this.#closeBefore(minuteOf(this.#next)) || closed;
      const wholeMinute = this.#next % MINUTE_MS === 0 && this.#next + MINUTE_MS <= until;
      // A recording is walked second by second: coarse steps would miss its extremes.
      if (wholeMinute && !this.#position) this.#step(5, 12);
      else this.#step(1, 1);
    }
    if (closed) this.#save();
  }

  /** The price of every market that is not frozen. */
  current(now: number): Record<string, Decimal> {
    const prices: Record<string, Decimal> = {};
    for (const [symbol, track] of this.#tracks) {
      if (track.frozenUntil <= now) prices[symbol] = this.#price(track);
    }
    return prices;
  }

  status(): Record<string, { price: Decimal; updated_at: number }> {
    const rows = [...this.#tracks].map(([symbol, track]) => [
      symbol,
      { price: this.#price(track), updated_at: track.updatedAt },
    ]);
    return Object.fromEntries(rows) as Record<string, { price: Decimal; updated_at: number }>;
  }

  has(symbol: string): boolean {
    return this.#tracks.has(symbol);
  }

  /** Ticks of a price in this market, `undefined` unless it is a positive multiple of the tick. */
  ticksOf(symbol: string, price: string): bigint | undefined {
    return priceTicks(price, this.#track(symbol).terms.scale);
  }

  tickOf(symbol: string): Decimal {
    return priceText(1n, this.#track(symbol).terms.scale);
  }

  /**
   * Puts a market's price elsewhere, and holds it there until `heldUntil`; a replayed market leaves its recording for
   * good.
   */
  steer(symbol: string, ticks: bigint, heldUntil = 0): void {
    const track = this.#track(symbol);
    track.heldUntil = heldUntil;
    this.#model.steer(symbol, ticks);
    if (this.#position && symbol === this.#replay?.symbol) this.#position.steered = true;
    track.bar = extendBar(track.bar, minuteOf(this.#next - SECOND_MS), ticks);
    this.#save();
  }

  /** Changes a market's price at once, by a fraction of itself in 1e-12; a frozen price stays. */
  shift(symbol: string, change: bigint): void {
    const track = this.#track(symbol);
    if (this.#stillAt(this.#next)?.has(symbol)) return;
    this.#model.shift(symbol, change);
    track.bar = extendBar(track.bar, minuteOf(this.#next - SECOND_MS), this.#model.ticks(symbol));
    this.#save();
  }

  /** Holds a market's price, and keeps it from the stream, until then. */
  freeze(symbol: string, until: number): void {
    this.#track(symbol).frozenUntil = until;
  }

  history(symbol: string, query: { startAt: number; endAt: number; limit: number }): PriceBar[] {
    return this.#track(symbol).file.range(query);
  }

  #track(symbol: string): Track {
    const track = this.#tracks.get(symbol);
    if (!track) throw new RangeError(`no simulated market ${symbol}`);
    return track;
  }

  #price(track: Track): Decimal {
    return priceText(this.#model.ticks(track.terms.symbol), track.terms.scale);
  }

  #begin(now: number): void {
    removeState(this.#statePath);
    for (const track of this.#tracks.values()) track.file.clear();
    const wall = minuteOf(now);
    this.#next = wall - this.#historyMinutes * MINUTE_MS;
    const replay = this.#replay;
    const recorded = replay ? minuteOf(replay.startAt) : 0;
    const past = replay ? rowsBefore(replay.recording, recorded).slice(-this.#historyMinutes) : [];
    const made = new Map<string, TickBar[]>();
    for (const symbol of this.#tracks.keys()) made.set(symbol, []);
    while (this.#next < wall) {
      // A bar needs no more: steps of a second for thirty days would make the first start wait.
      this.#step(15, 4);
      for (const [symbol, track] of this.#tracks) if (track.bar) made.get(symbol)?.push(track.bar);
    }
    for (const [symbol, bars] of made) {
      const replayed = replay?.symbol === symbol;
      const shown = replayed ? joinHistory(bars, { past, replay, recorded, wall }) : bars;
      const track = this.#track(symbol);
      for (const bar of shown) this.#append(track, bar);
      track.bar = undefined;
    }
    if (replay) this.#position = { wall, recorded, steered: false };
  }

  #resume(state: PricesState | undefined, now: number): void {
    const tracks = [...this.#tracks.values()];
    const ends = tracks.map((track) => (track.file.last()?.start ?? 0) + MINUTE_MS);
    const end = Math.max(...ends);
    for (const track of tracks) {
      const last = track.file.last();
      if (!last) continue;
      // A kill between two appends leaves one market a minute behind the others.
      for (let start = last.start + MINUTE_MS; start < end; start += MINUTE_MS) {
        const { close } = last;
        track.file.append({
          start,
          open: close,
          high: close,
          low: close,
          close,
          volume: NO_VOLUME,
        });
      }
      this.#model.steer(track.terms.symbol, priceTicks(last.close, track.terms.scale) ?? 1n);
    }
    if (state) this.#model.restore(state.model);
    this.#position = this.#replay && {
      ...(state?.replay ?? {
        wall: minuteOf(now),
        recorded: minuteOf(this.#replay.startAt),
        steered: false,
      }),
    };
    this.#next = end;
  }

  /** Lets `count` steps of `seconds` pass and adds their prices to the running minute. */
  #step(seconds: StepSeconds, count: number): void {
    const minute = minuteOf(this.#next);
    for (let index = 0; index < count; index += 1) {
      const still = this.#stillAt(this.#next);
      this.#model.step(seconds, still);
      this.#affect(seconds, still);
      this.#follow(this.#next, still);
      for (const [symbol, track] of this.#tracks) {
        track.bar = extendBar(track.bar, minute, this.#model.ticks(symbol));
        if (track.frozenUntil <= this.#next) track.updatedAt = this.#next;
      }
      this.#next += seconds * SECOND_MS;
    }
  }

  #affect(seconds: StepSeconds, still: ReadonlySet<string> | undefined): void {
    if (this.#effects === undefined) return;
    // A step stands for the seconds that it begins, whatever its length: none is counted twice or left out.
    const until = this.#next + (seconds - 1) * SECOND_MS;
    for (const symbol of this.#tracks.keys()) {
      if (still?.has(symbol)) continue;
      const change = this.#effects.returnOf(symbol, this.#next - SECOND_MS, until);
      if (change !== 0n) this.#model.shift(symbol, change);
    }
  }

  /** Sets the replayed market's price; after the last row the simulation continues from its close. */
  #follow(time: number, still: ReadonlySet<string> | undefined): void {
    const replay = this.#replay;
    const position = this.#position;
    if (!replay || !position || position.steered || still?.has(replay.symbol)) return;
    const recorded = position.recorded + Math.floor((time - position.wall) * replay.speed);
    if (recorded >= replay.recording.endsAt) return;
    const ticks = replay.recording.ticksAt(recorded);
    if (ticks !== undefined) this.#model.steer(replay.symbol, ticks);
  }

  #stillAt(time: number): ReadonlySet<string> | undefined {
    let still: Set<string> | undefined;
    for (const [symbol, track] of this.#tracks) {
      if (Math.max(track.heldUntil, track.frozenUntil) > time)
        still = (still ?? new Set()).add(symbol);
    }
    return still;
  }

  /** Appends every running bar that is older than `minute`; true when there was one. */
  #closeBefore(minute: number): boolean {
    let closed = false;
    for (const track of this.#tracks.values()) {
      if (!track.bar || track.bar.start >= minute) continue;
      this.#append(track, track.bar);
      track.bar = undefined;
      closed = true;
    }
    return closed;
  }

  #append(track: Track, bar: TickBar): void {
    const { scale } = track.terms;
    track.file.append({
      start: bar.start,
      open: priceText(bar.open, scale),
      high: priceText(bar.high, scale),
      low: priceText(bar.low, scale),
      close: priceText(bar.close, scale),
      volume: NO_VOLUME,
    });
  }

  #save(): void {
    for (const track of this.#tracks.values()) track.file.flush();
    writeState(this.#statePath, { version: 1, model: this.#model.save(), replay: this.#position });
  }
}

type Join = {
  past: readonly TickBar[];
  replay: Replay | undefined;
  recorded: number;
  /** The minute of the wall at which the recording's minute `recorded` is played. */
  wall: number;
};

/**
 * The history of a replayed market: the rows before the start, moved to end now, and before them simulated
 * bars brought to the level at which the recording begins.
 */
function joinHistory(simulated: readonly TickBar[], join: Join): TickBar[] {
  const moved = join.past.map((row) => ({ ...row, start: row.start - join.recorded + join.wall }));
  const before = simulated.slice(0, simulated.length - moved.length);
  const level = moved[0]?.open ?? join.replay?.recording.ticksAt(join.recorded);
  const last = before.at(-1)?.close;
  if (level === undefined || last === undefined) return [...before, ...moved];
  const scale = (ticks: bigint): bigint => (ticks * level) / last || 1n;
  const levelled = before.map((bar) => ({
    start: bar.start,
    open: scale(bar.open),
    high: scale(bar.high),
    low: scale(bar.low),
    close: scale(bar.close),
  }));
  return [...levelled, ...moved];
}
