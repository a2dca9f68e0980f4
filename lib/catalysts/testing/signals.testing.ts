/**
 * Markets, moves, causes and numbers as other parts store them, and the signals that follow,
 * recomputed from the stored triggers.
 */

import { asc, eq, max } from "drizzle-orm";
import { MOVES_CURSOR } from "#lib/catalysts/moves/detector-position.ts";
import type { Move } from "#lib/catalysts/moves/move.ts";
import { WATERMARK } from "#lib/catalysts/passes/watermark.ts";
import { calendarRevisions } from "#lib/catalysts/schema/calendar.ts";
import {
  catalystCursors,
  catalystInputs,
  catalystWatermarks,
  moveExplanations,
  moveRevisions,
} from "#lib/catalysts/schema/catalysts.ts";
import {
  signalCursors,
  signalEvents,
  signals,
  signalTriggers,
} from "#lib/catalysts/schema/signals.ts";
import { findEnds, makeSignals } from "#lib/catalysts/signals/follow-signals.ts";
import { NOTHING_EARNED, withEnd } from "#lib/catalysts/signals/read-state.ts";
import type { EndedSignal, SignalRow } from "#lib/catalysts/signals/signal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { MoveVerdict } from "#lib/protocol/market-knowledge.ts";
import { moveAt } from "./engine-inputs.testing.ts";
import { storeBars } from "./stored-markets.testing.ts";

export const TICKS: ReadonlyMap<string, string> = new Map([
  ["BTCUSDC", "0.5"],
  ["ETHUSDC", "0.01"],
  ["SOLUSDC", "0.001"],
]);
export const CATALYST = "evt_0123456789abcdef01234567";

/**
 * The world from a minute on: each market's bars are stored, detected and passed up to the same
 * minute.
 */
export class SignalWorld {
  readonly db: Database;
  readonly begins: number;
  #minute: number;

  /** @param begins start of the first minute, Unix milliseconds */
  constructor(db: Database, begins: number) {
    this.db = db;
    this.begins = begins;
    this.#minute = begins;
  }

  /** Start of the next minute, which is the end of the last one. */
  get now(): number {
    return this.#minute;
  }

  async begin(): Promise<void> {
    const { db, begins: minute } = this;
    await db
      .insert(catalystCursors)
      .values({ name: MOVES_CURSOR, begins: minute, minute, stateMinute: minute });
    await db
      .insert(catalystWatermarks)
      .values({ name: WATERMARK, at: new Date(minute), newsSeq: 0, moveMinute: minute });
    await db.insert(catalystInputs).values(
      [...TICKS.keys()].map((market) => ({
        cursor: MOVES_CURSOR,
        market,
        part: "price" as const,
        start: minute,
        isRead: true,
      })),
    );
  }

  /** Stores the next minutes, one per close. Markets without closes get no bar. */
  async bars(closes: Readonly<Record<string, readonly number[]>>): Promise<void> {
    const minutes = Math.max(...Object.values(closes).map(({ length }) => length));
    for (const [market, own] of Object.entries(closes)) {
      await storeBars(this.db, { market, from: this.#minute, closes: own });
    }
    await this.passQuietly(minutes);
  }

  /** Lets this many minutes pass without a price. */
  async passQuietly(minutes: number): Promise<void> {
    this.#minute += minutes * MINUTE_MS;
    const minute = this.#minute;
    await this.db.update(catalystCursors).set({ minute });
    await this.db.update(catalystWatermarks).set({ at: new Date(minute), moveMinute: minute });
  }

  /** Stores a move that opened at the end of the last minute. */
  async move(change: Partial<Move> = {}): Promise<Move> {
    const move = moveAt(this.#minute, change);
    const { facts, fromPrice, extremePrice, id: moveId, ...rest } = move;
    const [known] = await this.db
      .select({ revision: max(moveRevisions.revision) })
      .from(moveRevisions)
      .where(eq(moveRevisions.moveId, moveId));
    await this.db.insert(moveRevisions).values({
      ...rest,
      ...facts,
      moveId,
      fromPrice: String(fromPrice),
      extremePrice: String(extremePrice),
      revision: (known?.revision ?? 0) + 1,
      kind: move.endedAt === null ? "opened" : "ended",
      minuteEnd: this.#minute,
      recordedAt: new Date(this.#minute),
    });
    return move;
  }

  /** Explains a move. @param recordedAt default: the end of the last minute */
  async explain(
    moveId: string,
    verdict: MoveVerdict = "attributed",
    recordedAt = new Date(this.#minute),
  ): Promise<void> {
    const [known] = await this.db
      .select({ revision: max(moveExplanations.revision) })
      .from(moveExplanations)
      .where(eq(moveExplanations.moveId, moveId));
    const revision = (known?.revision ?? 0) + 1;
    const terms = { time: 1, asset: 1, scope: 0, direction: 1 };
    const others = { authority: 1, voices: 0, novelty: 0, surprise: 0 };
    const candidate = {
      catalyst_id: CATALYST,
      headline: "Bridge drained",
      type: "hack" as const,
      probability: 0.9,
      terms: { ...terms, ...others },
    };
    await this.db.insert(moveExplanations).values({
      moveId,
      revision,
      recordedAt,
      verdict,
      catalystId: CATALYST,
      probability: 0.9,
      explanation: {
        verdict,
        probability: 0.9,
        none_probability: 0.05,
        candidates: [candidate],
        mechanics: [],
        revision,
        recorded_at: recordedAt.toISOString(),
      },
    });
  }

  /** Publishes a number of the calendar at the end of the last minute. */
  async release(change: Partial<typeof calendarRevisions.$inferInsert> = {}): Promise<void> {
    await this.db.insert(calendarRevisions).values({
      itemId: "cal_0123456789abcdef01234567",
      revision: 2,
      recordedAt: new Date(this.#minute),
      changed: ["actual", "status"],
      kind: "cpi",
      title: "CPI",
      country: "US",
      scheduledAt: this.#minute - MINUTE_MS,
      precision: "minute",
      period: "2026-04",
      unit: "%",
      forecast: "0.2",
      previous: "0.2",
      actual: "0.4",
      surprise: "0.2",
      surpriseZ: 2.5,
      status: "released",
      source: "sample",
      simulated: true,
      ...change,
    });
  }
}

/** Rows as sorted text, byte for byte as stored. */
export async function storedSignals(db: Database) {
  const ends = await db.select().from(signalEvents);
  return {
    signals: textsOf(await db.select().from(signals)),
    ends: textsOf(
      ends.map(({ signalId, kind, minute, close, result }) => ({
        signalId,
        kind,
        minute,
        close,
        result,
      })),
    ),
  };
}

/** The same rows, recomputed from the stored triggers and from what other parts stored. */
export async function replayedSignals(
  db: Database,
): Promise<Awaited<ReturnType<typeof storedSignals>>> {
  const [cursor] = await db.select().from(signalCursors);
  const triggers = await db
    .select()
    .from(signalTriggers)
    .orderBy(asc(signalTriggers.minute), asc(signalTriggers.rule), asc(signalTriggers.subject));
  const made: SignalRow[] = [];
  const ended: EndedSignal[] = [];
  let active: SignalRow[] = [];
  let earned = NOTHING_EARNED;
  const judgeUntil = async (until: number) => {
    const ends = await findEnds(db, active, { until, now: until });
    ended.push(...ends);
    earned = ends.reduce(withEnd, earned);
    active = active.filter(({ id }) => !ends.some(({ signal }) => signal.id === id));
  };
  for (const minute of new Set(triggers.map((trigger) => trigger.minute))) {
    await judgeUntil(minute);
    const due = triggers.filter((trigger) => trigger.minute === minute);
    const found = await db.transaction((tx) => makeSignals(tx, due, { active, earned }));
    made.push(...found);
    active = [...active, ...found];
  }
  await judgeUntil(cursor?.minute ?? 0);
  return {
    signals: textsOf(made),
    ends: textsOf(ended.map(({ signal, ending }) => ({ signalId: signal.id, ...ending }))),
  };
}

/** Sorts the fields by name, because rows and rules order them differently. */
function textsOf(rows: readonly object[]): string[] {
  return rows
    .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted();
}

/** Minutes, moves, causes and numbers that depend on a seed. */
export class RandomSignals {
  readonly #world: SignalWorld;
  readonly #prices = new Map([...TICKS.keys()].map((market) => [market, 100]));
  readonly #moves: string[] = [];
  #random: number;
  #numbers = 0;

  constructor(world: SignalWorld, seed: number) {
    this.#world = world;
    this.#random = seed;
  }

  /** A whole number from 0 to below `below`. */
  whole(below: number): number {
    this.#random = (this.#random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.#random / 2_147_483_648) * below);
  }

  async step(): Promise<void> {
    await this.#world.bars(this.#minutes(1 + this.whole(20)));
    if (this.whole(2) === 0) await this.#move();
    const explained = this.#moves[this.whole(this.#moves.length)];
    if (explained !== undefined && this.whole(3) > 0) {
      await this.#world.explain(explained, this.whole(4) === 0 ? "possible" : "attributed");
    }
    if (this.whole(6) === 0) {
      this.#numbers += 1;
      const itemId = `cal_${this.#numbers.toString(16).padStart(24, "0")}`;
      const simulated = this.#numbers % 2 === 0;
      await this.#world.release({ itemId, surpriseZ: this.whole(7) - 3, simulated });
    }
  }

  #minutes(count: number): Record<string, number[]> {
    const closes: Record<string, number[]> = {};
    for (const [market, before] of this.#prices) {
      let price = before;
      closes[market] = Array.from({ length: count }, () => {
        price = Number((price * (1 + (this.whole(201) - 100) / 10_000)).toFixed(2));
        return price;
      });
      this.#prices.set(market, price);
    }
    return closes;
  }

  async #move(): Promise<void> {
    const market = [...TICKS.keys()][this.whole(TICKS.size)] ?? "BTCUSDC";
    const price = this.#prices.get(market) ?? 100;
    const isUp = this.whole(2) === 0;
    const isEnded = this.whole(2) === 0;
    const facts = {
      volumeRatio: null,
      openInterestChange: null,
      liquidatedShare: 0.4,
      cascade: isEnded,
      fundingFlip: false,
    };
    const { id } = await this.#world.move({
      market,
      direction: isUp ? "up" : "down",
      fromPrice: price * (isUp ? 0.98 : 1.02),
      extremePrice: price * (isUp ? 1.001 : 0.999),
      size: isUp ? 0.02 : -0.02,
      onset: this.#world.now - MINUTE_MS * (1 + this.whole(5)),
      endedAt: isEnded ? this.#world.now : null,
      endedBy: isEnded ? "quiet" : null,
      facts,
    });
    this.#moves.unshift(id);
    this.#moves.splice(3);
  }
}
