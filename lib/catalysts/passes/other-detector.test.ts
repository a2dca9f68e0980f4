/**
 * A detector with other parameters finds the moves of the past again. The old moves are finished
 * and kept.
 */
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MOVES_HASH } from "#lib/catalysts/moves/parameters.ts";
import { readMoves } from "#lib/catalysts/moves/read-moves.ts";
import { readKnownMove } from "#lib/catalysts/reads/read-known-move.ts";
import { catalystDetectors, moveExplanations } from "#lib/catalysts/schema/catalysts.ts";
import {
  moveAt,
  newsAt,
  storeFound,
  storeNews,
} from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { PassFollower } from "./follow-passes.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * 60_000;
const OTHER = "0".repeat(64);

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  const follower = new PassFollower(db);
  await follower.run(at(-1));
  await storeFound(db, at(2), OLD);
  await follower.run(at(2));
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const move = (minute: number, parametersHash = OTHER) =>
  moveAt(at(minute), { market: "SOLUSDC", onset: at(minute - 1), parametersHash });
const OLD = move(2, MOVES_HASH);
const AGAIN = move(1);
const NEW = move(5);

const verdictsOf = async () => {
  const rows = await db
    .select()
    .from(moveExplanations)
    .orderBy(asc(moveExplanations.recordedAt), asc(moveExplanations.moveId));
  return rows.map(({ moveId, verdict }) => [moveId, verdict]);
};
const listed = async () => {
  const { results } = await readMoves({ input: { query: { limit: 50 } } });
  return results.map(({ id }) => id);
};
const knownAt = (id: string, minute?: number) => {
  const query = minute === undefined ? {} : { known_at: new Date(at(minute)).toISOString() };
  return readKnownMove({ input: { params: { id }, query } });
};

/** The other detector starts, finds an old move again, and later revises it. */
async function change(): Promise<PassFollower> {
  const other = new PassFollower(db, OTHER);
  await storeFound(db, at(1), AGAIN);
  await other.run(at(3));
  await storeFound(db, at(5), { ...AGAIN, endedAt: at(5), endedBy: "quiet" }, NEW);
  await other.run(at(5));
  return other;
}

test("a move of the old detector gets its last verdict, and moves of the new one count from the change on", async () => {
  expect(await verdictsOf()).toEqual([[OLD.id, "pending"]]);
  const other = await change();
  await other.run(at(7));
  const verdicts = await verdictsOf();
  const said = (id: string) => verdicts.filter(([moveId]) => moveId === id).map(([, one]) => one);
  expect(said(OLD.id)).toEqual(["pending", "unexplained"]);
  expect(said(NEW.id)).toEqual(["pending", "unexplained"]);
  expect(said(AGAIN.id)).toEqual([]);
  expect(await listed()).toEqual([NEW.id, OLD.id]);
});

test("a late report still explains a move of the old detector, also in a replica that takes over", async () => {
  const other = await change();
  await other.run(at(7));
  await storeNews(db, newsAt(at(8)));
  await new PassFollower(db, OTHER).run(at(8));
  expect((await verdictsOf()).slice(-2).map(([, verdict]) => verdict)).toEqual([
    "possible",
    "possible",
  ]);
});

test("an earlier answer stays the same: a move that is found again in the past is not added to it", async () => {
  const before = await knownAt(OLD.id, 2);
  await expect(knownAt(AGAIN.id, 2)).rejects.toMatchObject({ code: "MOVE_NOT_FOUND" });
  await change();
  expect(await knownAt(OLD.id, 2)).toEqual(before);
  await expect(knownAt(AGAIN.id, 2)).rejects.toMatchObject({ code: "MOVE_NOT_FOUND" });
  await expect(knownAt(AGAIN.id)).rejects.toMatchObject({ code: "MOVE_NOT_FOUND" });
  expect((await knownAt(NEW.id)).move.id).toBe(NEW.id);
});

test("when the old detector returns, it starts again without the moves that it found meanwhile", async () => {
  const other = await change();
  await other.run(at(7));
  const [meanwhile, later] = [move(4, MOVES_HASH), move(9, MOVES_HASH)];
  await storeFound(db, at(4), meanwhile);
  const back = new PassFollower(db);
  await back.run(at(8));
  await storeFound(db, at(9), later);
  await back.run(at(12));
  expect(await listed()).toEqual([later.id, NEW.id, OLD.id]);
  expect(
    await db.select().from(catalystDetectors).orderBy(asc(catalystDetectors.fromMinute)),
  ).toEqual([
    { fromMinute: 0, parametersHash: MOVES_HASH },
    { fromMinute: at(2), parametersHash: OTHER },
    { fromMinute: at(5), parametersHash: MOVES_HASH },
  ]);
});
