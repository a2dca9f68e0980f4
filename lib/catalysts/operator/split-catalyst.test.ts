/** The operator's decision is a row that the next pass carries out, once for each merge. */
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import { catalystDecisions, catalysts } from "#lib/catalysts/schema/catalysts.ts";
import { newsAt, storeNews, testNewsId } from "#lib/catalysts/testing/engine-inputs.testing.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { splitCatalyst } from "./split-catalyst.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * 60_000;

let db: Database;
let follower: PassFollower;
beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  follower = new PassFollower(db);
  await follower.run(at(-1));
  await storeNews(db, newsAt(NOON, { id: testNewsId(1) }), newsAt(NOON, { id: testNewsId(2) }));
  await follower.run(NOON);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const rows = () =>
  db.select().from(catalysts).orderBy(asc(catalysts.firstSeenAt), asc(catalysts.id));
const split = (id: string, now: number) =>
  splitCatalyst({ ctx: { now }, input: { params: { id } } });

test("the next pass splits a merged catalyst, and repeating the decision changes nothing", async () => {
  const version = { version: 2, storyId: testNewsId(1) };
  await storeNews(db, newsAt(at(1), { id: testNewsId(2), ...version }));
  await follower.run(at(1));
  const merged = (await rows()).find(({ mergedInto }) => mergedInto !== null);
  const id = merged?.id ?? "";
  const decision = await split(id, at(2));
  expect(decision).toEqual({
    catalyst_id: id,
    merged_into: merged?.mergedInto,
    given_at: new Date(at(2)).toISOString(),
  });
  await split(id, at(3));
  expect(await db.select().from(catalystDecisions)).toHaveLength(1);
  await follower.run(at(4));
  expect((await rows()).map(({ mergedInto }) => mergedInto)).toEqual([null, null]);
  await expect(split(id, at(5))).rejects.toMatchObject({ code: "CATALYST_CANNOT_BE_SPLIT" });
});

test("a catalyst that is not merged, or unknown, is refused", async () => {
  const [first] = await rows();
  await expect(split(first?.id ?? "", at(1))).rejects.toMatchObject({
    code: "CATALYST_CANNOT_BE_SPLIT",
  });
  await expect(split(`evt_${"0".repeat(24)}`, at(1))).rejects.toMatchObject({
    code: "CATALYST_NOT_FOUND",
  });
});
