/** A database of moves for tests of those who read them, behind `database()`. */
import { incidentOf, type Move, moveId } from "#lib/catalysts/moves/move.ts";
import { storeMinutes } from "#lib/catalysts/moves/move-store.ts";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { catalystCursors } from "#lib/platform/db/schema/catalysts.ts";

const MINUTE = 60_000;
const CURSOR = "moves";

/** A fall of 5 % that opened then, as the current parameters find it. */
export function fallAt(openedAt: number, change: Partial<Move> = {}): Move {
  const market = change.market ?? "BTCUSDC";
  const hash = change.parametersHash ?? MOVES_HASH;
  const onset = openedAt - MINUTE;
  const id = moveId({ market, direction: "down", onset, parametersHash: hash });
  return {
    id,
    incidentId: incidentOf(id),
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

export class ToldMoves {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  static async open(): Promise<ToldMoves> {
    const db = await testDatabase();
    useDatabase(db);
    return new ToldMoves(db);
  }

  async close(): Promise<void> {
    useDatabase(undefined);
    await this.#db.$client.end();
  }

  /** Stores these states, each as a revision of its move. */
  async tell(...told: readonly Move[]): Promise<void> {
    const place = { name: CURSOR, begins: 0, minute: 0, stateMinute: 0 };
    const target = catalystCursors.name;
    await this.#db.insert(catalystCursors).values(place).onConflictDoUpdate({ target, set: place });
    const changes = told.map((move) => ({ kind: "opened" as const, move, minuteEnd: 0 }));
    const taken = { cursor: CURSOR, from: 0, until: MINUTE, inputs: [], changes, now: 0 };
    await storeMinutes(this.#db, taken);
  }
}
