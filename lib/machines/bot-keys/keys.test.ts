/** What an owner, and only the owner, can do with bot keys. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BotKeyActor, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { auditLog } from "#lib/platform/db/schema/audit.ts";
import { sessions, users } from "#lib/platform/db/schema/identity.ts";
import { botKeys } from "#lib/platform/db/schema/keys.ts";
import { parseBody, parseParams } from "#lib/platform/http/validation.ts";
import { newId } from "#lib/platform/ids.ts";
import { decryptSecret } from "#lib/platform/secret-cipher.ts";
import { insertBotKey } from "./bot-keys.testing.ts";
import { CreatedBotKey, createBotKey, MOST_LIVE_KEYS, NewBotKey } from "./create-key.ts";
import { BotKeyList, listBotKeys } from "./list-keys.ts";
import { readBotAccount } from "./read-account.ts";
import { readBotOrders } from "./read-orders.ts";
import { readBotPositions } from "./read-positions.ts";
import { readBotUsage } from "./read-usage.ts";
import { BotKeyId, revokeBotKey } from "./revoke-key.ts";
import { AddressTest, AddressTestResult, testAddress } from "./test-address.ts";
import { WhoAmI, whoAmI } from "./whoami.ts";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const client = { address: "192.0.2.7", agent: "a browser" };

let db: Database;
let actor: SessionActor;
beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
});
afterAll(async () => {
  useDatabase(undefined);
  await db.$client.end();
});

async function somebody(account?: string): Promise<SessionActor> {
  const userId = newId("usr");
  await db.insert(users).values({ id: userId, createdAt: new Date(NOW) });
  const sessionId = newId("ses");
  const at = new Date(NOW);
  const times = {
    createdAt: at,
    provedAt: at,
    lastSeenAt: at,
    expiresAt: new Date(NOW + 400 * DAY),
  };
  await db.insert(sessions).values({ id: sessionId, userId, kind: "wallet", ...times, ...client });
  return { kind: "session", userId, sessionId, account, provedAt: NOW };
}

beforeEach(async () => {
  actor = await somebody();
});

const ctx = (as = actor, now = NOW) => ({ actor: as, now, client });

async function create(body: object, as = actor, now = NOW) {
  const input = { body: parseBody(NewBotKey, body) };
  return CreatedBotKey.parse(await createBotKey({ ctx: ctx(as, now), input }));
}

const list = async (as = actor, now = NOW) => {
  const { keys } = await listBotKeys({ ctx: { actor: as, now } });
  return BotKeyList.parse({ keys }).keys;
};
const revoke = (id: string, as = actor) =>
  revokeBotKey({ ctx: ctx(as), input: { params: { id } } });
const audit = (as = actor) => db.select().from(auditLog).where(eq(auditLog.userId, as.userId));

describe("a new key", () => {
  test("has what was asked for, acts for the session's wallet, and is told of in the audit log", async () => {
    const owner = await somebody("So11111111111111111111111111111111111111112");
    const body = {
      name: " Grid ",
      allowlist: ["192.0.2.7", " 2001:DB8:0::/32"],
      expiresInDays: 365,
    };
    const { secret, ...key } = await create(body, owner);
    expect(secret).toMatch(/^tbs_[0-9a-f]{64}$/);
    expect(key).toMatchObject({
      id: expect.stringMatching(/^tbk_[0-9a-f]{24}$/) as string,
      name: "Grid",
      preview: `tbs_…${secret.slice(-4)}`,
      state: "active",
      allowlist: ["192.0.2.7", "2001:db8::/32"],
      account: owner.account,
      tier: "default",
      expiresAt: new Date(NOW + 365 * DAY).toISOString(),
      wrongDoor: null,
    });
    expect(await list(owner)).toEqual([key]);
    expect(await audit(owner)).toMatchObject([
      { action: "bot_key.created", target: key.id, actorId: owner.sessionId, address: "192.0.2.7" },
    ]);
  });

  test("keeps its secret encrypted, for its own row only, and nowhere else", async () => {
    const { id, secret } = await create({ allowlist: ["192.0.2.7"] });
    const [row] = await db.select().from(botKeys).where(eq(botKeys.id, id));
    const stored = row!.encryptedSecret;
    expect(decryptSecret(stored, id, config().encryptionSecret)).toBe(secret);
    expect(decryptSecret(stored, newId("tbk"), config().encryptionSecret)).toBeUndefined();
    const elsewhere = JSON.stringify([row, await list(), await audit()]);
    expect(elsewhere).not.toContain(secret.slice(4));
    expect(elsewhere).not.toContain(Buffer.from(secret).toString("base64").slice(8, 40));
  });

  test("has no wallet when its maker has none, no end and a name when none was given", async () => {
    const key = await create({ allowlist: ["192.0.2.7"] });
    expect(key).toMatchObject({ account: null, expiresAt: null, name: "Bot key" });
  });

  test.each<[object, string, RegExp]>([
    [{}, "MISSING_FIELD", /allowlist/],
    [{ allowlist: [] }, "INVALID_FIELD", /allowlist/],
    [{ allowlist: [" "] }, "INVALID_FIELD", /names no address/],
    [{ allowlist: "192.0.2.7" }, "INVALID_FIELD", /allowlist/],
    [{ allowlist: Array(65).fill("192.0.2.7") }, "INVALID_FIELD", /64/],
    [
      { allowlist: ["192.0.2.7", "bot.example", "10.0.0.0/33"] },
      "INVALID_FIELD",
      /"bot.example".*"10.0.0.0\/33"/,
    ],
    [{ allowlist: ["192.0.2.7/24"] }, "INVALID_FIELD", /192\.0\.2\.0\/24/],
    [{ allowlist: ["192.0.2.7"], expiresInDays: 0 }, "INVALID_FIELD", /expiresInDays/],
    [{ allowlist: ["192.0.2.7"], expiresInDays: -1 }, "INVALID_FIELD", /expiresInDays/],
    [{ allowlist: ["192.0.2.7"], expiresInDays: 1.5 }, "INVALID_FIELD", /expiresInDays/],
    [{ allowlist: ["192.0.2.7"], expiresInDays: 366 }, "INVALID_FIELD", /expiresInDays.*365/],
    [{ allowlist: ["192.0.2.7"], expiresInDays: "90" }, "INVALID_FIELD", /expiresInDays/],
    [{ allowlist: ["192.0.2.7"], expiresInDays: null }, "INVALID_FIELD", /expiresInDays/],
    [{ allowlist: ["192.0.2.7"], name: "n".repeat(61) }, "INVALID_FIELD", /name/],
    [{ allowlist: ["192.0.2.7"], name: "\u0000" }, "INVALID_FIELD", /name.*on one line/],
    [{ allowlist: ["192.0.2.7"], name: "two\nlines" }, "INVALID_FIELD", /name.*on one line/],
    [{ allowlist: ["192.0.2.7"], name: "\u202Eright to left" }, "INVALID_FIELD", /name/],
    [{ allowlist: ["192.0.2.7"], tier: "elevated" }, "UNKNOWN_FIELD", /tier/],
  ])("is not made of %j", async (body, code, text) => {
    const refused = Promise.resolve().then(() => parseBody(NewBotKey, body));
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text) as string,
    });
  });

  test.each<[string[], string[]]>([
    [
      ["0.0.0.0/0", "::/0"],
      ["0.0.0.0/0", "::/0"],
    ],
    [
      ["192.0.2.7/32", "2001:db8::1/128"],
      ["192.0.2.7", "2001:db8::1"],
    ],
    [["::ffff:192.0.2.7", "192.0.2.7"], ["192.0.2.7"]],
    [["::ffff:10.0.0.0/104"], ["10.0.0.0/8"]],
  ])("with %j is for %j", async (allowlist, canonical) => {
    expect((await create({ allowlist })).allowlist).toEqual(canonical);
  });

  test("is the last one at twenty that live, also when two are asked for at once", async () => {
    const body = { allowlist: ["192.0.2.7"], expiresInDays: 1 };
    const made = [];
    for (let count = 0; count < MOST_LIVE_KEYS - 1; count++) made.push(await create(body));
    const both = await Promise.allSettled([create(body), create(body)]);
    const refused = both.filter((one) => one.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "TOO_MANY_KEYS", status: 409 } }]);
    expect(await audit()).toHaveLength(MOST_LIVE_KEYS);
    await revoke(made[0]!.id);
    await create(body);
    await expect(create(body)).rejects.toMatchObject({ code: "TOO_MANY_KEYS" });
    await expect(create(body, await somebody())).resolves.toBeDefined();
    await expect(create(body, actor, NOW + DAY)).resolves.toBeDefined();
  });
});

describe("no key is made", () => {
  const body = { allowlist: ["192.0.2.7"] };
  const refused = { code: "SIGN_IN_REQUIRED", status: 401 };

  test("for an account that was deleted meanwhile", async () => {
    await db
      .update(users)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(users.id, actor.userId));
    await expect(create(body)).rejects.toMatchObject(refused);
    expect(await list()).toEqual([]);
  });

  test("by a session that was ended meanwhile", async () => {
    await db
      .update(sessions)
      .set({ revokedAt: new Date(NOW) })
      .where(eq(sessions.id, actor.sessionId));
    await expect(create(body)).rejects.toMatchObject(refused);
    expect(await list()).toEqual([]);
  });
});

describe("a list", () => {
  test("is live keys first, the newest first, of its reader only, and names what each key is", async () => {
    const allowlist = ["192.0.2.7"];
    const last = await create({ allowlist, name: "no end" });
    const soon = await create({ allowlist, expiresInDays: 13 }, actor, NOW + 1);
    const later = await create({ allowlist, expiresInDays: 15 }, actor, NOW + 2);
    await create({ allowlist }, await somebody());
    const shown = async (now: number) =>
      (await list(actor, now)).map(({ id, state }) => ({ id, state }));
    expect(await shown(NOW + 3)).toEqual([
      { id: later.id, state: "active" },
      { id: soon.id, state: "expiring" },
      { id: last.id, state: "active" },
    ]);
    await revoke(later.id);
    expect(await shown(NOW + 13 * DAY + 1)).toEqual([
      { id: last.id, state: "active" },
      { id: later.id, state: "revoked" },
      { id: soon.id, state: "expired" },
    ]);
  });

  test("keeps a live key in view, however many were made and ended since", async () => {
    const allowlist = ["192.0.2.7"];
    const { id } = await create({ allowlist });
    const [row] = await db.select().from(botKeys).where(eq(botKeys.id, id));
    const ended = Array.from({ length: 200 }, () => ({
      ...row!,
      id: newId("tbk"),
      createdAt: new Date(NOW + 1),
      revokedAt: new Date(NOW + 2),
    }));
    await db.insert(botKeys).values(ended);
    const shown = await list(actor, NOW + 3);
    expect(shown).toHaveLength(200);
    expect(shown[0]).toMatchObject({ id, state: "active" });
  });

  test("tells of a key that was shown at a wrong door", async () => {
    const { id } = await create({ allowlist: ["192.0.2.7"] });
    const seen = { wrongDoorAt: new Date(NOW), wrongDoorPath: "/api/v1/mcp", wrongDoorCount: 2 };
    await db.update(botKeys).set(seen).where(eq(botKeys.id, id));
    const wrongDoor = { at: new Date(NOW).toISOString(), path: "/api/v1/mcp", count: 2 };
    expect(await list()).toMatchObject([{ id, wrongDoor }]);
  });
});

describe("revoking", () => {
  test("is once and for all, and written down once", async () => {
    const { id } = await create({ allowlist: ["192.0.2.7"] });
    await Promise.all([revoke(id), revoke(id)]);
    expect(await list()).toMatchObject([
      { id, state: "revoked", revokedAt: new Date(NOW).toISOString() },
    ]);
    const actions = (await audit()).map(({ action }) => action);
    expect(actions).toHaveLength(2);
    expect(new Set(actions)).toEqual(new Set(["bot_key.created", "bot_key.revoked"]));
  });

  test("another's key, or one that is none, is a key that is not there", async () => {
    const { id } = await create({ allowlist: ["192.0.2.7"] });
    const stranger = await somebody();
    const missing = { code: "KEY_NOT_FOUND", status: 404 };
    await expect(revoke(id, stranger)).rejects.toMatchObject(missing);
    const shaped = parseParams(BotKeyId, { id });
    expect(shaped).toEqual({ id });
    for (const none of ["tbk_none", "", "\u0000", id.toUpperCase(), `${id}\n`, "x".repeat(9_000)]) {
      const params = parseParams(BotKeyId, { id: none });
      await expect(revoke(params.id)).rejects.toMatchObject(missing);
      const usage = readBotUsage({ ctx: ctx(), input: { params } });
      await expect(usage).rejects.toMatchObject(missing);
    }
    const usage = (as: SessionActor) => readBotUsage({ ctx: ctx(as), input: { params: { id } } });
    await expect(usage(stranger)).rejects.toMatchObject(missing);
    expect((await usage(actor)).days).toHaveLength(30);
    expect(await list()).toMatchObject([{ id, state: "active" }]);
    expect(await audit(stranger)).toEqual([]);
  });
});

describe("the tester", () => {
  const tried = (allowlist: string[], address?: string) => {
    const body = parseBody(AddressTest, { allowlist, address });
    return AddressTestResult.parse(testAddress({ ctx: ctx(), input: { body } }));
  };

  test.each<[string[], string, string | null]>([
    [["10.0.0.0/8", "192.0.2.7"], "192.0.2.7", "192.0.2.7"],
    [["192.0.2.7", "192.0.2.0/24"], "::FFFF:192.0.2.8", "192.0.2.0/24"],
    [["2001:db8::/32"], "2001:DB8:0:0::1", "2001:db8::/32"],
    [["::/0"], "192.0.2.7", null],
    [["0.0.0.0/0"], "::1", null],
    [[], "::1", null],
  ])("of %j with %s finds %s", (allowlist, address, matched) => {
    expect(tried(allowlist, address)).toMatchObject({ matched, allowed: matched !== null });
  });

  test("names what is no entry, what it may mean, and the caller's own address", () => {
    expect(tried(["192.0.2.7/24", "bot.example", "192.0.2.7"])).toEqual({
      yourAddress: client.address,
      entries: ["192.0.2.7"],
      refused: [
        expect.objectContaining({
          entry: "192.0.2.7/24",
          problem: "host_bits",
          network: "192.0.2.0/24",
        }),
        expect.objectContaining({ entry: "bot.example", problem: "not_an_address" }),
      ],
      address: null,
      addressProblem: null,
      allowed: null,
      matched: null,
    });
  });

  test("tries addresses, in their canonical form, and no networks", () => {
    expect(tried([], " 2001:DB8:0::1 ").address).toBe("2001:db8::1");
    for (const address of ["192.0.2.0/24", "localhost", "", "1.2.3"]) {
      const none = { address: null, allowed: null, matched: null };
      const addressProblem = expect.stringMatching(/./) as string;
      expect(tried(["0.0.0.0/0"], address)).toMatchObject({ ...none, addressProblem });
    }
  });
});

describe("a bot", () => {
  test("is told who it is", async () => {
    const expiresAt = new Date(NOW + DAY);
    const { id: keyId, userId } = await insertBotKey({ expiresAt });
    const bot: BotKeyActor = {
      kind: "bot_key",
      userId,
      keyId,
      account: undefined,
      tier: "default",
    };
    expect(WhoAmI.parse(await whoAmI({ ctx: { actor: bot, now: NOW, client } }))).toEqual({
      keyId,
      owner: userId,
      account: null,
      address: "192.0.2.7",
      tier: "default",
      expiresAt: expiresAt.toISOString(),
      serverTime: new Date(NOW).toISOString(),
    });
  });

  test("without a wallet reads no account, and one whose trading is not enabled is told so", async () => {
    const bot = (account: string | undefined): { actor: BotKeyActor; now: number } => ({
      actor: { kind: "bot_key", userId: "usr_1", keyId: "tbk_1", account, tier: "default" },
      now: NOW,
    });
    const request = new Request("http://localhost:3000/api/bot/v1/orders");
    const reads = [
      (context: ReturnType<typeof bot>) => readBotAccount({ ctx: context }),
      (context: ReturnType<typeof bot>) => readBotPositions({ ctx: context }),
      (context: ReturnType<typeof bot>) =>
        readBotOrders({ ctx: context, input: { query: {}, request } }),
    ];
    for (const read of reads) {
      await expect(read(bot(undefined))).rejects.toMatchObject({ code: "WALLET_REQUIRED" });
      await expect(read(bot("So1111"))).rejects.toMatchObject({ code: "TRADING_NOT_ENABLED" });
    }
  });
});
