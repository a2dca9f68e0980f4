/**
 * Runs the detector over the stored minutes, and stores what it finds.
 *
 * A replica that takes over starts from the stored state and reads the minutes after it again, up
 * to the cursor, without writing. Any number of replicas may follow: each moves the cursor only
 * from where it read it. A replica that loses reads its position again.
 */

import { setImmediate as othersFirst } from "node:timers/promises";
import { catalystCursors } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { barStart } from "#lib/protocol/kline.ts";
import { type DetectorState, detectInTurns } from "./detect-moves.ts";
import {
  advance,
  type DetectorPosition,
  MOVES_CURSOR,
  readCursor,
  readStoredPosition,
} from "./detector-position.ts";
import { type DetectorMinute } from "./minute.ts";
import {
  findFurthest,
  HeadWatch,
  type MarketProgress,
  type MinuteInputs,
  planMinutes,
  WAIT_MS,
} from "./minute-inputs.ts";
import { type FoundChange, storeMinutes } from "./move-store.ts";
import { MOVE_PARAMETERS } from "./parameters.ts";
import { readProgress, readStoredMinutes } from "./stored-minutes.ts";

/** How far back the first start reaches. */
const FIRST_MS = 30 * 86_400_000;
/**
 * On its first start, the follower waits at most this long for the history of all markets; then it
 * starts with what is stored.
 */
const FIRST_WAIT_MS = 300_000;
/** Stored bars count as live when they end at most this long before now. */
const LIVE_MS = 2 * MINUTE_MS;
/** How far the clock of the bars may be ahead of this one. */
const CLOCKS_MS = 2_000;
/** How many minute rows are read at once, and how many are processed before other work may run. */
const ROWS_AT_ONCE = 3_000;
const ROWS_A_TURN = 400;

export type MinuteFollowerOptions = {
  db: Database;
  /** When this replica started to follow, in Unix milliseconds. */
  since: number;
  /** The most minutes that are stored together. */
  minutesAtOnce?: number;
};

export class MinuteFollower {
  readonly #options: MinuteFollowerOptions;
  readonly #watch: HeadWatch;
  #position: DetectorPosition | undefined;

  constructor(options: MinuteFollowerOptions) {
    this.#options = options;
    this.#watch = new HeadWatch(options.since);
  }

  /**
   * Takes the minutes that are due. `now` is in Unix milliseconds.
   * @throws the database's error; the next run continues
   */
  async run(now: number, signal?: AbortSignal): Promise<void> {
    // Only saves reads: since clocks differ, this check does not decide that a minute has ended.
    const from = this.#position?.minute ?? Number.NaN;
    if (now >= from && now < from + MINUTE_MS - CLOCKS_MS) return;
    while (signal?.aborted !== true && (await this.#takePart(now)));
  }

  /** @returns false when nothing more is due */
  async #takePart(now: number): Promise<boolean> {
    const { db } = this.#options;
    const progress = await readProgress(db, this.#position?.inputs.markets);
    // The position in memory may be behind the stored one. Then nothing is written, and the
    // position is read again.
    const position = this.#position ?? (await this.#findPosition(progress, now));
    if (position === undefined) return false;
    const { minute } = position;
    const since = this.#watch.note(progress, minute, now);
    const plan = planMinutes({ minute, progress, inputs: position.inputs, now, since });
    if (plan === undefined) return false;
    const until = Math.min(plan.until, minute + this.#minutesAtOnce(progress) * MINUTE_MS);
    const inputs = position.inputs.with(plan.changes);
    const minutes = await readStoredMinutes(db, inputs, { from: minute, until });
    const { state, changes } = await findMoves(position.state, minutes);
    const next = advance(position, { minute: until, state, inputs }, now);
    const isStored = await storeMinutes(db, {
      cursor: MOVES_CURSOR,
      from: minute,
      until,
      inputs: plan.changes,
      changes,
      statePart: next.statePart,
      now,
    });
    this.#position = isStored ? next.position : undefined;
    return !isStored || until < findFurthest(progress);
  }

  #minutesAtOnce({ length }: readonly MarketProgress[]): number {
    const { minutesAtOnce = Number.POSITIVE_INFINITY } = this.#options;
    return Math.min(minutesAtOnce, Math.ceil(ROWS_AT_ONCE / length));
  }

  async #findPosition(
    progress: readonly MarketProgress[],
    now: number,
  ): Promise<DetectorPosition | undefined> {
    const { db, since } = this.#options;
    if ((await readCursor(db)) === undefined)
      await begin(db, firstMinute(progress, { now, since }));
    this.#position = await readPosition(db);
    return this.#position;
  }
}

/** `undefined` while the history is still being stored. */
function firstMinute(
  progress: readonly MarketProgress[],
  { now, since }: { now: number; since: number },
): number | undefined {
  const isReady = ({ oldest, priceEnd }: MarketProgress) =>
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

/** The stored position, replayed up to the cursor; `undefined` before the first start. */
async function readPosition(db: Database): Promise<DetectorPosition | undefined> {
  const stored = await readStoredPosition(db);
  if (stored === undefined) return undefined;
  const { minute, stateMinute, inputs } = stored;
  const { state } = await replayMinutes(db, stored.state, inputs, {
    from: stateMinute,
    until: minute,
  });
  return { ...stored, state };
}

/** Runs the detector again over the stored minutes from `from` to `until`. */
export async function replayMinutes(
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
    const found = await findMoves(state, await readStoredMinutes(db, inputs, part));
    state = found.state;
    changes.push(...found.changes);
  }
  return { state, changes };
}

async function findMoves(
  before: DetectorState,
  minutes: readonly DetectorMinute[],
): Promise<{ state: DetectorState; changes: FoundChange[] }> {
  const context = { parameters: MOVE_PARAMETERS, releases: [] };
  const changes: FoundChange[] = [];
  let state = before;
  // The rows were just parsed, which already used this turn.
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
