import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInChallenges } from "#lib/identity/schema/wallet-session.ts";
import { type Database, database, setDatabase } from "./client.ts";
import { embeddedDatabase, testDatabase } from "./db.testing.ts";

/** The same twice where there is no server. */
describe.each([
  ["where the environment says", testDatabase],
  ["in this process", embeddedDatabase],
])("a test database %s", (_where, open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.$client.end());

  it("is migrated and empty", async () => {
    expect(await db.select().from(signInChallenges)).toEqual([]);
  });

  it("becomes the process's one when it is put in use", async () => {
    await expect(database()).rejects.toThrow("The database is not open");
    setDatabase(db);
    expect((await (await database()).execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    setDatabase(undefined);
  });

  it("shares nothing with another one that is open", async () => {
    const other = await open();
    await other.insert(signInChallenges).values(left("theirs"));
    expect(await db.select().from(signInChallenges)).toEqual([]);
    await other.$client.end();
  });

  it("is empty again after the test before it", async () => {
    const one = await open();
    await one.insert(signInChallenges).values(left("left"));
    await one.execute(sql`select set_config('search_path', 'nowhere', false)`);
    await one.$client.end();
    const next = await open();
    expect(await next.select().from(signInChallenges)).toEqual([]);
    await next.execute(sql`create table left_over ()`);
    await next.$client.end();
    const last = await open();
    await expect(last.execute(sql`select from left_over`)).rejects.toMatchObject({
      cause: { code: "42P01" },
    });
    await last.$client.end();
  });
});

function left(nonce: string) {
  return { nonce, address: nonce, message: nonce, expiresAt: new Date() };
}
