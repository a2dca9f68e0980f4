/** A database of moves for tests of their readers, behind `database()`. */

import { type Move, makeIncidentId, makeMoveId } from "#lib/catalysts/moves/move.ts";
import { storeMinutes } from "#lib/catalysts/moves/move-store.ts";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { catalystCursors, moveExplanations } from "#lib/catalysts/schema/catalysts.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { MoveVerdict } from "#lib/protocol/market-knowledge.ts";
import type { MoveExplanation } from "#lib/protocol/wire/catalysts.ts";

const CURSOR = "moves";
export const EXPLAINING = "evt_0123456789abcdef01234567";

/** A fall of 5 % that opened at this time, as the current parameters find it. */
export function fallAt(openedAt: number, change: Partial<Move> = {}): Move {
  const market = change.market ?? "BTCUSDC";
  const hash = change.parametersHash ?? MOVES_HASH;
  const onset = openedAt - MINUTE_MS;
  const id = makeMoveId({ market, direction: "down", onset, parametersHash: hash });
  return {
    id,
    incidentId: makeIncidentId(id),
    market,
    direction: "down",
    rule: "z",
    scope: "single",
    openedAt,
    onset,
    fromPrice: 65_432.1,
    extremePrice: 0.000_000_1,
    extremeAt: openedAt,
    endedAt: null,
    endedBy: null,
    size: -0.05,
    z: -7.25,
    horizon: 5,
    facts: {
      volumeRatio: 3.5,
      openInterestChange: null,
      liquidatedShare: 0.4,
      cascade: true,
      fundingFlip: false,
    },
    parametersHash: hash,
    ...change,
  };
}

export class StoredMoves {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async open(): Promise<StoredMoves> {
    const db = await testDatabase();
    setDatabase(db);
    return new StoredMoves(db);
  }

  /** Explains a move with this verdict and one candidate. */
  async explain(moveId: string, verdict: MoveVerdict): Promise<void> {
    const probability = verdict === "pending" ? null : 0.5;
    const terms = { time: 1, asset: 1, scope: 0, direction: 1 };
    const others = { authority: 1, voices: 0, novelty: 0, surprise: 0 };
    const candidate = {
      catalyst_id: EXPLAINING,
      headline: "Bridge drained",
      type: "hack" as const,
      probability: 0.5,
      terms: { ...terms, ...others },
    };
    const explanation: MoveExplanation = {
      verdict,
      probability,
      none_probability: 0.5,
      candidates: [candidate],
      mechanics: [],
      revision: 1,
      recorded_at: new Date(0).toISOString(),
    };
    await this.#db.insert(moveExplanations).values({
      moveId,
      revision: 1,
      recordedAt: new Date(0),
      verdict,
      catalystId: EXPLAINING,
      probability,
      explanation,
    });
  }

  async close(): Promise<void> {
    setDatabase(undefined);
    await this.#db.$client.end();
  }

  /** Stores these states, each as a revision of its move. */
  async store(...states: readonly Move[]): Promise<void> {
    const cursor = { name: CURSOR, begins: 0, minute: 0, stateMinute: 0 };
    const target = catalystCursors.name;
    await this.#db
      .insert(catalystCursors)
      .values(cursor)
      .onConflictDoUpdate({ target, set: cursor });
    const changes = states.map((move) => ({ kind: "opened" as const, move, minuteEnd: 0 }));
    const taken = { cursor: CURSOR, from: 0, until: MINUTE_MS, inputs: [], changes, now: 0 };
    await storeMinutes(this.#db, taken);
  }
}
