/** The life of an MCP key: creation, listing, rotation, revocation, and authentication. */
import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { sessions, users } from "#lib/platform/db/schema/identity.ts";
import { mcpKeys } from "#lib/platform/db/schema/keys.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import { isMcpKey } from "#lib/protocol/key-formats.ts";
import { MOST_WAITING } from "./_find-key.ts";
import { authenticateMcpKey } from "./authenticate.ts";
import { CreateMcpKey } from "./create-key.ts";
import { listMcpKeys } from "./list-keys.ts";
import { addKey, addPerson, client, DAY, NOW, rowOf } from "./mcp-keys.testing.ts";
import { revokeAllMcpKeys } from "./revoke-all-keys.ts";
import { revokeMcpKey } from "./revoke-key.ts";
import { RotateMcpKey, rotateMcpKey } from "./rotate-key.ts";
import { validateMcpKey } from "./validate-key.ts";

const HOUR = 3_600_000;

let db: Database;
let ada: SessionActor;
let bob: SessionActor;

beforeEach(async () => {
  db = await testDatabase();
  useDatabase(db);
  ada = await addPerson(db);
  bob = await addPerson(db);
});
afterEach(async () => {
  useDatabase(undefined);
  await db.$client.end();
});

const list = (actor = ada, now = NOW) => listMcpKeys({ ctx: { actor, now } });
const revoke = (id: string, actor = ada, now = NOW) =>
  revokeMcpKey({ ctx: { actor, client, now }, input: { params: { id } } });
const rotate = (id: string, body: unknown, { actor = ada, now = NOW } = {}) =>
  rotateMcpKey({
    ctx: { actor, client, now },
    input: { params: { id }, body: parseBody(RotateMcpKey, body) },
  });
const show = (secret: string, now = NOW, address = client.address) =>
  authenticateMcpKey({ text: secret }, { now, client: { ...client, address } });
const audit = () =>
  db.select().from(auditLog).where(eq(auditLog.userId, ada.userId)).orderBy(auditLog.at);
const code = (refusal: string) => expect.objectContaining({ code: refusal }) as unknown;

describe("the terms of a new key", () => {
  test("are 90 days, no orders and a name when nothing is said", () => {
    expect(parseBody(CreateMcpKey, {})).toEqual({
      name: "MCP key",
      expiresInDays: 90,
      canStageOrders: false,
    });
  });

  test.each([1, 365])("take %d days", (expiresInDays) => {
    expect(parseBody(CreateMcpKey, { expiresInDays }).expiresInDays).toBe(expiresInDays);
    expect(parseBody(RotateMcpKey, { overlapHours: 0, expiresInDays }).expiresInDays).toBe(
      expiresInDays,
    );
  });

  test.each([0, -1, 1.5, 366, 1e9, "90", "", null, true, [90], Number.NaN])(
    "refuse %j days and say which field and what it takes",
    (expiresInDays) => {
      const refusal = expect.objectContaining({
        code: "INVALID_FIELD",
        status: 400,
        message: "expiresInDays is not valid: it must be a whole number from 1 to 365.",
      }) as unknown;
      expect(() => parseBody(CreateMcpKey, { expiresInDays })).toThrow(refusal);
      expect(() => parseBody(RotateMcpKey, { overlapHours: 0, expiresInDays })).toThrow(refusal);
    },
  );

  test.each([
    "",
    "   ",
    "x".repeat(61),
    "two\nlines",
    "\u0000",
    "\u3164",
    "\u2800 \u115f",
    7,
    null,
  ])("refuse the name %j", (name) => {
    expect(() => parseBody(CreateMcpKey, { name })).toThrow(/^name is not valid/);
  });

  test("take a name of 60 characters, in any script", () => {
    expect(parseBody(CreateMcpKey, { name: " مفتاح " }).name).toBe("مفتاح");
    expect(parseBody(CreateMcpKey, { name: "x".repeat(60) }).name).toHaveLength(60);
  });

  test("take a name without what nobody sees of it", () => {
    expect(parseBody(CreateMcpKey, { name: "Cl\u3164aude\u2028 x" }).name).toBe("Claude x");
  });

  test.each([{ canStageOrders: "yes" }, { canStageOrders: 1 }, { canStageOrders: null }])(
    "take the right to propose orders as true or false only: %j",
    (body) => {
      expect(() => parseBody(CreateMcpKey, body)).toThrow(/^canStageOrders/);
    },
  );

  test("refuse a field that is not known", () => {
    expect(() => parseBody(CreateMcpKey, { days: 1 })).toThrow(code("UNKNOWN_FIELD"));
  });

  test.each([2, -1, "1", null, 0.5])("refuse an overlap of %j hours", (overlapHours) => {
    expect(() => parseBody(RotateMcpKey, { overlapHours })).toThrow(/overlapHours/);
  });
});

describe("a new key", () => {
  test("is kept as a digest, and its secret only answered", async () => {
    const { secret, ...record } = await addKey(ada, { name: "CI", canStageOrders: true });
    expect(isMcpKey(secret)).toBe(true);
    expect(record).toMatchObject({
      name: "CI",
      state: "active",
      preview: `svc_sk_…${secret.slice(-4)}`,
      createdAt: new Date(NOW).toISOString(),
      expiresAt: new Date(NOW + 90 * DAY).toISOString(),
      canStageOrders: true,
      tier: "default",
      allowlist: [],
      wrongDoor: null,
    });
    const row = await rowOf(db, record.id);
    expect(row.hash).toBe(hash("sha256", secret, "hex"));
    expect(JSON.stringify([row, await audit()])).not.toContain(secret.slice(7, 20));
    expect((await list()).keys).toEqual([record]);
  });

  test("is in the audit log with its terms, and is not made when the log can not be written", async () => {
    const { id } = await addKey(ada, { name: "CI", expiresInDays: 7 });
    expect(await audit()).toMatchObject([
      {
        action: "mcp_key.created",
        target: id,
        actorKind: "session",
        actorId: ada.sessionId,
        address: client.address,
        details: { name: "CI", expiresInDays: 7, canStageOrders: false },
      },
    ]);
    const broken = { ...client, address: "\u0000" };
    const { createMcpKey } = await import("./create-key.ts");
    const body = CreateMcpKey.parse({});
    await expect(
      createMcpKey({ ctx: { actor: ada, client: broken, now: NOW }, input: { body } }),
    ).rejects.toThrow("Failed query");
    expect((await list()).keys).toHaveLength(1);
  });

  test("is the 50th at most; expired and revoked ones leave room, and other people's do not count", async () => {
    const keys = [];
    for (let made = 0; made < 50; made += 1) keys.push(await addKey(ada, { expiresInDays: 1 }));
    await expect(addKey(ada)).rejects.toThrow(code("TOO_MANY_KEYS"));
    await addKey(bob);
    expect((await list()).keys).toHaveLength(50);
    await revoke(keys[0]!.id);
    await addKey(ada);
    await expect(addKey(ada)).rejects.toThrow(code("TOO_MANY_KEYS"));
    await addKey(ada, {}, NOW + DAY);
  });

  test("of many made at once is the 50th at most too", async () => {
    for (let made = 0; made < 45; made += 1) await addKey(ada);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => addKey(ada)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  test("is not made for an account that was deleted meanwhile", async () => {
    await db
      .update(users)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(users.id, ada.userId));
    await expect(addKey(ada)).rejects.toThrow(code("SIGN_IN_REQUIRED"));
  });

  test("is not made, and none replaced, by a session that ended meanwhile or is another one's", async () => {
    const { id } = await addKey(ada);
    const { sessionId } = ada;
    const body = { overlapHours: 0 };
    await expect(addKey(ada, {}, NOW + 400 * DAY)).rejects.toThrow(code("SIGN_IN_REQUIRED"));
    await expect(addKey({ ...bob, sessionId })).rejects.toThrow(code("SIGN_IN_REQUIRED"));
    await db
      .update(sessions)
      .set({ revokedAt: new Date(NOW) })
      .where(eq(sessions.id, sessionId));
    await expect(addKey(ada)).rejects.toThrow(code("SIGN_IN_REQUIRED"));
    await expect(rotate(id, body)).rejects.toThrow(code("SIGN_IN_REQUIRED"));
    expect((await list()).keys).toMatchObject([{ id, state: "active" }]);
  });

  test("can be made by a caller of another issuer, who has no session here", async () => {
    const sessionId = `${ada.userId}.external`;
    await expect(addKey({ ...ada, sessionId })).resolves.toMatchObject({ state: "active" });
    await expect(addKey({ ...bob, sessionId })).rejects.toThrow(code("SIGN_IN_REQUIRED"));
  });
});

describe("the list", () => {
  test("has the owner's keys alone, live ones first, the newest first, with their states", async () => {
    const ended = await addKey(ada, { expiresInDays: 1 }, NOW - 2 * DAY);
    const soon = await addKey(ada, { expiresInDays: 30 }, NOW - 17 * DAY);
    const fresh = await addKey(ada, { expiresInDays: 30 }, NOW - 15 * DAY);
    const gone = await addKey(ada, {}, NOW - DAY);
    await revoke(gone.id);
    await addKey(bob);
    expect((await list()).keys.map(({ id, state }) => [id, state])).toEqual([
      [fresh.id, "active"],
      [soon.id, "expiring"],
      [gone.id, "revoked"],
      [ended.id, "expired"],
    ]);
  });

  test("says where a key was shown at a wrong door", async () => {
    const { id } = await addKey(ada);
    const seen = { wrongDoorAt: new Date(NOW), wrongDoorPath: "/api/bot/v1/whoami" };
    await db
      .update(mcpKeys)
      .set({ ...seen, wrongDoorCount: 3 })
      .where(eq(mcpKeys.id, id));
    expect((await list()).keys[0]!.wrongDoor).toEqual({
      at: new Date(NOW).toISOString(),
      path: "/api/bot/v1/whoami",
      count: 3,
    });
  });
});

describe("a revoked key", () => {
  test("is refused at the next request, and can be revoked again without a second entry", async () => {
    const { id, secret } = await addKey(ada);
    await show(secret);
    await revoke(id);
    await expect(show(secret)).rejects.toThrow(code("REVOKED_KEY"));
    await revoke(id, ada, NOW + DAY);
    expect((await rowOf(db, id)).revokedAt).toEqual(new Date(NOW));
    const actions = (await audit()).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(["mcp_key.created", "mcp_key.revoked"]);
    const entry = (await audit()).find(({ action }) => action === "mcp_key.revoked");
    // The log has the key's name, which its owner knows.
    expect(entry?.details).toEqual({ name: (await rowOf(db, id)).name });
  });

  test("is its owner's: another one's, and one that never was, are not found", async () => {
    const { id, secret } = await addKey(ada);
    await expect(revoke(id, bob)).rejects.toThrow(code("KEY_NOT_FOUND"));
    await expect(revoke("mcp_000000000000000000000000")).rejects.toThrow(code("KEY_NOT_FOUND"));
    await show(secret);
  });

  test("all at once: the live ones of this owner, counted, each in the log", async () => {
    const one = await addKey(ada);
    const other = await addKey(ada);
    const ended = await addKey(ada, { expiresInDays: 1 }, NOW - 2 * DAY);
    const foreign = await addKey(bob);
    const all = (now = NOW) => revokeAllMcpKeys({ ctx: { actor: ada, client, now } });
    expect(await all()).toEqual({ revoked: 2 });
    for (const { secret } of [one, other]) {
      await expect(show(secret)).rejects.toThrow(code("REVOKED_KEY"));
    }
    await show(foreign.secret);
    expect((await rowOf(db, ended.id)).revokedAt).toBeNull();
    const entries = (await audit()).filter(({ action }) => action.startsWith("mcp_key.revoked"));
    expect(entries.map(({ action, target }) => `${action} ${target}`).toSorted()).toEqual(
      [
        `mcp_key.revoked ${one.id}`,
        `mcp_key.revoked ${other.id}`,
        "mcp_key.revoked_all null",
      ].toSorted(),
    );
    const names = entries.flatMap(({ details }) => ("name" in details ? [details["name"]] : []));
    expect(names).toHaveLength(2);
    expect(await all()).toEqual({ revoked: 0 });
  });
});

describe("a rotation", () => {
  test("makes a key with the same name, rights and limits, and the old one goes on for the overlap", async () => {
    const old = await addKey(ada, { name: "CI", canStageOrders: true });
    const limits = { allowlist: ["192.0.2.0/24"], tier: "elevated" as const };
    await db.update(mcpKeys).set(limits).where(eq(mcpKeys.id, old.id));
    const made = await rotate(old.id, { overlapHours: 24, expiresInDays: 30 });
    expect(made).toMatchObject({
      name: "CI",
      canStageOrders: true,
      ...limits,
      replaces: old.id,
      expiresAt: new Date(NOW + 30 * DAY).toISOString(),
    });
    expect(made.secret).not.toBe(old.secret);
    await show(old.secret, NOW + 24 * HOUR - 1);
    await show(made.secret, NOW + 24 * HOUR);
    await expect(show(old.secret, NOW + 24 * HOUR)).rejects.toThrow(code("EXPIRED_KEY"));
    const entry = (await audit()).find(({ action }) => action === "mcp_key.rotated");
    expect(entry).toMatchObject({
      target: old.id,
      details: { replacedBy: made.id, overlapHours: 24, expiresInDays: 30 },
    });
  });

  test("without overlap ends the old key now; 90 days when nothing is said", async () => {
    const old = await addKey(ada);
    const made = await rotate(old.id, { overlapHours: 0 });
    await expect(show(old.secret)).rejects.toThrow(code("REVOKED_KEY"));
    expect(made.expiresAt).toBe(new Date(NOW + 90 * DAY).toISOString());
  });

  test("never gives the old key more time than it had", async () => {
    const old = await addKey(ada, { expiresInDays: 1 });
    await rotate(old.id, { overlapHours: 72 });
    expect((await rowOf(db, old.id)).expiresAt).toEqual(new Date(NOW + DAY));
  });

  test("of a dead key is refused, of another one's too, and nothing is made", async () => {
    const ended = await addKey(ada, { expiresInDays: 1 }, NOW - DAY);
    const gone = await addKey(ada);
    await revoke(gone.id);
    for (const { id } of [ended, gone]) {
      await expect(rotate(id, { overlapHours: 1 })).rejects.toThrow(code("KEY_IS_DEAD"));
    }
    const foreign = await addKey(bob);
    await expect(rotate(foreign.id, { overlapHours: 1 })).rejects.toThrow(code("KEY_NOT_FOUND"));
    expect((await list()).keys).toHaveLength(2);
  });

  test("that fails leaves the old key as it was", async () => {
    const keys = [];
    for (let made = 0; made < 50; made += 1) keys.push(await addKey(ada));
    await expect(rotate(keys[0]!.id, { overlapHours: 1 })).rejects.toThrow(code("TOO_MANY_KEYS"));
    expect((await rowOf(db, keys[0]!.id)).expiresAt).toEqual(new Date(NOW + 90 * DAY));
    await rotate(keys[0]!.id, { overlapHours: 0 });
    expect((await list()).keys.filter(({ state }) => state === "active")).toHaveLength(50);
  });

  test("twice at once replaces the key once when there is no overlap", async () => {
    const old = await addKey(ada);
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => rotate(old.id, { overlapHours: 0 })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("authentication", () => {
  test("a live key is told whose it is, until when, and what it may do", async () => {
    const plain = await addKey(ada, { expiresInDays: 14 });
    const actor = await show(plain.secret);
    expect(validateMcpKey({ ctx: { actor, now: NOW } })).toEqual({
      valid: true,
      id: plain.id,
      owner: ada.userId,
      state: "active",
      expiresAt: plain.expiresAt,
      scopes: ["read:chat", "read:points", "read:market"],
    });
    expect(validateMcpKey({ ctx: { actor, now: NOW + 1 } }).state).toBe("expiring");
    const trader = await show((await addKey(ada, { canStageOrders: true })).secret);
    expect(validateMcpKey({ ctx: { actor: trader, now: NOW } }).scopes).toContain("trade:execute");
  });

  test("an expired key is refused from the millisecond of its end on", async () => {
    const { secret } = await addKey(ada, { expiresInDays: 1 });
    await show(secret, NOW + DAY - 1);
    await expect(show(secret, NOW + DAY)).rejects.toThrow(code("EXPIRED_KEY"));
  });

  test("a key with a wrong checksum is refused without a look into the database", async () => {
    const { secret } = await addKey(ada);
    useDatabase(undefined);
    const typo = secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await expect(show(typo)).rejects.toThrow(code("MALFORMED_CREDENTIAL"));
    useDatabase(db);
  });

  test("many at once cost few statements, and each is answered by a read that began after it came", async () => {
    const { id, secret } = await addKey(ada);
    const other = await addKey(bob);
    const pool = db.$client as unknown as { query: (...given: unknown[]) => Promise<unknown> };
    const query = pool.query.bind(pool);
    const held = Promise.withResolvers<void>();
    let reads = 0;
    // The first read has its rows, and they are on their way.
    pool.query = async (...given) => {
      const rows = await query(...given);
      reads += 1;
      if (reads === 1) await held.promise;
      return rows;
    };
    const before = show(secret);
    await vi.waitFor(() => expect(reads).toBe(1), { interval: 1 });
    await db
      .update(mcpKeys)
      .set({ revokedAt: new Date(NOW) })
      .where(eq(mcpKeys.id, id));
    const after = Array.from({ length: 50 }, () => show(secret));
    const others = Array.from({ length: 50 }, () => show(other.secret));
    held.resolve();
    expect(await before).toMatchObject({ keyId: id });
    const refused = await Promise.allSettled(after);
    expect(refused).toEqual(Array(50).fill({ status: "rejected", reason: code("REVOKED_KEY") }));
    for (const one of others) expect(await one).toMatchObject({ userId: bob.userId });
    // With the one that revoked.
    expect(reads).toBe(3);
  });

  test("behind a database that hangs only so many wait, and what waits is answered when it does", async () => {
    const { secret } = await addKey(ada);
    const pool = db.$client as unknown as { query: (...given: unknown[]) => Promise<unknown> };
    const query = pool.query.bind(pool);
    const held = Promise.withResolvers<void>();
    pool.query = async (...given) => {
      await held.promise;
      return query(...given);
    };
    // One is being read and does not wait.
    const first = show(secret);
    const waiting = Array.from({ length: MOST_WAITING }, () => show(secret));
    await expect(show(secret)).rejects.toMatchObject({ code: "OVERLOADED", status: 503 });
    held.resolve();
    const answers = await Promise.all([first, ...waiting]);
    expect(new Set(answers.map(({ userId }) => userId))).toEqual(new Set([ada.userId]));
    await show(secret);
  });

  test("a database that was away is asked again by the next request", async () => {
    const { secret } = await addKey(ada);
    useDatabase(undefined);
    const refused = await Promise.allSettled([show(secret), show(secret)]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    useDatabase(db);
    await show(secret);
  });

  describe.each([
    {
      name: "one IPv4",
      allowlist: ["192.0.2.7"],
      in: ["192.0.2.7", "::ffff:192.0.2.7"],
      out: ["192.0.2.8", "192.0.2.6"],
    },
    {
      name: "a network of IPv4 to its edges",
      allowlist: ["192.0.2.64/26"],
      in: ["192.0.2.64", "192.0.2.127"],
      out: ["192.0.2.63", "192.0.2.128"],
    },
    {
      name: "one IPv6, however spelled",
      allowlist: ["2001:db8::7"],
      in: ["2001:db8::7", "2001:DB8:0:0:0:0:0:7"],
      out: ["2001:db8::8"],
    },
    {
      name: "a network of IPv6 to its edges",
      allowlist: ["2001:db8:1::/48"],
      in: ["2001:db8:1::", "2001:db8:1:ffff:ffff:ffff:ffff:ffff"],
      out: ["2001:db8:0:ffff::1", "2001:db8:2::"],
    },
    {
      name: "IPv4 mapped into IPv6",
      allowlist: ["10.0.0.0/8"],
      in: ["::ffff:10.255.255.255"],
      out: ["::ffff:11.0.0.0", "unknown"],
    },
    {
      name: "several",
      allowlist: ["192.0.2.7", "2001:db8::/32"],
      in: ["192.0.2.7", "2001:db8::1"],
      out: ["198.51.100.1"],
    },
  ])("an allowlist of $name", ({ allowlist, in: inside, out }) => {
    test("lets those in and names the address of others", async () => {
      const { id, secret } = await addKey(ada);
      await db.update(mcpKeys).set({ allowlist }).where(eq(mcpKeys.id, id));
      for (const address of inside) await show(secret, NOW, address);
      for (const address of out) {
        await expect(show(secret, NOW, address)).rejects.toMatchObject({
          code: "ip_not_allowed",
          status: 403,
          message: expect.stringContaining(address) as string,
        });
      }
    });
  });
});
