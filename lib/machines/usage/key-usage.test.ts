/** Uses of keys are counted without a write for each request, and added up by all replicas. */

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { insertBotKey } from "#lib/machines/keys/bot-keys.testing.ts";
import { addKey, addPerson, client, NOW, rowOf } from "#lib/machines/keys/keys.testing.ts";
import { readKeyUsage } from "#lib/machines/keys/read-usage.ts";
import { botKeys, keyUsage, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { KeyUsage, type UsageStore } from "./collector.ts";
import { noteKeyUse, openKeyUsage } from "./process-usage.ts";
import { usageStore } from "./store.ts";

let db: Database;
let ada: SessionActor;
let timers: ManualTimers;
let warnings: object[];
const log = { warn: (fields: object) => void warnings.push(fields) };

beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  ada = await addPerson(db);
  timers = new ManualTimers(NOW);
  warnings = [];
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const use = (keyId: string, more: object = {}) => ({
  kind: "mcp_key" as const,
  keyId,
  outcome: "ok",
  now: NOW,
  client,
  ...more,
});
const read = (id: string, now = NOW) =>
  readKeyUsage("mcp", { ctx: { actor: ada, now }, input: { params: { id } } });

/** Records every further statement of the database. */
function statements(): string[] {
  const seen: string[] = [];
  const target = db.$client as unknown as { query: (...given: unknown[]) => unknown };
  const query = target.query.bind(target);
  target.query = (...given) => {
    const [first] = given as [string | { text: string }];
    seen.push(typeof first === "string" ? first : first.text);
    return query(...given);
  };
  return seen;
}

test("many requests of many keys are two statements, and none before five seconds have passed", async () => {
  const ids = [];
  for (let made = 0; made < 20; made += 1) ids.push((await addKey(ada)).id);
  const close = openKeyUsage({ timers, log });
  const seen = statements();
  for (let request = 0; request < 2_000; request += 1) {
    noteKeyUse(
      use(ids[request % 20] ?? "", { outcome: request % 10 === 0 ? "RATE_LIMITED" : "ok" }),
    );
  }
  await timers.advance(4_999);
  expect(seen).toEqual([]);
  await timers.advance(1);
  await close();
  expect(seen.filter((text) => /^\s*(insert|update|with)/i.test(text))).toHaveLength(2);
  const counted = await db.select().from(keyUsage);
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
});

test("a drain writes what is left, and afterwards nothing is counted", async () => {
  const { id } = await addKey(ada);
  const close = openKeyUsage({ timers, log });
  noteKeyUse(use(id));
  await close();
  noteKeyUse(use(id));
  expect((await read(id)).days.at(-1)).toEqual({ day: "2026-05-10", outcomes: { ok: 1 } });
  expect(timers.pending()).toEqual([]);
});

test("replicas add up, and the last use only moves forward", async () => {
  const { id } = await addKey(ada);
  const one = new KeyUsage({ store: usageStore, timers, log });
  const other = new KeyUsage({ store: usageStore, timers, log });
  const late = { address: "198.51.100.1", agent: "late" };
  one.note(use(id, { now: NOW + 2_000, client: late }));
  one.note(use(id, { now: NOW + 1_000 }));
  other.note(use(id, { now: NOW }));
  other.note(use(id, { now: NOW, outcome: "ip_not_allowed", client: undefined }));
  await one.write();
  await other.write();
  expect((await read(id)).days.at(-1)?.outcomes).toEqual({ ok: 3, ip_not_allowed: 1 });
  expect(await rowOf(db, id)).toMatchObject({
    lastUsedAt: new Date(NOW + 2_000),
    lastUsedAddress: "198.51.100.1",
    lastUsedAgent: "late",
  });
  await Promise.all([one.stop(), other.stop()]);
});

test("many replicas that write the same keys at once lose nothing", async () => {
  const ids = [];
  for (let made = 0; made < 10; made += 1) ids.push((await addKey(ada)).id);
  const replicas = Array.from(
    { length: 6 },
    () => new KeyUsage({ store: usageStore, timers, log }),
  );
  for (const [index, replica] of replicas.entries()) {
    for (const id of index % 2 === 0 ? ids : ids.toReversed()) replica.note(use(id));
  }
  await Promise.all(replicas.map((replica) => replica.stop()));
  expect(warnings).toEqual([]);
  const counted = await db.select().from(keyUsage);
  expect(counted.map(({ count }) => count)).toEqual(ids.map(() => 6));
});

test("a refused call counts, but is no use of the key", async () => {
  const { id } = await addKey(ada);
  const usage = new KeyUsage({ store: usageStore, timers, log });
  for (const outcome of ["REVOKED_KEY", "EXPIRED_KEY", "ip_not_allowed"]) {
    usage.note(use(id, { outcome, client: undefined }));
  }
  await usage.stop();
  expect((await rowOf(db, id)).lastUsedAt).toBeNull();
  expect((await read(id)).days.at(-1)?.outcomes).toEqual({
    REVOKED_KEY: 1,
    EXPIRED_KEY: 1,
    ip_not_allowed: 1,
  });
});

test("days are those of UTC: the last thirty, the oldest first, whether used or not", async () => {
  const { id } = await addKey(ada);
  const usage = new KeyUsage({ store: usageStore, timers, log });
  const midnight = Date.UTC(2026, 4, 10);
  for (const now of [midnight - 1, midnight, midnight - 29 * DAY_MS, midnight - 30 * DAY_MS]) {
    usage.note(use(id, { now }));
  }
  await usage.stop();
  const { days } = await read(id);
  expect(days).toHaveLength(30);
  expect(days.filter(({ outcomes }) => outcomes["ok"] === 1).map(({ day }) => day)).toEqual([
    "2026-04-11",
    "2026-05-09",
    "2026-05-10",
  ]);
});

test("the use of another one's key is not told", async () => {
  const foreign = await addKey(await addPerson(db));
  await expect(read(foreign.id)).rejects.toMatchObject({ code: "KEY_NOT_FOUND", status: 404 });
});

describe("what is old", () => {
  const ids = async (table: typeof mcpKeys | typeof botKeys) =>
    (await db.select({ id: table.id }).from(table)).map(({ id }) => id).toSorted();

  test("goes within an hour: counts past 31 days, and keys that ended 90 days ago", async () => {
    const dead = new Date(NOW - 91 * DAY_MS);
    const retained = await addKey(ada);
    const justEnded = await addKey(ada);
    const expired = await addKey(ada);
    const revoked = await addKey(ada);
    const end = (id: string, row: object) => db.update(mcpKeys).set(row).where(eq(mcpKeys.id, id));
    await end(justEnded.id, { revokedAt: new Date(NOW - 89 * DAY_MS) });
    await end(expired.id, { expiresAt: dead });
    await end(revoked.id, { revokedAt: dead });
    const bot = await insertBotKey();
    const oldBot = await insertBotKey({ revokedAt: dead });
    await insertBotKey({ expiresAt: dead });
    const usage = new KeyUsage({ store: usageStore, timers, log });
    for (const days of [0, 30, 31, 32, 400])
      usage.note(use(retained.id, { now: NOW - days * DAY_MS }));
    await usage.stop();
    const close = openKeyUsage({ timers, log });
    await timers.advance(59 * 60_000);
    expect(await ids(mcpKeys)).toHaveLength(4);
    await timers.advance(60_000);
    await close();
    expect(await ids(mcpKeys)).toEqual([retained.id, justEnded.id].toSorted());
    expect(await ids(botKeys)).toEqual([bot.id]);
    expect(oldBot.id).not.toBe(bot.id);
    const days = (await db.select().from(keyUsage)).map(({ day }) => day);
    expect(days.toSorted()).toEqual(["2026-04-09", "2026-04-10", "2026-05-10"]);
    expect(warnings).toEqual([]);
  });

  test("waits while the database is away", async () => {
    const { id } = await addKey(ada, { expiresInDays: 1 }, NOW - 100 * DAY_MS);
    const close = openKeyUsage({ timers, log });
    setDatabase(undefined);
    await timers.advance(60 * 60_000);
    setDatabase(db);
    expect(await ids(mcpKeys)).toEqual([id]);
    await timers.advance(60 * 60_000);
    await close();
    expect(await ids(mcpKeys)).toEqual([]);
    expect(timers.pending()).toEqual([]);
  });
});

describe("while the database is away", () => {
  const away: UsageStore = {
    addCounts: () => Promise.reject(new Error("away")),
    addReads: () => Promise.reject(new Error("away")),
    moveLastUse: () => Promise.reject(new Error("away")),
  };

  test("what was counted waits, with what comes in meanwhile", async () => {
    const { id } = await addKey(ada);
    let store = away;
    const usage = new KeyUsage({
      store: {
        addCounts: (counts) => store.addCounts(counts),
        addReads: (reads) => store.addReads(reads),
        moveLastUse: (kind, uses) => store.moveLastUse(kind, uses),
      },
      timers,
      log,
    });
    usage.note(use(id, { now: NOW + 1 }));
    await timers.advance(5_000);
    usage.note(use(id));
    store = usageStore;
    await usage.stop();
    expect((await read(id)).days.at(-1)?.outcomes).toEqual({ ok: 2 });
    expect((await rowOf(db, id)).lastUsedAt).toEqual(new Date(NOW + 1));
    expect(warnings).toHaveLength(2);
  });

  test("many counts are written all together or not at all: none is there twice when the rest could not be", async () => {
    const usage = new KeyUsage({ store: usageStore, timers, log });
    const { id } = await addKey(ada);
    usage.note(use(id));
    for (let key = 0; key < 5_000; key += 1) usage.note(use(`mcp_${key}`, { client: undefined }));
    // Sorts last, so that it is in the second statement; Postgres text cannot contain this character.
    usage.note(use("mcp_z\u0000", { client: undefined }));
    await usage.write();
    expect(warnings).toHaveLength(1);
    expect(await db.$count(keyUsage)).toBe(0);
  });

  test("memory is bounded: what does not fit is left out, and the log says how much", async () => {
    const usage = new KeyUsage({ store: away, timers, log });
    for (let key = 0; key < 20_500; key += 1) usage.note(use(`mcp_${key}`));
    usage.note(use("mcp_1"));
    await usage.write();
    expect(warnings[0]).toEqual({ requests: 500 });
    await usage.stop();
  });
});

test("a key that was deleted meanwhile does not keep the others from being written", async () => {
  const { id } = await addKey(ada);
  const gone = await addKey(ada);
  const usage = new KeyUsage({ store: usageStore, timers, log });
  usage.note(use(id));
  usage.note(use(gone.id));
  await db.delete(mcpKeys).where(eq(mcpKeys.id, gone.id));
  await usage.stop();
  expect((await rowOf(db, id)).lastUsedAt).toEqual(new Date(NOW));
});

test("of a connected app the first use is kept too, and stays the first", async () => {
  const id = "grant_0123456789abcdef01234567";
  const times = { createdAt: new Date(NOW), expiresAt: new Date(NOW + 30 * DAY_MS) };
  const app = { clientId: "client_1", clientName: "App", redirectHost: "app.example" };
  const userId = ada.userId;
  await db
    .insert(oauthGrants)
    .values({ id, userId, ...app, scopes: ["read:market"], payload: {}, ...times });
  const replica = new KeyUsage({ store: usageStore, timers, log });
  replica.note(use(id, { kind: "oauth_grant", now: NOW + 1_000 }));
  await replica.write();
  replica.note(use(id, { kind: "oauth_grant", now: NOW + 9_000 }));
  await replica.stop();
  expect(warnings).toEqual([]);
  const [grant] = await db.select().from(oauthGrants);
  expect(grant).toMatchObject({
    firstUsedAt: new Date(NOW + 1_000),
    lastUsedAt: new Date(NOW + 9_000),
  });
});
