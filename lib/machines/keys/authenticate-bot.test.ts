/** A signed call is accepted once, unchanged, from an allowed address, while its key is live. */
import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { identities } from "#lib/identity/schema/identity.ts";
import { Secret } from "#lib/kernel/env.ts";
import {
  isPostgresPromised,
  type OwnDatabase,
  probePostgres,
} from "#lib/kernel/postgres.testing.ts";
import { botKeys, botNonces } from "#lib/machines/schema/keys.ts";
import {
  closeDatabase,
  type Database,
  openDatabase,
  setDatabase,
} from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { borrowDatabase } from "#lib/platform/db/lent-databases.testing.ts";
import { closeLimits, LIMITS, takeQuota } from "#lib/platform/http/rate-limits.ts";
import { authenticateBot } from "./authenticate-bot.ts";
import { botHeaders, insertBotKey, type TestCall, type TestKey } from "./bot-keys.testing.ts";

const NOW = 1_800_000_000_000;
const CLIENT = { address: "192.0.2.7", agent: "a bot" };
const ORDERS = "/api/bot/v1/orders";

type Sent = {
  method?: string;
  target?: string;
  body?: string;
  headers: Headers;
  now?: number;
  address?: string;
};

/** As the route wrapper calls it; `target` is the one of the request line. */
function arrive({ method = "GET", target = "/api/bot/v1/whoami", body = "", ...sent }: Sent) {
  const headers = new Headers(sent.headers);
  headers.set("x-request-target", target);
  const request = new Request(`http://localhost:3000${target}`, { method, headers });
  return authenticateBot(
    { text: headers.get("x-bot-key") ?? "" },
    {
      request,
      now: sent.now ?? NOW,
      client: { ...CLIENT, address: sent.address ?? CLIENT.address },
      readBody: async () => new TextEncoder().encode(body),
    },
  );
}

const call = (over: Partial<TestCall> = {}): TestCall => ({ timestamp: NOW, ...over });

describe("a signed call", () => {
  let db: Database;
  let key: TestKey;
  beforeAll(async () => {
    db = await testDatabase();
    setDatabase(db);
  });
  beforeEach(async () => {
    key = await insertBotKey();
  });
  afterAll(async () => {
    setDatabase(undefined);
    await db.$client.end();
  });

  const signedAs = (over: Partial<TestCall> = {}, as = key) => botHeaders(as, call(over));

  test("is its owner's bot", async () => {
    const account = "So11111111111111111111111111111111111111112";
    const withWallet = await insertBotKey({ account, tier: "elevated", canStageOrders: true });
    expect(await arrive({ headers: signedAs() })).toEqual({
      kind: "bot_key",
      userId: key.userId,
      keyId: key.id,
      account: undefined,
      tier: "default",
      canStageOrders: false,
    });
    expect(await arrive({ headers: signedAs({}, withWallet) })).toMatchObject({
      account,
      tier: "elevated",
      canStageOrders: true,
    });
    await db.delete(identities).where(eq(identities.subject, account));
    const unlinked = await arrive({ headers: signedAs({}, withWallet) });
    expect(unlinked).toMatchObject({ keyId: withWallet.id, account: undefined });
  });

  describe("is let in once", () => {
    test("with a nonce, and another key has its own", async () => {
      const nonce = "a-nonce-of-16-ch";
      const headers = signedAs({ nonce });
      await arrive({ headers });
      await expect(arrive({ headers })).rejects.toMatchObject({
        code: "NONCE_REPLAYED",
        status: 401,
      });
      const later = signedAs({ nonce, timestamp: NOW + 1 });
      await expect(arrive({ headers: later })).rejects.toMatchObject({ code: "NONCE_REPLAYED" });
      const other = await insertBotKey();
      await expect(arrive({ headers: signedAs({ nonce }, other) })).resolves.toBeDefined();
    });

    test("of eight that arrive together", async () => {
      const headers = signedAs();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => arrive({ headers })),
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    test("and a call that was refused has not used its nonce up", async () => {
      const nonce = "a-nonce-of-16-ch";
      const forged = signedAs({ nonce }, { ...key, secret: `tbs_${"0".repeat(64)}` });
      await expect(arrive({ headers: forged })).rejects.toThrow("does not match");
      const elsewhere = { headers: signedAs({ nonce }), address: "192.0.2.8" };
      await expect(arrive(elsewhere)).rejects.toMatchObject({ code: "ip_not_allowed" });
      await expect(arrive({ headers: signedAs({ nonce }) })).resolves.toBeDefined();
    });

    test("as long as its time is taken, and old nonces are removed", async () => {
      await db.delete(botNonces);
      // A process deletes old nonces at most once a minute, so an hour later it does.
      const start = NOW + 3_600_000;
      const at = (timestamp: number, now = timestamp) =>
        arrive({ headers: signedAs({ timestamp }), now });
      const early = signedAs({ timestamp: start + 30_000, nonce: "from-the-future-1" });
      await arrive({ headers: early, now: start });
      for (let minute = 0; minute < 5; minute++) await at(start + minute * 1_000);
      await expect(arrive({ headers: early, now: start + 60_000 })).rejects.toMatchObject({
        code: "NONCE_REPLAYED",
      });
      await at(start + 90_001);
      await at(start + 180_000);
      const left = await db.select().from(botNonces);
      expect(left.every(({ expiresAt }) => expiresAt.getTime() >= start + 90_001)).toBe(true);
      expect(left.length).toBeLessThanOrEqual(2);
    });
  });

  test.each([
    ["default", "bot_key"],
    ["elevated", "bot_key_elevated"],
  ] as const)(
    "of a key of the %s tier that has no calls left is refused before its nonce is written",
    async (tier, limit) => {
      const own = await insertBotKey({ tier });
      const written = () => db.$count(botNonces, eq(botNonces.keyId, own.id));
      const { limit: calls } = LIMITS[limit];
      for (let taken = 0; taken < calls; taken += 1) await takeQuota(limit, own.id);
      const headers = signedAs({}, own);
      const refused = { code: "RATE_LIMITED", status: 429 };
      await expect(arrive({ headers })).rejects.toMatchObject(refused);
      expect(await written()).toBe(0);
      await closeLimits();
      await arrive({ headers });
      expect(await written()).toBe(1);
    },
  );

  test.each([-30_000, 0, 30_000])("is taken %i ms off our clock", async (off) => {
    await expect(arrive({ headers: signedAs({ timestamp: NOW + off }) })).resolves.toBeDefined();
  });

  test.each([-30_001, 30_001, -86_400_000])("is refused %i ms off our clock", async (off) => {
    await expect(arrive({ headers: signedAs({ timestamp: NOW + off }) })).rejects.toMatchObject({
      code: "BOT_TIMESTAMP_OUT_OF_WINDOW",
      status: 401,
      message: expect.stringContaining(String(NOW)) as string,
    });
  });

  describe("is refused when it is not what was signed", () => {
    const target = `${ORDERS}?market=BTCUSDC&status=ALL`;
    const body = '{"a":1}';
    const signed = () => signedAs({ method: "POST", target, body });
    const as = (over: Partial<Sent>) =>
      arrive({ method: "POST", target, body, headers: signed(), ...over });

    test("only that is let in", async () => {
      await expect(as({})).resolves.toBeDefined();
    });

    test.each<[string, Partial<Sent>]>([
      ["another order of the query", { target: `${ORDERS}?status=ALL&market=BTCUSDC` }],
      ["another value", { target: `${ORDERS}?market=ETHUSDC&status=ALL` }],
      ["a value encoded otherwise", { target: `${ORDERS}?market=%42TCUSDC&status=ALL` }],
      ["a pair more", { target: `${target}&to=1` }],
      ["an empty pair more", { target: `${target}&` }],
      ["a pair less", { target: `${ORDERS}?market=BTCUSDC` }],
      ["no query", { target: ORDERS }],
      ["another path", { target: "/api/bot/v1/positions?market=BTCUSDC&status=ALL" }],
      ["the path encoded otherwise", { target: "/api/bot/v1/%6Frders?market=BTCUSDC&status=ALL" }],
      ["a slash more", { target: `${ORDERS}/?market=BTCUSDC&status=ALL` }],
      ["another body", { body: '{"a":2}' }],
      ["a body written otherwise", { body: '{"a": 1}' }],
      ["no body", { body: "" }],
      ["another method", { method: "DELETE" }],
    ])("%s", async (_, over) => {
      await expect(as(over)).rejects.toMatchObject({ code: "INVALID_BOT_SIGNATURE", status: 401 });
    });

    test.each(["x-bot-timestamp", "x-bot-nonce", "x-bot-signature"])("another %s", async (name) => {
      const headers = signed();
      const text = headers.get(name) ?? "";
      headers.set(
        name,
        text.replace(/.$/, (last) => (last === "1" ? "2" : "1")),
      );
      await expect(as({ headers })).rejects.toMatchObject({ code: "INVALID_BOT_SIGNATURE" });
    });
  });

  test("is refused with a query out of order, although it was signed so", async () => {
    const target = `${ORDERS}?status=ALL&market=BTCUSDC`;
    await expect(arrive({ target, headers: signedAs({ target }) })).rejects.toMatchObject({
      code: "INVALID_BOT_SIGNATURE",
    });
  });

  test.each([
    `${ORDERS}?`,
    `${ORDERS}?a=&b=+&c=%20&d=%2B`,
    `${ORDERS}?market=A&market=B&market=B`,
    `${ORDERS}?%C3%A4=%E7%81%AB&q='!()*`,
    "/api/bot/v1/%6Frders?a=b%2fc",
  ])("is checked byte for byte: %s", async (target) => {
    const headers = signedAs({ target: target.replace(/\?$/, "") });
    await expect(arrive({ target, headers })).resolves.toBeDefined();
  });

  describe("of a right signature from a wrong address", () => {
    test("is refused, and names the address", async () => {
      await expect(arrive({ headers: signedAs(), address: "198.51.100.9" })).rejects.toMatchObject({
        code: "ip_not_allowed",
        status: 403,
        message: "The key is not allowed from the address 198.51.100.9.",
      });
    });

    test("says nothing of the list to who does not sign rightly", async () => {
      const headers = signedAs({}, { ...key, secret: `tbs_${"0".repeat(64)}` });
      await expect(arrive({ headers, address: "198.51.100.9" })).rejects.toMatchObject({
        code: "INVALID_BOT_SIGNATURE",
      });
    });

    test.each<[string[], string, boolean]>([
      [["0.0.0.0/0"], "203.0.113.255", true],
      [["0.0.0.0/0"], "2001:db8::1", false],
      [["::/0"], "2001:db8::1", true],
      [["::/0"], "192.0.2.7", false],
      [["192.0.2.7"], "::ffff:192.0.2.7", true],
      [["10.0.0.0/8"], "10.255.255.255", true],
      [["10.0.0.0/8"], "11.0.0.0", false],
      [["192.0.2.8/31"], "192.0.2.9", true],
      [["192.0.2.8/31"], "192.0.2.10", false],
      [["2001:db8::1"], "2001:db8:0:0:0:0:0:1", true],
      [["2001:db8::/127"], "2001:db8::2", false],
      [["192.0.2.1", "2001:db8::/32"], "2001:db8:ffff::", true],
      [[], "192.0.2.7", false],
      [["0.0.0.0/0"], "unknown", false],
    ])("%j and %s: %s", async (allowlist, address, isIn) => {
      const own = await insertBotKey({ allowlist });
      const answer = await arrive({ headers: signedAs({}, own), address }).then(
        () => true,
        ({ code }: { code: string }) => code,
      );
      expect(answer).toBe(isIn || "ip_not_allowed");
    });
  });

  describe("of a key that opens nothing", () => {
    const nothing = { code: "INVALID_BOT_SIGNATURE", status: 401 };

    test("is refused at the next call after it was revoked", async () => {
      await arrive({ headers: signedAs() });
      const revokedAt = new Date(NOW);
      await db.update(botKeys).set({ revokedAt }).where(eq(botKeys.id, key.id));
      await expect(arrive({ headers: signedAs() })).rejects.toMatchObject({
        code: "REVOKED_KEY",
        message: expect.stringContaining(revokedAt.toISOString()) as string,
      });
    });

    test("is refused from the millisecond on at which it expires", async () => {
      const own = await insertBotKey({ expiresAt: new Date(NOW) });
      const before = { headers: signedAs({}, own), now: NOW - 1 };
      await expect(arrive(before)).resolves.toBeDefined();
      await expect(arrive({ headers: signedAs({}, own) })).rejects.toMatchObject({
        code: "EXPIRED_KEY",
      });
    });

    test("tells who does not hold its secret no more than an id that is none", async () => {
      const wrong = `tbs_${"0".repeat(64)}`;
      const revoked = await insertBotKey({ revokedAt: new Date(0) });
      const expired = await insertBotKey({ expiresAt: new Date(0) });
      const unknown = { id: `tbk_${"0".repeat(24)}` };
      const said: unknown[] = [];
      for (const { id } of [key, revoked, expired, unknown]) {
        const refused = arrive({ headers: signedAs({}, { ...key, id, secret: wrong }) });
        said.push(
          await refused.catch(({ code, message }: Error & { code: string }) => [code, message]),
        );
      }
      expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(said[0]).toContain("INVALID_BOT_SIGNATURE");
    });

    test("costs the work of one that does, so that time tells nothing either", async () => {
      const crypto = vi.spyOn(await import("#lib/platform/secret-cipher.ts"), "decryptSecret");
      const headers = signedAs({}, { ...key, id: `tbk_${"1".repeat(24)}` });
      await expect(arrive({ headers })).rejects.toMatchObject(nothing);
      expect(crypto.mock.results).toHaveLength(1);
      expect(crypto.mock.results[0]?.value).toMatch(/^tbs_[0-9a-f]{64}$/);
      crypto.mockRestore();
    });

    test("is refused when its row was copied over that of another key", async () => {
      const other = await insertBotKey();
      const [row] = await db.select().from(botKeys).where(eq(botKeys.id, key.id));
      const { encryptedSecret } = row!;
      await db.update(botKeys).set({ encryptedSecret }).where(eq(botKeys.id, other.id));
      const headers = signedAs({}, { ...other, secret: key.secret });
      await expect(arrive({ headers })).rejects.toThrow("does not decrypt");
    });
  });

  test.each<[string, string, string]>([
    ["x-bot-key", "tbk_short", "X-Bot-Key"],
    ["x-bot-timestamp", "", "X-Bot-Timestamp"],
    ["x-bot-timestamp", String(NOW / 1_000), "X-Bot-Timestamp"],
    ["x-bot-timestamp", `${NOW}.5`, "X-Bot-Timestamp"],
    ["x-bot-timestamp", `+${NOW}`, "X-Bot-Timestamp"],
    ["x-bot-nonce", "fifteen-of-them", "X-Bot-Nonce"],
    ["x-bot-nonce", "n".repeat(65), "X-Bot-Nonce"],
    ["x-bot-nonce", "sixteen of them!", "X-Bot-Nonce"],
    ["x-bot-signature", "A".repeat(64), "X-Bot-Signature"],
    ["x-bot-signature", "a".repeat(63), "X-Bot-Signature"],
    ["x-bot-signature", "", "X-Bot-Signature"],
  ])("with %s %j is told what is expected", async (name, value, named) => {
    const headers = signedAs();
    headers.set(name, value);
    await expect(arrive({ headers })).rejects.toMatchObject({
      code: "MALFORMED_CREDENTIAL",
      status: 401,
      message: expect.stringContaining(named) as string,
    });
  });

  test("without a header is told which one", async () => {
    const headers = signedAs();
    headers.delete("x-bot-nonce");
    await expect(arrive({ headers })).rejects.toThrow("X-Bot-Nonce");
  });

  test.each([
    ["content-length", "7"],
    ["transfer-encoding", "chunked"],
  ])("of a GET with a body, by %s, is refused: the body would be nobody's", async (name, value) => {
    const headers = signedAs();
    headers.set(name, value);
    await expect(arrive({ headers })).rejects.toMatchObject({
      code: "MALFORMED_BODY",
      status: 400,
    });
    const none = signedAs();
    none.set("content-length", "0");
    await expect(arrive({ headers: none })).resolves.toMatchObject({ kind: "bot_key" });
  });

  test("of a body that is too large is refused as that", async () => {
    const request = new Request("http://localhost:3000/api/bot/v1/orders", { headers: signedAs() });
    const readBody = () =>
      Promise.reject(Object.assign(new Error("large"), { code: "BODY_TOO_LARGE" }));
    const refused = authenticateBot(
      { text: key.id },
      { request, now: NOW, client: CLIENT, readBody },
    );
    await expect(refused).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  });
});

const server = await probePostgres(process.env);
if (server === undefined && isPostgresPromised(process.env)) {
  throw new Error("TEST_DATABASE_URL can not be reached.");
}

/** Another process of the app: it answers each line, a call in JSON, with its outcome. */
const REPLICA = `
const [url] = process.argv.slice(1);
const { authenticateBot } = await import("#lib/machines/keys/authenticate-bot.ts");
const { openDatabase } = await import("#lib/platform/db/client.ts");
await openDatabase({ dataDir: "unused", databaseUrl: { reveal: () => url } });
const { createInterface } = await import("node:readline");
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { headers, now } = JSON.parse(line);
  const request = new Request("http://localhost:3000/api/bot/v1/whoami", { headers });
  const call = { request, now, client: { address: "192.0.2.7", agent: "" }, readBody: async () => new Uint8Array() };
  console.log(await authenticateBot({ text: headers["x-bot-key"] }, call).then(() => "ok", (error) => error.code ?? String(error)));
}
process.exit(0);
`;

describe.skipIf(server === undefined)("two processes on one Postgres", () => {
  let own: OwnDatabase;
  let db: Database;
  let child: ReturnType<typeof spawn>;
  let lines: AsyncIterator<string>;
  beforeAll(async () => {
    own = await borrowDatabase(server);
    db = await openDatabase({ dataDir: "unused", databaseUrl: new Secret(own.url) });
    const flags = ["--conditions=react-server", "--input-type=module", "--eval", REPLICA];
    child = spawn(process.execPath, [...flags, own.url]);
    lines = linesOf(child);
    expect(await next()).toBe("ready");
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    child.stdin?.end();
    await once(child, "exit");
    await closeDatabase();
    await own.drop();
  });

  const next = async () => (await lines.next()).value as unknown;
  const there = (headers: Headers) => {
    child.stdin?.write(`${JSON.stringify({ headers: Object.fromEntries(headers), now: NOW })}\n`);
    return next();
  };
  const here = (headers: Headers) =>
    arrive({ headers }).then(
      () => "ok",
      ({ code }: { code: string }) => code,
    );

  test("a nonce that one took is used up for the other, also when both are asked at once", async () => {
    const key = await insertBotKey();
    const headers = botHeaders(key, call());
    expect(await there(headers)).toBe("ok");
    expect(await here(headers)).toBe("NONCE_REPLAYED");
    for (let round = 0; round < 10; round++) {
      const both = botHeaders(key, call());
      const outcomes = await Promise.all([there(both), here(both)]);
      expect(new Set(outcomes)).toEqual(new Set(["NONCE_REPLAYED", "ok"]));
    }
  });

  test("a key that was revoked by one fails at the other's next call", async () => {
    const key = await insertBotKey();
    expect(await there(botHeaders(key, call()))).toBe("ok");
    await db
      .update(botKeys)
      .set({ revokedAt: new Date(NOW) })
      .where(eq(botKeys.id, key.id));
    expect(await there(botHeaders(key, call()))).toBe("REVOKED_KEY");
  });

  test("no secret is in a column of text", async () => {
    const { id, secret } = await insertBotKey();
    const [row] = await db.select().from(botKeys).where(eq(botKeys.id, id));
    const stored = JSON.stringify(row);
    expect(stored).not.toContain(secret.slice(4));
    expect(stored).not.toContain(hash("sha256", secret, "hex"));
  });
});

async function* linesOf({ stdout }: ReturnType<typeof spawn>): AsyncGenerator<string, void> {
  let text = "";
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    const whole = text.split("\n");
    text = whole.pop() ?? "";
    yield* whole;
  }
}
