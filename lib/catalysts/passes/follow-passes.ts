/**
 * Makes passes: each reads what is new since the watermark, and stores what follows from it.
 * Any number of replicas may follow: each moves the watermark only from where it read it. A replica
 * that loses writes nothing and reads its state again.
 */
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { catalystWatermarks } from "#lib/catalysts/schema/catalysts.ts";
import { IDLE } from "#lib/kernel/time/repeated-task.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { type EngineState, NO_INPUTS } from "./engine-state.ts";
import { loadState } from "./load-state.ts";
import { type NextPass, readNext } from "./read-inputs.ts";
import { isNothingDue, runPass } from "./run-pass.ts";
import { isIdle, storePass } from "./store-pass.ts";
import { readWatermark, WATERMARK, type Watermark } from "./watermark.ts";

/**
 * When nothing happens, the watermark is written this often. No answer is of a later time than the
 * watermark.
 */
export const STILL_MS = 2_000;

type Position = { watermark: Watermark; state: EngineState };

export class PassFollower {
  readonly #db: Database;
  readonly #movesHash: string;
  #position: Position | undefined;

  /** @param movesHash the parameters of the detector whose moves are read */
  constructor(db: Database, movesHash = MOVES_HASH) {
    this.#db = db;
    this.#movesHash = movesHash;
  }

  /**
   * Processes what is new. `now` is in Unix milliseconds.
   * @returns IDLE when nothing falls due before the watermark is written again
   * @throws the database's error; the next run continues
   */
  async run(now: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    while (signal?.aborted !== true && (await this.#makePass(now)));
    const state = this.#position?.state;
    return state !== undefined && isNothingDue(state, NO_INPUTS, now + STILL_MS) ? IDLE : undefined;
  }

  /** The engine's state, for tests. */
  get state(): EngineState | undefined {
    return this.#position?.state;
  }

  /** @returns true when there may be more to read */
  async #makePass(now: number): Promise<boolean> {
    const db = this.#db;
    const { watermark: from, state: before, next } = await this.#read(now);
    const { inputs, newsSeq, moveMinute, detector, isFull } = next;
    const learned = inputs.reports.map(({ recordedAt }) => recordedAt);
    const at = Math.max(now, from.at + 1, ...learned);
    const { state, outputs } = runPass(before, inputs, at);
    const to = { at, newsSeq, moveMinute };
    const isStill = newsSeq === from.newsSeq && moveMinute === from.moveMinute;
    if (isStill && isIdle(inputs, outputs) && at - from.at < STILL_MS) return false;
    const isStored = await storePass(db, { from, to, inputs, outputs, detector });
    this.#position = isStored ? { watermark: to, state } : undefined;
    return isFull;
  }

  /** Reads in one snapshot, so that the state belongs to its watermark. */
  async #read(now: number): Promise<Position & { next: NextPass }> {
    if (this.#position === undefined && (await readWatermark(this.#db)) === undefined) {
      const begin = { name: WATERMARK, at: new Date(now), newsSeq: 0, moveMinute: 0 };
      await this.#db.insert(catalystWatermarks).values(begin).onConflictDoNothing();
    }
    return this.#db.transaction(
      async (tx) => {
        const watermark = await readWatermark(tx);
        if (watermark === undefined) throw new Error("the watermark of catalysts is gone");
        const position = this.#position;
        const state =
          position?.watermark.at === watermark.at ? position.state : await loadState(tx, watermark);
        const options = { now, movesHash: this.#movesHash };
        return { watermark, state, next: await readNext(tx, watermark, options) };
      },
      { isolationLevel: "repeatable read" },
    );
  }
}
