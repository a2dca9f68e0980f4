/** The defaults, and that the page offers mails only when they are possible. */
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { addAddress } from "#lib/pushes/testing/waiting-order.ts";
import { addUser } from "#lib/pushes/testing/world.ts";
import { readPushSettings } from "./preferences.ts";

// The configuration is read once, on first use.
vi.hoisted(() => {
  process.env["SMTP_URL"] = "smtp://127.0.0.1:2525";
});

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

test("a mail needs an address of the account", async () => {
  const userId = await addUser(db);
  const ctx = { actor: { kind: "session", userId } as SessionActor, now: 0 };
  const read = async () => (await readPushSettings({ ctx })).mail;
  expect(await read()).toBe("no_address");
  await addAddress(db, userId, "ada@example.org");
  expect(await read()).toBe("possible");
});

test("without a choice fills are off, and protection, margin and money are on with their mails", async () => {
  const ctx = { actor: { kind: "session", userId: await addUser(db) } as SessionActor, now: 0 };
  const { preferences } = await readPushSettings({ ctx });
  expect(preferences.off).toEqual([
    { channel: "inbox", kind: "fill" },
    { channel: "web", kind: "fill" },
  ]);
  expect(preferences.mail).toEqual(["protection", "margin", "money"]);
});

test("choices from before there were notifications of trading get the same defaults, and stay", async () => {
  const userId = await addUser(db, { off: ["web:cpi"], mail: ["approval"] });
  const migration = readFileSync("lib/platform/db/migrations/0037_trading_notices.sql", "utf8");
  await db.execute(sql.raw(migration.slice(migration.indexOf("UPDATE"))));
  const ctx = { actor: { kind: "session", userId } as SessionActor, now: 0 };
  const { preferences } = await readPushSettings({ ctx });
  expect(preferences.off).toEqual([
    { channel: "inbox", kind: "fill" },
    { channel: "web", kind: "cpi" },
    { channel: "web", kind: "fill" },
  ]);
  expect(preferences.mail).toEqual(["approval", "protection", "margin", "money"]);
});
