/**
 * A receiver of the sandbox shows its deliveries to the account that registered it first, and to no
 * other.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { addOwner, addWebhook } from "#lib/webhooks/engine/engine.testing.ts";
import { ownsReceiver } from "./simulated-receiver.ts";

const url = "http://127.0.0.1:4100/hooks/try-1234abcd";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

test("a receiver belongs to the account that registered it first", async () => {
  const [ada, eve] = [await addOwner(db), await addOwner(db)];
  expect(await ownsReceiver(db, { userId: ada, url })).toBe(false);
  await addWebhook(db, { userId: ada, url, createdAt: 1 });
  await addWebhook(db, { userId: eve, url, createdAt: 2 });
  expect(await ownsReceiver(db, { userId: ada, url })).toBe(true);
  expect(await ownsReceiver(db, { userId: eve, url })).toBe(false);
  expect(await ownsReceiver(db, { userId: ada, url: `${url}e` })).toBe(false);
});
