/** Revisions of moves are read in whole minutes, without gaps. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { moveAt, storeFound } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { readChangedMoves } from "./stored-moves.ts";

const DETECTOR = { fromMinute: 0, parametersHash: MOVES_HASH };

const at = (minutes: number) => Date.UTC(2026, 4, 1, 12) + minutes * 60_000;

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.$client.end());

test("a minute with more revisions than are read at once is read whole", async () => {
  const found = (minute: number, ...markets: string[]) =>
    storeFound(db, at(minute), ...markets.map((market) => moveAt(at(minute), { market })));
  await found(1, "BTCUSDC");
  await found(2, "BTCUSDC", "ETHUSDC", "SOLUSDC");
  await found(3, "ETHUSDC");
  const read = async (from: number) => {
    const { moves, until } = await readChangedMoves(db, DETECTOR, {
      from: at(from),
      until: at(5),
      most: 2,
    });
    return [moves.map(({ move }) => move.market).toSorted(), until];
  };
  expect(await read(0)).toEqual([["BTCUSDC"], at(1)]);
  expect(await read(1)).toEqual([["BTCUSDC", "ETHUSDC", "SOLUSDC"], at(2)]);
  expect(await read(2)).toEqual([["ETHUSDC"], at(5)]);
});
