/** What holds for a key of every kind: its creation, the list, and its end. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { newId } from "#lib/kernel/ids.ts";
import { botKeys, mcpKeys } from "#lib/machines/schema/keys.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { parseBody, parseParams } from "#lib/platform/http/validation.ts";
import { users } from "#lib/platform/schema/users.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { NewBotKey, NewMcpKey } from "#lib/protocol/wire/machine-keys.ts";
import { CreateBotKey, CreateMcpKey, createKey } from "./create-machine-key.ts";
import { KeyParams } from "./key-record.ts";
import { addPerson, client, NOW } from "./keys.testing.ts";
import { BotKeyList, listKeys, listMcpKeys, McpKeyList } from "./list-keys.ts";
import { readKeyUsage } from "./read-usage.ts";
import { RenameBotKey, RenameMcpKey, renameKey } from "./rename-key.ts";
import { revokeKey } from "./revoke-key.ts";

const TERMS = { allowlist: ["192.0.2.7"], expiresInDays: 90 };
const KINDS = [
  {
    kind: "mcp",
    most: 50,
    terms: { expiresInDays: 90 },
    create: (ctx: Context, body: unknown) =>
      createKey("mcp", { ctx, input: { body: parseBody(CreateMcpKey, body) } }),
    rename: RenameMcpKey,
    made: NewMcpKey,
    list: async (ctx: Context) => McpKeyList.parse(await listMcpKeys({ ctx })),
    rowsOf: (id: string) => db.select().from(mcpKeys).where(eq(mcpKeys.id, id)),
    copy: async (id: string, changes: { id: string; createdAt: Date; revokedAt: Date }[]) => {
      const [row] = await db.select().from(mcpKeys).where(eq(mcpKeys.id, id));
      await db
        .insert(mcpKeys)
        .values(changes.map((change) => ({ ...row!, hash: change.id, ...change })));
    },
  },
  {
    kind: "bot",
    most: 20,
    terms: TERMS,
    create: (ctx: Context, body: unknown) =>
      createKey("bot", { ctx, input: { body: parseBody(CreateBotKey, body) } }),
    rename: RenameBotKey,
    made: NewBotKey,
    list: async (ctx: Context) => BotKeyList.parse(await listKeys("bot", { ctx })),
    rowsOf: (id: string) => db.select().from(botKeys).where(eq(botKeys.id, id)),
    copy: async (id: string, changes: { id: string; createdAt: Date; revokedAt: Date }[]) => {
      const [row] = await db.select().from(botKeys).where(eq(botKeys.id, id));
      await db.insert(botKeys).values(changes.map((change) => ({ ...row!, ...change })));
    },
  },
] as const;

type Context = { actor: SessionActor; client: typeof client; now: number };

let db: Database;
let ada: SessionActor;
let bob: SessionActor;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  await closeLimits();
  ada = await addPerson(db);
  bob = await addPerson(db);
});

const code = (refusal: string) => expect.objectContaining({ code: refusal }) as unknown;
const audit = (actor = ada) =>
  db.select().from(auditLog).where(eq(auditLog.userId, actor.userId)).orderBy(auditLog.at);

describe.each(KINDS)("a key of the kind $kind", (of) => {
  const { kind, most, terms } = of;
  const table = kind === "mcp" ? mcpKeys : botKeys;

  const create = async (body: object = {}, { actor = ada, now = NOW } = {}) => {
    await closeLimits();
    return of.made.parse(await of.create({ actor, client, now }, { ...terms, ...body }));
  };
  const list = async (actor = ada, now = NOW) => (await of.list({ actor, client, now })).keys;
  const revoke = (id: string, actor = ada) =>
    revokeKey(kind, { ctx: { actor, client, now: NOW }, input: { params: { id } } });
  const rename = (id: string, name: unknown, actor = ada) =>
    renameKey(kind, {
      ctx: { actor, client, now: NOW },
      input: { params: { id }, body: parseBody(of.rename, { name }) },
    });
  const usage = (id: string, actor = ada) =>
    readKeyUsage(kind, { ctx: { actor, now: NOW }, input: { params: { id } } });
  const end = (actor: SessionActor) =>
    db
      .update(sessions)
      .set({ revokedAt: new Date(NOW) })
      .where(eq(sessions.id, actor.sessionId));

  test.each(["", "   ", "x".repeat(61), "two\nlines", "\u0000", "\u202Eright to left", 7, null])(
    "does not take the name %j",
    async (name) => {
      const refusal = /^name is not valid: it (?:must be 1 to 60|has control characters)/;
      await expect(create({ name })).rejects.toThrow(refusal);
      expect(await list()).toEqual([]);
      expect(() => parseBody(of.rename, { name })).toThrow(refusal);
    },
  );

  test("without a name gets one that differs from those of others, also in the audit log", async () => {
    const [one, other] = [await create(), await create()];
    for (const { name, secret } of [one, other]) expect(name.endsWith(secret.slice(-4))).toBe(true);
    const logged = (await audit()).map(({ details }) => details["name"]);
    expect(logged).toEqual([one.name, other.name]);
  });

  test("is renamed, and is in the audit log with both names, but not for the name that it has", async () => {
    const { secret: _secret, ...record } = await create({ name: "CI" });
    const renamed = { ...record, name: "CI of the shop" };
    expect(await rename(record.id, " CI of the shop ")).toEqual(renamed);
    expect(await rename(record.id, "CI of the shop")).toEqual(renamed);
    expect(await list()).toMatchObject([renamed]);
    const details = { name: "CI of the shop", previous: "CI" };
    const entries = (await audit()).filter(({ action }) => action === `${kind}_key.renamed`);
    expect(entries).toMatchObject([{ target: record.id, details }]);
  });

  test("takes a name of 60 characters, in any script, without the spaces around it", async () => {
    expect(await create({ name: " مفتاح " })).toMatchObject({ name: "مفتاح" });
    expect((await create({ name: "x".repeat(60) })).name).toHaveLength(60);
  });

  test("is shown as it was made, and its secret in that answer only", async () => {
    const { secret, ...record } = await create({ name: "CI" });
    const listed = await list();
    expect(listed).toMatchObject([record]);
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(record.preview).toBe(
      `${secret.slice(0, secret.lastIndexOf("_") + 1)}…${secret.slice(-4)}`,
    );
    const elsewhere = JSON.stringify([await of.rowsOf(record.id), await list(), await audit()]);
    expect(elsewhere).not.toContain(secret.slice(7, 20));
    expect(elsewhere).not.toContain(Buffer.from(secret).toString("base64").slice(8, 40));
  });

  test("is in the audit log, and is not made when the log cannot be written", async () => {
    const { id } = await create({ name: "CI" });
    const entry = { action: `${kind}_key.created`, target: id, address: client.address };
    const actor = { actorKind: "session", actorId: ada.sessionId };
    expect(await audit()).toMatchObject([{ ...entry, ...actor, details: { name: "CI" } }]);
    const broken = { ...client, address: "\u0000" };
    await expect(of.create({ actor: ada, client: broken, now: NOW }, terms)).rejects.toThrow(
      "Failed query",
    );
    expect(await list()).toHaveLength(1);
  });

  test("is one of so many that live, also when two are asked for at once; ended ones leave room", async () => {
    const body = { expiresInDays: 1 };
    const made = [];
    for (let count = 0; count < most - 1; count += 1) made.push(await create(body));
    const both = await Promise.allSettled([create(body), create(body)]);
    const refused = both.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "TOO_MANY_KEYS", status: 409 } }]);
    expect(await audit()).toHaveLength(most);
    await create(body, { actor: bob });
    await revoke(made[0]!.id);
    await create(body);
    await expect(create(body)).rejects.toThrow(code("TOO_MANY_KEYS"));
    await create(body, { now: NOW + DAY_MS });
  });

  test("is not made for an account that was deleted meanwhile", async () => {
    await db
      .update(users)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(users.id, ada.userId));
    await expect(create()).rejects.toMatchObject({ code: "SIGN_IN_REQUIRED", status: 401 });
    expect(await list()).toEqual([]);
  });

  test("is not made by a session that ended meanwhile or is another one's", async () => {
    const { sessionId } = ada;
    const refused = code("SIGN_IN_REQUIRED");
    await expect(create({}, { now: NOW + 400 * DAY_MS })).rejects.toThrow(refused);
    await expect(create({}, { actor: { ...bob, sessionId } })).rejects.toThrow(refused);
    await end(ada);
    await expect(create()).rejects.toThrow(refused);
    expect(await list()).toEqual([]);
  });

  test("can be made by a caller of another issuer, who has no session here", async () => {
    const sessionId = `${ada.userId}.external`;
    expect(await create({}, { actor: { ...ada, sessionId } })).toMatchObject({ state: "active" });
    const foreign = create({}, { actor: { ...bob, sessionId } });
    await expect(foreign).rejects.toThrow(code("SIGN_IN_REQUIRED"));
  });

  test("is listed for its owner alone, live ones first, the newest first, with its state", async () => {
    const ended = await create({ expiresInDays: 1 }, { now: NOW - 2 * DAY_MS });
    const soon = await create({ expiresInDays: 30 }, { now: NOW - 17 * DAY_MS });
    const fresh = await create({ expiresInDays: 30 }, { now: NOW - 15 * DAY_MS });
    const gone = await create({}, { now: NOW - DAY_MS });
    await revoke(gone.id);
    await create({}, { actor: bob });
    expect((await list()).map(({ id, state }) => [id, state])).toEqual([
      [fresh.id, "active"],
      [soon.id, "expiring"],
      [gone.id, "revoked"],
      [ended.id, "expired"],
    ]);
  });

  test("stays in view while it lives, however many were made and ended since", async () => {
    const { id } = await create();
    const times = { createdAt: new Date(NOW + 1), revokedAt: new Date(NOW + 2) };
    const prefix = kind === "mcp" ? "mcp" : "tbk";
    await of.copy(
      id,
      Array.from({ length: 200 }, () => ({ id: newId(prefix), ...times })),
    );
    const shown = await list(ada, NOW + 3);
    expect(shown).toHaveLength(200);
    expect(shown[0]).toMatchObject({ id, state: "active" });
  });

  test("says where it was sent although that endpoint does not accept it", async () => {
    const { id } = await create();
    const seen = { wrongDoorAt: new Date(NOW), wrongDoorPath: "/api/elsewhere", wrongDoorCount: 3 };
    await db.update(table).set(seen).where(eq(table.id, id));
    const wrongDoor = { at: new Date(NOW).toISOString(), path: "/api/elsewhere", count: 3 };
    expect(await list()).toMatchObject([{ id, wrongDoor }]);
  });

  test("is revoked once and for all, and recorded once, with the name that its owner knows", async () => {
    const { id } = await create({ name: "CI" });
    await Promise.all([revoke(id), revoke(id)]);
    await revoke(id);
    const revokedAt = new Date(NOW).toISOString();
    expect(await list()).toMatchObject([{ id, state: "revoked", revokedAt }]);
    const entries = (await audit()).filter(({ action }) => action === `${kind}_key.revoked`);
    expect(entries).toMatchObject([{ target: id, details: { name: "CI" } }]);
  });

  test("is not found by another account, nor by what is no id", async () => {
    const { id } = await create();
    const missing = { code: "KEY_NOT_FOUND", status: 404 };
    await expect(revoke(id, bob)).rejects.toMatchObject(missing);
    await expect(usage(id, bob)).rejects.toMatchObject(missing);
    await expect(rename(id, "mine", bob)).rejects.toMatchObject(missing);
    expect(await audit(bob)).toEqual([]);
    expect(parseParams(KeyParams, { id })).toEqual({ id });
    const unknown = id.replace(/\w{24}$/, "0".repeat(24));
    for (const none of [unknown, "tbk_none", "", id.toUpperCase(), "x".repeat(9_000)]) {
      const params = parseParams(KeyParams, { id: none });
      await expect(revoke(params.id)).rejects.toMatchObject(missing);
      await expect(usage(params.id)).rejects.toMatchObject(missing);
    }
    expect((await usage(id)).days).toHaveLength(30);
    expect(await list()).toMatchObject([{ id, state: "active" }]);
  });
});
