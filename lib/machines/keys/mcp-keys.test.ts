/** MCP keys: their terms, rotation, revocation of all, and authentication. What holds for every kind is in keys.test.ts. */

import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { isMcpKey } from "#lib/protocol/key-formats.ts";
import { MAX_WAITING } from "./_find-key.ts";
import { authenticateMcpKey } from "./authenticate-mcp-key.ts";
import { CreateMcpKey } from "./create-machine-key.ts";
import { addKey, addPerson, client, NOW, rowOf } from "./keys.testing.ts";
import { listMcpKeys, McpKeyList } from "./list-keys.ts";
import { revokeAllMcpKeys } from "./revoke-all-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { RotateMcpKey, rotateMcpKey } from "./rotate-key.ts";
import { validateMcpKey } from "./validate-key.ts";

let db: Database;
let ada: SessionActor;
let bob: SessionActor;

beforeEach(async () => {
  db = await testDatabase();
  setDatabase(db);
  ada = await addPerson(db);
  bob = await addPerson(db);
});
afterEach(async () => {
  setDatabase(undefined);
  await db.$client.end();
});

const list = async (actor = ada, now = NOW) =>
  McpKeyList.parse(await listMcpKeys({ ctx: { actor, now } }));
const revoke = (id: string, actor = ada, now = NOW) =>
  revokeKey("mcp", { ctx: { actor, client, now }, input: { params: { id } } });
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
  test("are 90 days and no orders when nothing is said", () => {
    expect(parseBody(CreateMcpKey, {})).toEqual({
      expiresInDays: 90,
      canStageOrders: false,
      canManageWebhooks: false,
      canReadPartner: false,
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

  test.each(["\u3164", "\u2800 \u115f"])("refuse the blank name %j", (name) => {
    expect(() => parseBody(CreateMcpKey, { name })).toThrow(/^name is not valid/);
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
  test("is kept as a digest of its secret", async () => {
    const { secret, ...record } = await addKey(ada, { name: "CI", canStageOrders: true });
    expect(isMcpKey(secret)).toBe(true);
    expect(record).toMatchObject({
      name: "CI",
      state: "active",
      preview: `svc_sk_…${secret.slice(-4)}`,
      createdAt: new Date(NOW).toISOString(),
      expiresAt: new Date(NOW + 90 * DAY_MS).toISOString(),
      canStageOrders: true,
      canManageWebhooks: false,
      canReadPartner: false,
      tier: "default",
      allowlist: [],
      wrongDoor: null,
    });
    const row = await rowOf(db, record.id);
    expect(row.hash).toBe(hash("sha256", secret, "hex"));
  });

  test("is in the audit log with its terms", async () => {
    const { id } = await addKey(ada, { name: "CI", expiresInDays: 7 });
    const details = {
      name: "CI",
      expiresInDays: 7,
      canStageOrders: false,
      canManageWebhooks: false,
      canReadPartner: false,
    };
    expect(await audit()).toMatchObject([{ action: "mcp_key.created", target: id, details }]);
  });
});

describe("a revoked key", () => {
  test("is refused at the next request", async () => {
    const { id, secret } = await addKey(ada);
    await show(secret);
    await revoke(id);
    await expect(show(secret)).rejects.toThrow(code("REVOKED_KEY"));
  });

  test("all at once: the live ones of this owner, counted, each in the log", async () => {
    const one = await addKey(ada);
    const other = await addKey(ada);
    const ended = await addKey(ada, { expiresInDays: 1 }, NOW - 2 * DAY_MS);
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
      canManageWebhooks: false,
      canReadPartner: false,
      ...limits,
      replaces: old.id,
      expiresAt: new Date(NOW + 30 * DAY_MS).toISOString(),
    });
    expect(made.secret).not.toBe(old.secret);
    await show(old.secret, NOW + 24 * HOUR_MS - 1);
    await show(made.secret, NOW + 24 * HOUR_MS);
    await expect(show(old.secret, NOW + 24 * HOUR_MS)).rejects.toThrow(code("EXPIRED_KEY"));
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
    expect(made.expiresAt).toBe(new Date(NOW + 90 * DAY_MS).toISOString());
  });

  test("never gives the old key more time than it had", async () => {
    const old = await addKey(ada, { expiresInDays: 1 });
    await rotate(old.id, { overlapHours: 72 });
    expect((await rowOf(db, old.id)).expiresAt).toEqual(new Date(NOW + DAY_MS));
  });

  test("of a dead key is refused, of another one's too, and nothing is made", async () => {
    const ended = await addKey(ada, { expiresInDays: 1 }, NOW - DAY_MS);
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
    expect((await rowOf(db, keys[0]!.id)).expiresAt).toEqual(new Date(NOW + 90 * DAY_MS));
    await rotate(keys[0]!.id, { overlapHours: 0 });
    expect((await list()).keys.filter(({ state }) => state === "active")).toHaveLength(50);
  });

  test("by a session that ended meanwhile replaces nothing", async () => {
    const { id } = await addKey(ada);
    await db
      .update(sessions)
      .set({ revokedAt: new Date(NOW) })
      .where(eq(sessions.id, ada.sessionId));
    await expect(rotate(id, { overlapHours: 0 })).rejects.toThrow(code("SIGN_IN_REQUIRED"));
    expect((await list()).keys).toMatchObject([{ id, state: "active" }]);
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
    await show(secret, NOW + DAY_MS - 1);
    await expect(show(secret, NOW + DAY_MS)).rejects.toThrow(code("EXPIRED_KEY"));
  });

  test("a key with a wrong checksum is refused without a look into the database", async () => {
    const { secret } = await addKey(ada);
    setDatabase(undefined);
    const typo = secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await expect(show(typo)).rejects.toThrow(code("MALFORMED_CREDENTIAL"));
    setDatabase(db);
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
    const waiting = Array.from({ length: MAX_WAITING }, () => show(secret));
    await expect(show(secret)).rejects.toMatchObject({ code: "OVERLOADED", status: 503 });
    held.resolve();
    const answers = await Promise.all([first, ...waiting]);
    expect(new Set(answers.map(({ userId }) => userId))).toEqual(new Set([ada.userId]));
    await show(secret);
  });

  test("a database that was away is asked again by the next request", async () => {
    const { secret } = await addKey(ada);
    setDatabase(undefined);
    const refused = await Promise.allSettled([show(secret), show(secret)]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    setDatabase(db);
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
