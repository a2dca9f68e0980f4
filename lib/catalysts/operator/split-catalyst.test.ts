/** The operator's decision is a row that the next pass carries out, once for each merge. */
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PassFollower } from "#lib/catalysts/passes/follow-passes.ts";
import { newsAt, newsIdOf, storeNews } from "#lib/catalysts/testing/told-news.testing.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { catalystDecisions, catalysts } from "#lib/platform/db/schema/catalysts.ts";
import { splitCatalyst } from "./split-catalyst.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const at = (minutes: number) => NOON + minutes * 60_000;

let db: Database;
let follower: PassFollower;
beforeEach(async () => {
  db = await testDatabase();
  useDatabase(db);
  follower = new PassFollower(db);
  await follower.run(at(-1));
  await storeNews(db, newsAt(NOON, { id: newsIdOf(1) }), newsAt(NOON, { id: newsIdOf(2) }));
  await follower.run(NOON);
});
afterEach(async () => {
  useDatabase(undefined);
  await db.$client.end();
});

const rows = () =>
  db.select().from(catalysts).orderBy(asc(catalysts.firstSeenAt), asc(catalysts.id));
const split = (id: string, now: number) =>
  splitCatalyst({ ctx: { now }, input: { params: { id } } });

test("a merged catalyst is parted by the next pass, and the same decision twice is one", async () => {
  const version = { version: 2, storyId: newsIdOf(1) };
  await storeNews(db, newsAt(at(1), { id: newsIdOf(2), ...version }));
  await follower.run(at(1));
  const merged = (await rows()).find(({ mergedInto }) => mergedInto !== null);
  const id = merged?.id ?? "";
  const told = await split(id, at(2));
  expect(told).toEqual({
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

test("what is not merged, or not there, is refused", async () => {
  const [first] = await rows();
  await expect(split(first?.id ?? "", at(1))).rejects.toMatchObject({
    code: "CATALYST_CANNOT_BE_SPLIT",
  });
  await expect(split(`evt_${"0".repeat(24)}`, at(1))).rejects.toMatchObject({
    code: "CATALYST_NOT_FOUND",
  });
});
