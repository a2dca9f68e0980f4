/** Connected apps: visibility, lifetime, effects of a revocation, and which account may decide on a consent page. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { auditLog } from "#lib/identity/schema/audit.ts";
import { sessions } from "#lib/identity/schema/identity.ts";
import { addPerson, client, NOW } from "#lib/machines/keys/keys.testing.ts";
import { keyUsage } from "#lib/machines/schema/keys.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Scope } from "#lib/protocol/scopes.ts";
import { consentFormToken, isConsentFormToken } from "./consent-csrf-token.ts";
import { requireOwnForm } from "./consent-form-origin.ts";
import { decideConsent } from "./decide-consent.ts";
import { extendGrant, MoreScopes } from "./extend-grant.ts";
import { GrantQuery, listGrants } from "./list-grants.ts";
import { readGrantUsage } from "./read-usage.ts";
import { GrantedAppQuery, revokeAppGrants } from "./revoke-app.ts";
import { revokeGrant } from "./revoke-grant.ts";

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

type Row = typeof oauthGrants.$inferInsert;

async function addGrant(actor: SessionActor, id: string, more: Partial<Row> = {}): Promise<void> {
  await db.insert(oauthGrants).values({
    id,
    userId: actor.userId,
    clientId: "client_0123456789abcdef01234567",
    clientName: id,
    redirectHost: "app.example",
    scopes: ["read:market"],
    payload: {},
    createdAt: new Date(NOW),
    expiresAt: new Date(NOW + 30 * DAY_MS),
    ...more,
  });
}

const page = (actor: SessionActor, query: Record<string, string> = {}) =>
  listGrants({ ctx: { actor, now: NOW }, input: { query: GrantQuery.parse(query) } });
const list = async (actor: SessionActor) => (await page(actor)).grants;
const revoke = (actor: SessionActor, id: string) =>
  revokeGrant({ ctx: { actor, client, now: NOW }, input: { params: { id } } });

describe("the list of grants", () => {
  test("has the account's own grants, live ones first, newest first, and those that ended within 30 days", async () => {
    await addGrant(ada, "old", { createdAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "new");
    await addGrant(ada, "revoked", { revokedAt: new Date(NOW - 29 * DAY_MS) });
    await addGrant(ada, "gone", { revokedAt: new Date(NOW - 30 * DAY_MS) });
    await addGrant(ada, "expired", {
      createdAt: new Date(NOW - 40 * DAY_MS),
      expiresAt: new Date(NOW - 10 * DAY_MS),
    });
    await addGrant(ada, "forgotten", { expiresAt: new Date(NOW - 30 * DAY_MS) });
    await addGrant(bob, "bobs");
    expect((await list(ada)).map(({ id, state }) => [id, state])).toEqual([
      ["new", "active"],
      ["old", "active"],
      ["revoked", "revoked"],
      ["expired", "expired"],
    ]);
    expect((await list(bob)).map(({ id }) => id)).toEqual(["bobs"]);
  });

  test("comes in pages and leaves none out, whatever ends in between", async () => {
    for (const age of [0, 1, 2, 3, 4]) {
      await addGrant(ada, `live_${age}`, { createdAt: new Date(NOW - age * DAY_MS) });
    }
    await addGrant(ada, "ended_1", { revokedAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "ended_2", {
      createdAt: new Date(NOW - 9 * DAY_MS),
      revokedAt: new Date(NOW - DAY_MS),
    });
    const first = await page(ada, { limit: "2" });
    expect(first.grants.map(({ id }) => id)).toEqual(["live_0", "live_1"]);
    // The last grant of the previous page has ended; the following ones are still listed.
    await revoke(ada, "live_1");
    const seen: string[] = [];
    let { next } = first;
    while (next !== null) {
      const more = await page(ada, { limit: "2", cursor: next });
      seen.push(...more.grants.map(({ id, state }) => `${id} ${state}`));
      ({ next } = more);
    }
    expect(seen).toEqual([
      "live_2 active",
      "live_3 active",
      "live_4 active",
      "ended_1 revoked",
      "live_1 revoked",
      "ended_2 revoked",
    ]);
  });

  test("has no next page when the last page is exactly full", async () => {
    await addGrant(ada, "one");
    await addGrant(ada, "two");
    expect((await page(ada, { limit: "2" })).next).toBeNull();
  });

  test("is empty for a cursor at a grant of another account", async () => {
    await addGrant(ada, "adas", { createdAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "ended", { revokedAt: new Date(NOW), createdAt: new Date(NOW - DAY_MS) });
    await addGrant(bob, "bobs");
    for (const cursor of ["live.bobs", "ended.bobs", "live.nobodys"]) {
      expect(await page(ada, { cursor })).toEqual({ grants: [], apps: [], next: null });
    }
  });

  test.each([
    { limit: "0" },
    { limit: "101" },
    { limit: "1.5" },
    { cursor: "adas" },
    { cursor: "" },
    { page: "2" },
  ])("refuses the query %j", (query) => {
    expect(GrantQuery.safeParse(query).success).toBe(false);
  });

  test("shows for each app what all its live connections allow, including those on other pages", async () => {
    const other = { clientId: "client_other" };
    await addGrant(ada, "reads", { createdAt: new Date(NOW - 3 * DAY_MS) });
    await addGrant(ada, "trades", { scopes: ["trade:execute", "read:market"] });
    await addGrant(ada, "over", { scopes: ["read:chat"], expiresAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "revoked", { scopes: ["read:points"], revokedAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "other", { ...other, createdAt: new Date(NOW - DAY_MS) });
    await addGrant(bob, "bobs", { ...other, scopes: ["read:chat"] });
    expect((await page(ada, { limit: "1" })).apps).toEqual([
      {
        clientId: "client_0123456789abcdef01234567",
        connections: 2,
        scopes: ["read:market", "trade:execute"],
      },
    ]);
    expect((await page(ada)).apps[1]).toEqual({
      clientId: "client_other",
      connections: 1,
      scopes: ["read:market"],
    });
  });

  test("shows for each app whether its name is proven, where it is described and where it redirects", async () => {
    const document = "https://app.example/oauth/client.json";
    await addGrant(ada, "proven", { clientId: document, redirectHost: "app.example" });
    await addGrant(ada, "elsewhere", { clientId: document, redirectHost: "other.example" });
    await addGrant(ada, "device", { clientId: document, redirectHost: "cursor:" });
    await addGrant(ada, "machine", { redirectHost: "127.0.0.1" });
    const shown = new Map((await list(ada)).map(({ id, badge, host }) => [id, [badge, host]]));
    expect(Object.fromEntries(shown)).toEqual({
      device: ["unverified", "app.example"],
      elsewhere: ["unverified", "app.example"],
      machine: ["unverified", null],
      proven: ["domain_verified", "app.example"],
    });
  });
});

describe("disconnecting", () => {
  test("ends the grant once, with its reason, and the owner's log says so", async () => {
    await addGrant(ada, "grant_1");
    const record = { payload: {}, grantId: "grant_1", expiresAt: new Date(NOW + DAY_MS) };
    await db.insert(oauthRecords).values([
      { model: "AuthorizationCode", idHash: "c", ...record },
      { model: "RefreshToken", idHash: "r", ...record },
    ]);
    await revoke(ada, "grant_1");
    await revoke(ada, "grant_1");
    expect((await list(ada))[0]).toMatchObject({
      state: "revoked",
      revokedAt: new Date(NOW).toISOString(),
      endReason: "user",
    });
    // A refresh token stays, so that its refusal says why.
    const left = await db.select({ model: oauthRecords.model }).from(oauthRecords);
    expect(left).toEqual([{ model: "RefreshToken" }]);
    const log = await db.select().from(auditLog);
    expect(log.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
      { action: "oauth_grant.revoked", target: "grant_1", details: { name: "grant_1" } },
    ]);
  });

  test.each(["bobs", "nobodys", ""])(
    "refuses %j, which is not a grant of the account",
    async (id) => {
      await addGrant(bob, "bobs");
      await expect(revoke(ada, id)).rejects.toThrowError(
        expect.objectContaining({ code: "GRANT_NOT_FOUND" }),
      );
      expect((await list(bob))[0]?.state).toBe("active");
    },
  );
});

describe("allowing more", () => {
  const extend = (actor: SessionActor, id: string, scopes: readonly Scope[]) =>
    extendGrant({
      ctx: { actor, client, now: NOW },
      input: { params: { id }, body: MoreScopes.parse({ scopes }) },
    });
  const addAccess = (idHash: string, scope: string) =>
    db.insert(oauthRecords).values({
      model: "AccessToken",
      idHash,
      payload: { scope },
      grantId: "grant_1",
      expiresAt: new Date(NOW + DAY_MS),
    });

  test("adds to the connection and to its tokens, but not to one that the app limited itself", async () => {
    await addGrant(ada, "grant_1", { scopes: ["read:chat", "read:market"] });
    await addAccess("whole", "read:chat read:market");
    await addAccess("limited", "read:market");
    const { scopes } = await extend(ada, "grant_1", ["trade:execute", "read:market"]);
    expect(scopes).toEqual(["read:chat", "read:market", "trade:execute"]);
    expect((await list(ada))[0]?.scopes).toEqual(scopes);
    const tokens = await db.select().from(oauthRecords);
    expect(new Map(tokens.map(({ idHash, payload }) => [idHash, payload["scope"]]))).toEqual(
      new Map([
        ["whole", "read:chat read:market trade:execute"],
        ["limited", "read:market"],
      ]),
    );
    const log = await db.select().from(auditLog);
    expect(log.map(({ action, details }) => [action, details])).toEqual([
      ["oauth_grant.extended", { name: "grant_1", scopes: "trade:execute" }],
    ]);
  });

  test.each([
    ["of another account", { revokedAt: null }],
    ["that was disconnected", { revokedAt: new Date(NOW) }],
    ["that has expired", { expiresAt: new Date(NOW) }],
  ])("refuses a connection %s", async (name, more) => {
    await addGrant(name === "of another account" ? bob : ada, "grant_1", more);
    await expect(extend(ada, "grant_1", ["read:chat"])).rejects.toMatchObject({
      code: "GRANT_NOT_FOUND",
    });
  });

  test.each([[[]], [["read:everything"]]])("refuses the scopes %j", (scopes) => {
    expect(MoreScopes.safeParse({ scopes }).success).toBe(false);
  });

  test("is refused to a session that has ended", async () => {
    await addGrant(ada, "grant_1");
    await db.update(sessions).set({ revokedAt: new Date(NOW) });
    await expect(extend(ada, "grant_1", ["read:chat"])).rejects.toMatchObject({
      code: "SIGN_IN_REQUIRED",
    });
  });
});

describe("disconnecting an app", () => {
  const APP = "https://app.example/oauth/client.json";
  const revokeApp = (actor: SessionActor, clientId: string) =>
    revokeAppGrants({
      ctx: { actor, client, now: NOW },
      input: { query: { client_id: clientId } },
    });

  test("ends all its live grants of the account, and the log names each", async () => {
    await addGrant(ada, "first", { clientId: APP });
    await addGrant(ada, "second", { clientId: APP, createdAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "over", { clientId: APP, revokedAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "expired", { clientId: APP, expiresAt: new Date(NOW - DAY_MS) });
    await addGrant(ada, "another_app");
    await addGrant(bob, "bobs", { clientId: APP });
    expect(await revokeApp(ada, APP)).toEqual({ revoked: 2 });
    expect(await revokeApp(ada, APP)).toEqual({ revoked: 0 });
    const states = new Map((await list(ada)).map(({ id, state }) => [id, state]));
    expect(Object.fromEntries(states)).toEqual({
      another_app: "active",
      expired: "expired",
      first: "revoked",
      over: "revoked",
      second: "revoked",
    });
    expect((await list(bob))[0]?.state).toBe("active");
    const log = await db.select().from(auditLog).orderBy(auditLog.position);
    expect(
      log.map(({ action, target, userId, details }) => [action, target, userId, details]),
    ).toEqual([
      ["oauth_grant.revoked", "first", ada.userId, { name: "first" }],
      ["oauth_grant.revoked", "second", ada.userId, { name: "second" }],
    ]);
  });

  test("is refused for an app that only another account connected, or no account", async () => {
    await addGrant(bob, "bobs", { clientId: APP });
    for (const clientId of [APP, "client_nobodys"]) {
      await expect(revokeApp(ada, clientId)).rejects.toThrowError(
        expect.objectContaining({ code: "GRANT_NOT_FOUND" }),
      );
    }
    expect((await list(bob))[0]?.state).toBe("active");
    expect(await db.select().from(auditLog)).toEqual([]);
  });

  test("counts each grant once when it is called twice at once", async () => {
    for (const id of ["a", "b", "c"]) await addGrant(ada, id, { clientId: APP });
    const both = await Promise.all([revokeApp(ada, APP), revokeApp(ada, APP)]);
    expect(new Set(both.map(({ revoked }) => revoked))).toEqual(new Set([0, 3]));
    expect(await db.select().from(auditLog)).toHaveLength(3);
  });

  test("requires the app's id: no request ends the connections of all apps", () => {
    expect(GrantedAppQuery.safeParse({}).success).toBe(false);
    expect(GrantedAppQuery.safeParse({ client_id: "" }).success).toBe(false);
    expect(GrantedAppQuery.safeParse({ client_id: APP, all: "1" }).success).toBe(false);
  });
});

test("only the owner can read the use of a grant", async () => {
  await addGrant(ada, "grant_1");
  const day = new Date(NOW).toISOString().slice(0, 10);
  await db.insert(keyUsage).values({ keyId: "grant_1", day, outcome: "ok", count: 3 });
  const read = (actor: SessionActor) =>
    readGrantUsage({ ctx: { actor, now: NOW }, input: { params: { id: "grant_1" } } });
  expect((await read(ada)).days.at(-1)).toEqual({ day, outcomes: { ok: 3 } });
  await expect(read(bob)).rejects.toThrowError(
    expect.objectContaining({ code: "GRANT_NOT_FOUND" }),
  );
});

describe("the answer to a consent page", () => {
  const uid = "uid";
  const decide = (fields: Record<string, string>) =>
    decideConsent({
      ctx: { actor: ada, client, now: NOW },
      input: { uid, cookie: null, form: new URLSearchParams(fields) },
    });

  test("counts for the account and the session that saw the page", async () => {
    const shown = { uid, sessionId: ada.sessionId };
    const form = { user: ada.userId, token: consentFormToken(shown), decision: "approve" };
    expect(await decide({ ...form, user: bob.userId })).toEqual({ askAgain: "account" });
    const others = consentFormToken({ uid, sessionId: bob.sessionId });
    expect(await decide({ ...form, token: others })).toEqual({ askAgain: "session" });
    const elsewhere = consentFormToken({ uid: "other", sessionId: ada.sessionId });
    expect(await decide({ ...form, token: elsewhere })).toEqual({ askAgain: "session" });
    expect(isConsentFormToken(form.token, shown)).toBe(true);
  });

  test.each([
    {},
    { decision: "maybe" },
    { decision: "approve" },
    { decision: "approve", user: "u" },
  ])("is refused when it does not match the page's form: %j", async (fields) => {
    await expect(decide(fields as Record<string, string>)).rejects.toThrowError(
      expect.objectContaining({ code: "MALFORMED_BODY" }),
    );
  });
});

describe("the form of a consent page", () => {
  const BASE = "https://svc.example";
  const post = (headers: Record<string, string>) =>
    requireOwnForm(new Request(`${BASE}/x`, { method: "POST", headers }), BASE);

  test.each([
    {},
    { origin: BASE },
    { origin: BASE, "sec-fetch-site": "same-origin" },
    { origin: "null", "sec-fetch-site": "same-origin" },
  ])("is accepted with %j", (headers) => {
    expect(() => post(headers as Record<string, string>)).not.toThrow();
  });

  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { origin: BASE, "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ])("is refused with %j", (headers) => {
    expect(() => post(headers as Record<string, string>)).toThrowError(
      expect.objectContaining({ code: "CROSS_ORIGIN" }),
    );
  });
});
