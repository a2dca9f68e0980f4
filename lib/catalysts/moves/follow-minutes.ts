/**
 * Follows the stored minutes with the detector, and stores what it finds.
 *
 * A replica that takes over begins with the stored state and reads the minutes behind it again, up to the cursor, without writing.
 * Any number of replicas may follow: the cursor moves only from where a replica read it, and the others begin again behind it.
 */
import { setImmediate as othersFirst } from "node:timers/promises";
import type { Database } from "#lib/platform/db/client.ts";
import { catalystCursors } from "#lib/platform/db/schema/catalysts.ts";
import { barStart } from "#lib/protocol/kline.ts";
import { type DetectorState, detectInTurns } from "./detect.ts";
import {
  advance,
  type DetectorPlace,
  MOVES_CURSOR,
  readCursor,
  readStoredPlace,
} from "./detector-place.ts";
import { MINUTE_MS, type Minute } from "./minute.ts";
import {
  furthestOf,
  HeadWatch,
  type MinuteInputs,
  type Progress,
  planMinutes,
  WAIT_MS,
} from "./minute-inputs.ts";
import { type FoundChange, storeMinutes } from "./move-store.ts";
import { MOVE_PARAMETERS } from "./parameters.ts";
import { readMinutes, readProgress } from "./stored-minutes.ts";

/** How far back the first start reaches. */
const FIRST_MS = 30 * 86_400_000;
/** The first start waits for markets whose past is still being stored, for at most this long: it begins with less of it only then. */
const FIRST_WAIT_MS = 300_000;
/** Bars are as far as the clock when they end at most this long before it. */
const LIVE_MS = 2 * MINUTE_MS;
/** The clock of the bars is at most so far ahead. */
const CLOCKS_MS = 2_000;
/** Minutes of one market that are read at once, and that are taken before other work has its turn. */
const ROWS_AT_ONCE = 3_000;
const ROWS_A_TURN = 400;

export type FollowerOptions = {
  db: Database;
  /** When this replica began to follow, in Unix milliseconds. */
  since: number;
  /** Minutes that are stored together, at most. */
  minutesAtOnce?: number;
};

export class MinuteFollower {
  readonly #options: FollowerOptions;
  readonly #watch: HeadWatch;
  #place: DetectorPlace | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#watch = new HeadWatch(options.since);
  }

  /** Takes the minutes that are due. `now` in Unix milliseconds. @throws the database's error; the next run goes on */
  async run(now: number, signal?: AbortSignal): Promise<void> {
    // Only spares reads: where the two clocks differ, it is not taken for the end of the minute.
    const from = this.#place?.minute ?? Number.NaN;
    if (now >= from && now < from + MINUTE_MS - CLOCKS_MS) return;
    while (signal?.aborted !== true && (await this.#takePart(now)));
  }

  /** @returns false when nothing more is due */
  async #takePart(now: number): Promise<boolean> {
    const { db } = this.#options;
    const progress = await readProgress(db, this.#place?.inputs.markets);
    // A place in memory may be behind the stored one: then nothing is written, and it is read again.
    const place = this.#place ?? (await this.#findPlace(progress, now));
    if (place === undefined) return false;
    const { minute } = place;
    const since = this.#watch.note(progress, minute, now);
    const plan = planMinutes({ minute, progress, inputs: place.inputs, now, since });
    if (plan === undefined) return false;
    const until = Math.min(plan.until, minute + this.#minutesAtOnce(progress) * MINUTE_MS);
    const inputs = place.inputs.with(plan.changes);
    const minutes = await readMinutes(db, inputs, { from: minute, until });
    const { state, changes } = await findMoves(place.state, minutes);
    const next = advance(place, { minute: until, state, inputs }, now);
    const isStored = await storeMinutes(db, {
      cursor: MOVES_CURSOR,
      from: minute,
      until,
      inputs: plan.changes,
      changes,
      statePart: next.statePart,
      now,
    });
    this.#place = isStored ? next.place : undefined;
    return !isStored || until < furthestOf(progress);
  }

  #minutesAtOnce({ length }: readonly Progress[]): number {
    const { minutesAtOnce = Number.POSITIVE_INFINITY } = this.#options;
    return Math.min(minutesAtOnce, Math.ceil(ROWS_AT_ONCE / length));
  }

  async #findPlace(progress: readonly Progress[], now: number): Promise<DetectorPlace | undefined> {
    const { db, since } = this.#options;
    if ((await readCursor(db)) === undefined)
      await begin(db, firstMinute(progress, { now, since }));
    this.#place = await readPlace(db);
    return this.#place;
  }
}

/** `undefined` while the bars of the past are being stored. */
function firstMinute(
  progress: readonly Progress[],
  { now, since }: { now: number; since: number },
): number | undefined {
  const isReady = ({ oldest, priceEnd }: Progress) =>
    priceEnd >= now - LIVE_MS && oldest <= now - FIRST_MS + LIVE_MS;
  const isLongEnough = now >= since + FIRST_WAIT_MS || progress.every(isReady);
  if (progress.length === 0 || now < since + WAIT_MS || !isLongEnough) return undefined;
  const oldest = Math.min(...progress.map((market) => market.oldest));
  return Math.max(oldest, barStart("1m", now - FIRST_MS));
}

async function begin(db: Database, minute: number | undefined): Promise<void> {
  if (minute === undefined) return;
  await db
    .insert(catalystCursors)
    .values({ name: MOVES_CURSOR, begins: minute, minute, stateMinute: minute })
    .onConflictDoNothing();
}

/** The place that is stored, brought to the cursor; `undefined` before the first start. */
async function readPlace(db: Database): Promise<DetectorPlace | undefined> {
  const stored = await readStoredPlace(db);
  if (stored === undefined) return undefined;
  const { minute, stateMinute, inputs } = stored;
  const { state } = await replay(db, stored.state, inputs, { from: stateMinute, until: minute });
  return { ...stored, state };
}

/** What a detector finds again in the stored minutes from `from` up to `until`. */
export async function replay(
  db: Pick<Database, "execute">,
  before: DetectorState,
  inputs: MinuteInputs,
  { from, until }: { from: number; until: number },
): Promise<{ state: DetectorState; changes: FoundChange[] }> {
  const changes: FoundChange[] = [];
  const lengthMs = Math.ceil(ROWS_AT_ONCE / Math.max(1, inputs.markets.length)) * MINUTE_MS;
  let state = before;
  for (let start = from; start < until; start += lengthMs) {
    const part = { from: start, until: Math.min(until, start + lengthMs) };
    const found = await findMoves(state, await readMinutes(db, inputs, part));
    state = found.state;
    changes.push(...found.changes);
  }
  return { state, changes };
}

async function findMoves(
  before: DetectorState,
  minutes: readonly Minute[],
): Promise<{ state: DetectorState; changes: FoundChange[] }> {
  const context = { parameters: MOVE_PARAMETERS, releases: [] };
  const changes: FoundChange[] = [];
  let state = before;
  // What was read was just parsed: that was a turn of its own.
  let rows = 0;
  if (minutes.length > 0) await othersFirst();
  for (const minute of minutes) {
    const found = await inTurns(detectInTurns(state, minute, context));
    state = found.state;
    const minuteEnd = minute.start + MINUTE_MS;
    for (const change of found.changes) changes.push({ ...change, minuteEnd });
    rows += minute.markets.length + 1;
    if (rows < ROWS_A_TURN) continue;
    rows = 0;
    await othersFirst();
  }
  return { state, changes };
}

async function inTurns<Result>(turns: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
    await othersFirst();
  }
}
