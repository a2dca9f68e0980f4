/** Bot keys: their terms, the test of an allowlist, and what a bot reads. What holds for every kind is in keys.test.ts. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { newId } from "#lib/kernel/ids.ts";
import { readBotAccount } from "#lib/machines/bots/read-account.ts";
import { readBotOrders } from "#lib/machines/bots/read-orders.ts";
import { readBotPositions } from "#lib/machines/bots/read-positions.ts";
import { whoAmI } from "#lib/machines/bots/whoami.ts";
import { botKeys } from "#lib/machines/schema/keys.ts";
import type { BotKeyActor, SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { parseBody } from "#lib/platform/http/validation.ts";
import { decryptSecret } from "#lib/platform/secret-cipher.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { AddressCheck, NewBotKey, WhoAmI } from "#lib/protocol/wire/machine-keys.ts";
import { insertBotKey } from "./bot-keys.testing.ts";
import { CreateBotKey, createKey } from "./create-machine-key.ts";
import { addPerson, client, NOW } from "./keys.testing.ts";
import { BotKeyList, listKeys } from "./list-keys.ts";
import { AddressTest, testAddress } from "./test-address.ts";

let db: Database;
let actor: SessionActor;
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
  actor = await addPerson(db);
});

const ctx = (as = actor, now = NOW) => ({ actor: as, now, client });

async function create(body: object, as = actor) {
  const input = { body: parseBody(CreateBotKey, body) };
  return NewBotKey.parse(await createKey("bot", { ctx: ctx(as), input }));
}

const list = async (now = NOW) =>
  BotKeyList.parse(await listKeys("bot", { ctx: { actor, now } })).keys;

describe("a new key", () => {
  test("has what was asked for, acts for the session's wallet, and is in the audit log with its addresses", async () => {
    const owner = { ...actor, account: "So11111111111111111111111111111111111111112" };
    const body = {
      name: " Grid ",
      allowlist: ["192.0.2.7", " 2001:DB8:0::/32"],
      expiresInDays: 365,
      canStageOrders: true,
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
      canStageOrders: true,
      tier: "default",
      expiresAt: new Date(NOW + 365 * DAY_MS).toISOString(),
      wrongDoor: null,
    });
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.target, key.id));
    expect(entry?.details).toEqual({
      name: "Grid",
      allowlist: "192.0.2.7 2001:db8::/32",
      canStageOrders: true,
    });
  });

  test("proposes no orders unless its maker allows it", async () => {
    const allowlist = ["192.0.2.7"];
    expect(await create({ allowlist })).toMatchObject({ canStageOrders: false });
    for (const canStageOrders of ["yes", 1, null]) {
      await expect(create({ allowlist, canStageOrders })).rejects.toThrow(/^canStageOrders/);
    }
  });

  test("keeps its secret encrypted, for its own row only", async () => {
    const { id, secret } = await create({ allowlist: ["192.0.2.7"] });
    const [row] = await db.select().from(botKeys).where(eq(botKeys.id, id));
    const stored = row!.encryptedSecret;
    expect(decryptSecret(stored, id, config().encryptionSecret)).toBe(secret);
    expect(decryptSecret(stored, newId("tbk"), config().encryptionSecret)).toBeUndefined();
  });

  test("has no wallet when its maker has none, and no end when none was given", async () => {
    const key = await create({ allowlist: ["192.0.2.7"] });
    expect(key).toMatchObject({ account: null, expiresAt: null });
  });

  test("without an end stays active, before those that ended", async () => {
    const allowlist = ["192.0.2.7"];
    const endless = await create({ allowlist });
    const ended = await create({ allowlist, expiresInDays: 13 });
    expect((await list(NOW + 400 * DAY_MS)).map(({ id, state }) => [id, state])).toEqual([
      [endless.id, "active"],
      [ended.id, "expired"],
    ]);
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
    [{ allowlist: ["192.0.2.7"], tier: "elevated" }, "UNKNOWN_FIELD", /tier/],
  ])("is not made of %j", async (body, code, text) => {
    const refused = Promise.resolve().then(() => parseBody(CreateBotKey, body));
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
});

describe("the tester", () => {
  const tried = (allowlist: string[], address?: string) => {
    const body = parseBody(AddressTest, { allowlist, address });
    return AddressCheck.parse(testAddress({ ctx: ctx(), input: { body } }));
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
      nearest: null,
    });
  });

  test.each<[string[], string, string | null]>([
    [["203.0.113.0/24", "10.1.0.0/16", "10.2.0.0/16"], "10.3.0.1", "10.2.0.0/16"],
    [["10.1.0.0/16", "10.2.0.0/24"], "10.2.1.0", "10.2.0.0/24"],
    [["2001:db8::/48", "192.0.2.7"], "2001:db8:1::1", "2001:db8::/48"],
    [["192.0.2.7"], "192.0.2.8", "192.0.2.7"],
    [["192.0.2.7"], "2001:db8::1", null],
    [["192.0.2.0/24"], "192.0.2.8", null],
  ])("of %j with %s says that %s is nearest", (allowlist, address, nearest) => {
    expect(tried(allowlist, address).nearest).toBe(nearest);
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
    const expiresAt = new Date(NOW + DAY_MS);
    const { id: keyId, userId } = await insertBotKey({ expiresAt });
    const bot: BotKeyActor = {
      kind: "bot_key",
      userId,
      keyId,
      account: undefined,
      tier: "default",
      canStageOrders: false,
    };
    expect(WhoAmI.parse(await whoAmI({ ctx: { actor: bot, now: NOW, client } }))).toEqual({
      keyId,
      owner: userId,
      account: null,
      address: "192.0.2.7",
      tier: "default",
      canStageOrders: false,
      expiresAt: expiresAt.toISOString(),
      serverTime: new Date(NOW).toISOString(),
    });
  });

  test("without a wallet reads no account, and one whose trading is not enabled is told so", async () => {
    const bot = (account: string | undefined): { actor: BotKeyActor; now: number } => ({
      actor: {
        kind: "bot_key",
        userId: "usr_1",
        keyId: "tbk_1",
        account,
        tier: "default",
        canStageOrders: false,
      },
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
