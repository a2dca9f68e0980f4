/**
 * Endpoints that take more than one form of credential: `owner` (session or MCP key) and `reader` (these, or a token with a
 * named scope). Each form, valid and not, at the app's own handlers. A handler does not look at the method, so the same one
 * shows what an unsafe request would get.
 */
import { hash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as context } from "#app/api/v1/assistant/context/route.ts";
import { GET as usage } from "#app/api/v1/mcp/keys/[id]/usage/route.ts";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { issueWalletToken } from "#lib/identity/sessions/wallet-token.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { botKeys, keyUsage, mcpKeys } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { openKeyUsage } from "#lib/machines/usage/process-usage.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { users } from "#lib/platform/schema/users.ts";
import { mcpKeyOf } from "#lib/protocol/key-formats.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import {
  insertKeys,
  insertSession,
  openKeyTables,
  TEST_KEYS,
} from "#lib/server/credentials/credentials.testing.ts";
import type { RouteHandler } from "#lib/server/route.ts";

const NOW = 1_800_000_000_000;
const LATER = new Date(NOW + 3_600_000);
const BASE = "http://localhost:3000";
const METADATA = `resource_metadata="${BASE}/.well-known/oauth-protected-resource/api/v1/mcp"`;
const { user: USER, mcpId: KEY_ID, mcpSecret: KEY, botId: BOT_ID } = TEST_KEYS;

type Headings = Record<string, string>;
type Endpoint = "owner" | "reader";
const HANDLERS: Record<Endpoint, RouteHandler> = { owner: usage, reader: context };
const ENDPOINTS = ["owner", "reader"] as const;

let db: Database;
let close: () => Promise<void>;
let session: SessionActor;
let cookie = "";
let jwt = "";
let token = "";
let marketToken = "";

beforeAll(async () => {
  ({ db, close } = await openKeyTables());
  await insertKeys(db, NOW);
  session = await insertSession(db, NOW);
  const secret = config().sessionSecret.reveal();
  cookie = `next-auth.session-token=${await encode({ token: { sid: session.sessionId }, secret })}`;
  jwt = (await issueWalletToken({ ctx: { actor: session, now: NOW } })).token;
  token = await addToken(["read:chat"]);
  marketToken = await addToken(["read:market"]);
});
beforeEach(async () => {
  setClock(NOW);
  await db.update(sessions).set({ revokedAt: null, expiresAt: LATER });
  await db.update(mcpKeys).set({ revokedAt: null, expiresAt: LATER, allowlist: [] });
  await db.update(oauthGrants).set({ revokedAt: null });
  await db.update(oauthRecords).set({ expiresAt: LATER });
});
afterEach(closeLimits);
afterAll(async () => {
  setHttpRuntime();
  await close();
});

function setClock(at: number): void {
  setHttpRuntime({ clock: { now: () => at }, log: { error: () => {}, warn: () => {} } });
}

async function addToken(scopes: readonly Scope[]): Promise<string> {
  const [text, grantId] = [`svc_at_${randomBytes(32).toString("base64url")}`, newId("grant")];
  const shared = { userId: USER, clientId: "client_1", expiresAt: LATER };
  await db.insert(oauthGrants).values({
    ...shared,
    id: grantId,
    createdAt: new Date(NOW),
    scopes: [...scopes],
    payload: {},
    clientName: "An app",
    redirectHost: "localhost",
  });
  await db.insert(oauthRecords).values({
    ...shared,
    model: "AccessToken",
    idHash: hash("sha256", text, "hex"),
    grantId,
    payload: { aud: `${BASE}/api/v1/mcp`, scope: scopes.join(" ") },
  });
  return text;
}

type Options = { method?: string; id?: string };

async function ask(
  endpoint: Endpoint,
  headers: Headings,
  { method = "GET", id = KEY_ID }: Options = {},
) {
  const sent = { "x-forwarded-for": "192.0.2.7", ...headers };
  const request = new Request(`${BASE}/api/v1/thing`, { method, headers: sent });
  const answer = await HANDLERS[endpoint](request, { params: Promise.resolve({ id }) });
  const body = (await answer.json()) as { error?: string };
  return {
    outcome: body.error ?? "ok",
    status: answer.status,
    challenge: answer.headers.get("www-authenticate"),
    limit: answer.headers.get("ratelimit-limit"),
    caching: answer.headers.get("cache-control"),
  };
}

const bearer = (text: string): Headings => ({ authorization: `Bearer ${text}` });
const byCookie = (): Headings => ({ cookie });

/** Each form of a caller that at least one of the two endpoints lets in, and its limit. */
const FORMS: [form: string, headers: () => Headings, limit: string][] = [
  ["the cookie", byCookie, "1800"],
  ["a JWT", () => bearer(jwt), "1800"],
  ["an MCP key", () => bearer(KEY), "120"],
  ["a token", () => bearer(token), "120"],
];
const isLetIn = (endpoint: Endpoint, form: string) => endpoint === "reader" || form !== "a token";

const past = new Date(NOW - 1);
const end = {
  sessions: () => db.update(sessions).set({ revokedAt: past }),
  keys: () => db.update(mcpKeys).set({ revokedAt: past }),
  grants: () => db.update(oauthGrants).set({ revokedAt: past }),
};
const expire = {
  sessions: () => db.update(sessions).set({ expiresAt: past }),
  keys: () => db.update(mcpKeys).set({ expiresAt: past }),
  tokens: () => db.update(oauthRecords).set({ expiresAt: past }),
};

type Row = [
  what: string,
  headers: () => Headings,
  owner: [number, string],
  reader: [number, string],
  before?: () => unknown,
];

const OK: [number, string] = [200, "ok"];
const SIGN_IN: [number, string] = [401, "SIGN_IN_REQUIRED"];
const WRONG: [number, string] = [401, "WRONG_CREDENTIAL"];
const MALFORMED: [number, string] = [401, "MALFORMED_CREDENTIAL"];
const EXPIRED_KEY: [number, string] = [401, "EXPIRED_KEY"];
const REVOKED_KEY: [number, string] = [401, "REVOKED_KEY"];
const NOT_ALLOWED: [number, string] = [403, "ip_not_allowed"];
const INVALID: [number, string] = [401, "INVALID_TOKEN"];

const ROWS: Row[] = [
  ["nothing", () => ({}), SIGN_IN, SIGN_IN],
  ["another cookie", () => ({ cookie: "theme=dark" }), SIGN_IN, SIGN_IN],
  ["the cookie", byCookie, OK, OK],
  ["the cookie of an expired session", byCookie, SIGN_IN, SIGN_IN, expire.sessions],
  ["the cookie of an ended session", byCookie, SIGN_IN, SIGN_IN, end.sessions],
  ["a JWT", () => bearer(jwt), OK, OK],
  ["a JWT of an ended session", () => bearer(jwt), INVALID, INVALID, end.sessions],
  ["an expired JWT", () => bearer(jwt), INVALID, INVALID, () => setClock(NOW + 11 * 60_000)],
  ["a forged JWT", () => bearer(`${jwt.slice(0, -4)}AAAA`), INVALID, INVALID],
  ["an MCP key", () => bearer(KEY), OK, OK],
  ["an unknown MCP key", () => bearer(mcpKeyOf("1f".repeat(28))), unknown("KEY"), unknown("KEY")],
  ["an expired MCP key", () => bearer(KEY), EXPIRED_KEY, EXPIRED_KEY, expire.keys],
  ["a revoked MCP key", () => bearer(KEY), REVOKED_KEY, REVOKED_KEY, end.keys],
  [
    "an MCP key from an address that it does not allow",
    () => bearer(KEY),
    NOT_ALLOWED,
    NOT_ALLOWED,
    () => db.update(mcpKeys).set({ allowlist: ["198.51.100.0/24"] }),
  ],
  ["a token", () => bearer(token), WRONG, OK],
  ["a token without the scope", () => bearer(marketToken), WRONG, [403, "INSUFFICIENT_SCOPE"]],
  ["an unknown token", () => bearer(`svc_at_${"a".repeat(43)}`), WRONG, unknown("TOKEN")],
  ["an expired token", () => bearer(token), WRONG, [401, "EXPIRED_TOKEN"], expire.tokens],
  ["a token of a revoked grant", () => bearer(token), WRONG, [401, "REVOKED_GRANT"], end.grants],
  ["a refresh token", () => bearer(`svc_rt_${"a".repeat(43)}`), WRONG, WRONG],
  ["a bot's key", () => ({ "x-bot-key": BOT_ID }), WRONG, WRONG],
  ["a venue key", () => bearer(`apikey_${"d".repeat(64)}`), WRONG, WRONG],
  ["an operator key", () => bearer(`operator_${"c".repeat(64)}`), WRONG, WRONG],
  ["garbage", () => bearer("nonsense"), MALFORMED, MALFORMED],
  ["a key without its scheme", () => ({ authorization: KEY }), MALFORMED, MALFORMED],
  ["a key as a bot's", () => ({ "x-bot-key": KEY }), MALFORMED, MALFORMED],
  ["the cookie beside garbage", () => ({ cookie, ...bearer("nonsense") }), MALFORMED, MALFORMED],
  [
    "the cookie beside a revoked key",
    () => ({ cookie, ...bearer(KEY) }),
    REVOKED_KEY,
    REVOKED_KEY,
    end.keys,
  ],
  [
    "a key beside the cookie of an ended session",
    () => ({ cookie, ...bearer(KEY) }),
    OK,
    OK,
    end.sessions,
  ],
];

function unknown(what: "KEY" | "TOKEN"): [number, string] {
  return [401, `UNKNOWN_${what}`];
}

describe.each(ENDPOINTS)("at an endpoint of `%s`", (endpoint) => {
  test.each(ROWS)("%s", async (...row) => {
    const [, headers, owner, reader, before] = row;
    await before?.();
    const { status, outcome, challenge, caching } = await ask(endpoint, headers());
    expect([status, outcome]).toEqual(endpoint === "owner" ? owner : reader);
    expect(caching).toBe("no-store");
    expect(challenge !== null).toBe(status === 401 || outcome === "INSUFFICIENT_SCOPE");
    if (challenge === null) return;
    expect(challenge).toMatch(/^Bearer\b/);
    expect(challenge.includes(METADATA)).toBe(endpoint === "reader");
    expect(challenge.includes("error=")).toBe(outcome !== "SIGN_IN_REQUIRED");
    const scope = /scope="([^"]*)"/.exec(challenge)?.[1];
    const stepUp = "read:chat read:market";
    const first = endpoint === "reader" ? "read:chat" : undefined;
    expect(scope).toBe(outcome === "INSUFFICIENT_SCOPE" ? stepUp : first);
  });

  test.each([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a page without an origin", { origin: "null" }],
  ])(
    "%s writes nothing by the cookie, reads as before, and is free to use a key",
    async (_what, from) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const { status, outcome } = await ask(endpoint, { cookie, ...from }, { method });
        expect([status, outcome]).toEqual([403, "CROSS_ORIGIN"]);
        const signedOut = await ask(endpoint, { ...from }, { method });
        expect(signedOut.outcome).toBe("CROSS_ORIGIN");
        const byKey = await ask(endpoint, { cookie, ...from, ...bearer(KEY) }, { method });
        expect(byKey.outcome).toBe("ok");
        const byBot = await ask(endpoint, { cookie, ...from, "x-bot-key": BOT_ID }, { method });
        expect(byBot.outcome).toBe("CROSS_ORIGIN");
      }
      expect((await ask(endpoint, { cookie, ...from })).outcome).toBe("ok");
      expect((await ask(endpoint, { cookie, origin: BASE }, { method: "POST" })).outcome).toBe(
        "ok",
      );
    },
  );

  test.each(FORMS)("%s counts against its own limit", async (form, headers, limit) => {
    const answer = await ask(endpoint, headers());
    expect(answer.limit).toBe(isLetIn(endpoint, form) ? limit : "60");
  });

  test.each(FORMS.filter(([form]) => isLetIn(endpoint, form)))(
    "%s is refused when the caller expects another account",
    async (_form, headers) => {
      const other = { ...headers(), "x-expected-user": "usr_ffffffffffffffffffffffff" };
      const { status, outcome } = await ask(endpoint, other);
      expect([status, outcome]).toEqual([403, "ACCOUNT_MISMATCH"]);
      const own = { ...headers(), "x-expected-user": USER };
      expect((await ask(endpoint, own)).outcome).toBe("ok");
    },
  );

  test("the key of a bot is noted for its owner, and that of the endpoint is not", async () => {
    await db.update(botKeys).set({ wrongDoorCount: 0 });
    await db.update(mcpKeys).set({ wrongDoorCount: 0 });
    await ask(endpoint, { "x-bot-key": BOT_ID });
    await ask(endpoint, bearer(KEY));
    const [bot] = await db.select().from(botKeys);
    const [key] = await db.select().from(mcpKeys).where(eq(mcpKeys.id, KEY_ID));
    expect([bot?.wrongDoorCount, key?.wrongDoorCount]).toEqual([1, 0]);
  });
});

test("the uses of keys and apps are counted, with what was refused, and those of a person are not", async () => {
  await db.delete(keyUsage);
  const timers = new ManualTimers(NOW);
  const stop = openKeyUsage({ timers, log: { warn: () => {} } });
  for (const endpoint of ENDPOINTS) {
    for (const [, headers] of FORMS) await ask(endpoint, headers());
  }
  await ask("reader", bearer(marketToken));
  await ask("owner", bearer(KEY), { id: "mcp_ffffffffffffffffffffffff" });
  await stop();
  const rows = await db.select().from(keyUsage);
  const grants = rows.filter(({ keyId }) => keyId.startsWith("grant_"));
  const keys = rows.filter(({ keyId }) => keyId === KEY_ID);
  const summary = (list: typeof rows) => list.map(({ outcome, count }) => `${outcome} ${count}`);
  expect(summary(grants).toSorted()).toEqual(["INSUFFICIENT_SCOPE 1", "ok 1"]);
  expect(summary(keys).toSorted()).toEqual(["KEY_NOT_FOUND 1", "ok 2"]);
  expect(rows).toHaveLength(4);
});

test("a key reads its own usage only; its owner reads that of each of their keys, and of nobody else's", async () => {
  const [second, foreign] = [newId("mcp"), newId("mcp")];
  const stranger = newId("usr");
  await db.insert(users).values({ id: stranger, createdAt: new Date(NOW) });
  const shared = { name: "other", preview: "svc_sk_…", createdAt: new Date(NOW), expiresAt: LATER };
  await db.insert(mcpKeys).values([
    { ...shared, id: second, userId: USER, hash: "2".repeat(64) },
    { ...shared, id: foreign, userId: stranger, hash: "3".repeat(64) },
  ]);
  const outcomes = async (headers: Headings) =>
    Promise.all(
      [KEY_ID, second, foreign].map(async (id) => (await ask("owner", headers, { id })).outcome),
    );
  expect(await outcomes(byCookie())).toEqual(["ok", "ok", "KEY_NOT_FOUND"]);
  expect(await outcomes(bearer(jwt))).toEqual(["ok", "ok", "KEY_NOT_FOUND"]);
  expect(await outcomes(bearer(KEY))).toEqual(["ok", "KEY_NOT_FOUND", "KEY_NOT_FOUND"]);
});
