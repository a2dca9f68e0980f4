import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, database, useDatabase } from "./client.ts";
import { testDatabase } from "./db.testing.ts";
import { signInChallenges } from "./schema/wallet-session.ts";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());

it("a test database is migrated and empty", async () => {
  expect(await db.select().from(signInChallenges)).toEqual([]);
});

it("a test database becomes the process's one when it is put in use", async () => {
  await expect(database()).rejects.toThrow("The database is not open");
  useDatabase(db);
  expect((await (await database()).execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  useDatabase(undefined);
});

it("a test database is empty again after the test before it", async () => {
  const one = await testDatabase();
  const left = { nonce: "left", address: "left", message: "left", expiresAt: new Date() };
  await one.insert(signInChallenges).values(left);
  await one.execute(sql`select set_config('search_path', 'nowhere', false)`);
  await one.$client.end();
  const next = await testDatabase();
  expect(await next.select().from(signInChallenges)).toEqual([]);
  await next.execute(sql`create table left_over ()`);
  await next.$client.end();
  const last = await testDatabase();
  await expect(last.execute(sql`select from left_over`)).rejects.toMatchObject({
    cause: { code: "42P01" },
  });
  await last.$client.end();
});
