/**
 * Makes passes: each reads what is new since the watermark, and stores what follows from it.
 *
 * Any number of replicas may follow: the watermark moves only from where a replica read it. Who loses writes nothing, and reads its
 * state again from the rows.
 */
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { catalystWatermarks } from "#lib/platform/db/schema/catalysts.ts";
import { IDLE } from "#lib/platform/repeated-task.ts";
import { type EngineState, NO_INPUTS } from "./engine-state.ts";
import { loadState } from "./load-state.ts";
import { type NextPass, readNext } from "./read-inputs.ts";
import { isNothingDue, runPass } from "./run-pass.ts";
import { isIdle, storePass } from "./store-pass.ts";
import { readWatermark, WATERMARK, type Watermark } from "./watermark.ts";

/** While nothing happens the watermark is written this often: answers tell of no later time. */
export const STILL_MS = 2_000;

type Place = { watermark: Watermark; state: EngineState };

export class PassFollower {
  readonly #db: Database;
  readonly #movesHash: string;
  #place: Place | undefined;

  /** @param movesHash of the figures of the detector whose moves it reads */
  constructor(db: Database, movesHash = MOVES_HASH) {
    this.#db = db;
    this.#movesHash = movesHash;
  }

  /**
   * Takes what is new. `now` in Unix milliseconds. @returns IDLE when nothing falls due before the watermark is written again
   * @throws the database's error; the next run goes on
   */
  async run(now: number, signal?: AbortSignal): Promise<typeof IDLE | undefined> {
    while (signal?.aborted !== true && (await this.#makePass(now)));
    const state = this.#place?.state;
    return state !== undefined && isNothingDue(state, NO_INPUTS, now + STILL_MS) ? IDLE : undefined;
  }

  /** For tests: what the engine knows. */
  get state(): EngineState | undefined {
    return this.#place?.state;
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
    this.#place = isStored ? { watermark: to, state } : undefined;
    return isFull;
  }

  /** In one snapshot, so that a state is that of its watermark. */
  async #read(now: number): Promise<Place & { next: NextPass }> {
    if (this.#place === undefined && (await readWatermark(this.#db)) === undefined) {
      const begin = { name: WATERMARK, at: new Date(now), newsSeq: 0, moveMinute: 0 };
      await this.#db.insert(catalystWatermarks).values(begin).onConflictDoNothing();
    }
    return this.#db.transaction(
      async (tx) => {
        const watermark = await readWatermark(tx);
        if (watermark === undefined) throw new Error("the watermark of catalysts is gone");
        const place = this.#place;
        const state =
          place?.watermark.at === watermark.at ? place.state : await loadState(tx, watermark);
        const options = { now, movesHash: this.#movesHash };
        return { watermark, state, next: await readNext(tx, watermark, options) };
      },
      { isolationLevel: "repeatable read" },
    );
  }
}
