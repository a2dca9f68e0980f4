/**
 * Makes and judges signals, minute by minute, as the stored rows arrive.
 * Any number of replicas may follow: each moves the cursor only from where it read it, in the
 * transaction that writes the rows. Everything that is read besides bars is stored as triggers, so
 * a replay of them finds the same signals and ends.
 */

import { eq } from "drizzle-orm";
import { signalCursors } from "#lib/catalysts/schema/signals.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { judge } from "./judge-signal.ts";
import { SIGNAL_PARAMETERS, SIGNALS_HASH } from "./parameters.ts";
import type { ReadPriceTicks } from "./price-ticks.ts";
import { readCloses, readReached } from "./read-minutes.ts";
import { type EarnedByRule, readActive, readEarned, withEnd } from "./read-state.ts";
import { type Found, findTriggers, readRuleInput } from "./read-triggers.ts";
import { type EndedSignal, makeSignal, type SignalRow, type TriggerRow } from "./signal.ts";
import { type MadeRun, SIGNALS_CURSOR, storeRun } from "./store-signals.ts";

/** How far the clock of the bars may be ahead of this one. */
const CLOCKS_MS = 2_000;

type Reads = Parameters<Parameters<Database["transaction"]>[0]>[0];

export class SignalFollower {
  readonly #db: Database;
  readonly #priceTicks: ReadPriceTicks;
  #minute: number | undefined;

  constructor(db: Database, priceTicks: ReadPriceTicks) {
    this.#db = db;
    this.#priceTicks = priceTicks;
  }

  /**
   * Takes the minutes that are due. `now` is in Unix milliseconds.
   * @throws the database's error; the next run continues
   */
  async run(now: number): Promise<void> {
    // Only saves reads: even with differing clocks, the next minute has not ended.
    const from = this.#minute ?? Number.NaN;
    if (now >= from && now < from + MINUTE_MS - CLOCKS_MS) return;
    const reached = await readReached(this.#db);
    if (reached === undefined || reached <= (this.#minute ?? 0)) return;
    // Signals end even without the venue. Triggers need its price ticks, so they wait until they
    // are too old.
    const ticks = await this.#priceTicks().catch(() => undefined);
    const made = await this.#db.transaction((tx) => makeRun(tx, { ticks, now }), {
      isolationLevel: "repeatable read",
    });
    if (made === undefined) return;
    const isStored = await storeRun(this.#db, made);
    this.#minute = isStored ? made.until : undefined;
  }
}

type Present = { ticks: ReadonlyMap<string, string> | undefined; now: number };

/** Reads in one snapshot. */
async function makeRun(db: Reads, { ticks, now }: Present): Promise<MadeRun | undefined> {
  const reached = await readReached(db);
  const from = await readCursor(db);
  if (reached === undefined || (from !== undefined && reached <= from)) return undefined;
  const run = { from, until: reached, now };
  // Nothing from before the first start is judged, because a record computed afterwards could be
  // mistaken for a live one.
  if (from === undefined) return { ...run, ended: [], triggers: [], signals: [] };
  const active = await readActive(db);
  const ended = await findEnds(db, active, run);
  const isLate = now - reached >= SIGNAL_PARAMETERS.lateMs;
  const found = isLate || ticks === undefined ? [] : await findTriggers(db, reached);
  if (ticks === undefined || found.length === 0)
    return { ...run, ended, triggers: [], signals: [] };
  const triggers = found.map((one) => triggerOf(one, ticks, run));
  const over = new Set(ended.map(({ signal }) => signal.id));
  const earned = ended.reduce(withEnd, await readEarned(db));
  const state = { active: active.filter(({ id }) => !over.has(id)), earned };
  return { ...run, ended, triggers, signals: await makeSignals(db, triggers, state) };
}

function triggerOf(
  found: Found,
  ticks: ReadonlyMap<string, string>,
  { until, now }: { until: number; now: number },
): TriggerRow {
  return {
    ...found,
    priceTick: ticks.get(found.market) ?? null,
    minute: until,
    recordedAt: new Date(now),
    parametersHash: SIGNALS_HASH,
  };
}

/** `undefined` before the first start. */
async function readCursor(db: Pick<Database, "select">): Promise<number | undefined> {
  const [cursor] = await db
    .select()
    .from(signalCursors)
    .where(eq(signalCursors.name, SIGNALS_CURSOR));
  return cursor?.minute;
}

/**
 * Judges each signal by all its minutes, so the result does not depend on how the minutes are split
 * into runs.
 */
export async function findEnds(
  db: Pick<Database, "select">,
  active: readonly SignalRow[],
  { until, now }: { until: number; now: number },
): Promise<EndedSignal[]> {
  const ended: EndedSignal[] = [];
  for (const signal of active) {
    const { market, minute, expiresAt } = signal;
    const range = { from: minute, until: Math.min(until, expiresAt) };
    const ending = judge(signal, await readCloses(db, market, range), until);
    if (ending !== undefined) ended.push({ signal, ending, recordedAt: new Date(now) });
  }
  return ended;
}

/** @param state after the minute of the triggers was judged */
export async function makeSignals(
  db: Reads,
  triggers: readonly TriggerRow[],
  state: { active: readonly SignalRow[]; earned: EarnedByRule },
): Promise<SignalRow[]> {
  const signals: SignalRow[] = [];
  for (const trigger of triggers) {
    const { rule, market, minute } = trigger;
    // A rule makes one signal per market at a time. Several would repeat one prediction, and their
    // results would count several times.
    const isBusy = [...state.active, ...signals].some(
      (one) => one.rule === rule && one.market === market,
    );
    const input = isBusy ? undefined : await readRuleInput(db, trigger);
    if (input === undefined) continue;
    const span = Math.max(SIGNAL_PARAMETERS.surprise.volatility, SIGNAL_PARAMETERS.momentum + 1);
    const range = { from: minute - span * MINUTE_MS, until: minute };
    const closes = await readCloses(db, market, range);
    const signal = makeSignal({ trigger, input, closes, earned: state.earned[rule] });
    if (signal !== undefined) signals.push(signal);
  }
  return signals;
}
