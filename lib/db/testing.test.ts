import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, database, useDatabase } from "./client.ts";
import { signInChallenges } from "./schema/wallet-session.ts";
import { testDatabase } from "./testing.ts";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());

it("is migrated and empty", async () => {
  expect(await db.select().from(signInChallenges)).toEqual([]);
});

it("is the process's database once it is put in use", async () => {
  await expect(database()).rejects.toThrow("The database is not open");
  useDatabase(db);
  expect((await (await database()).execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  useDatabase(undefined);
});
