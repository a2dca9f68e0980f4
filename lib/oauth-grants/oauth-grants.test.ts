/** Connected apps: who sees which, for how long, what ends with one, and whose answer to a consent page counts. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SessionActor } from "#lib/actor.ts";
import { type Database, useDatabase } from "#lib/db/client.ts";
import { auditLog } from "#lib/db/schema/audit.ts";
import { keyUsage } from "#lib/db/schema/keys.ts";
import { oauthGrants, oauthRecords } from "#lib/db/schema/oauth.ts";
import { testDatabase } from "#lib/db/testing.ts";
import { addPerson, client, DAY, NOW } from "#lib/mcp-keys/testing.ts";
import { decideConsent } from "./decide-consent.ts";
import { requireOwnForm } from "./form-origin.ts";
import { consentFormToken, isConsentFormToken } from "./form-token.ts";
import { listGrants } from "./list-grants.ts";
import { readGrantUsage } from "./read-usage.ts";
import { revokeGrant } from "./revoke-grant.ts";

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
    expiresAt: new Date(NOW + 30 * DAY),
    ...more,
  });
}

const list = async (actor: SessionActor, now = NOW) =>
  (await listGrants({ ctx: { actor, now } })).grants;
const revoke = (actor: SessionActor, id: string) =>
  revokeGrant({ ctx: { actor, client, now: NOW }, input: { params: { id } } });

describe("the list", () => {
  test("has one's own, live ones first, the newest first, and those that ended within 30 days", async () => {
    await addGrant(ada, "old", { createdAt: new Date(NOW - DAY) });
    await addGrant(ada, "new");
    await addGrant(ada, "revoked", { revokedAt: new Date(NOW - 29 * DAY) });
    await addGrant(ada, "gone", { revokedAt: new Date(NOW - 30 * DAY) });
    await addGrant(ada, "expired", {
      createdAt: new Date(NOW - 40 * DAY),
      expiresAt: new Date(NOW - 10 * DAY),
    });
    await addGrant(ada, "forgotten", { expiresAt: new Date(NOW - 30 * DAY) });
    await addGrant(bob, "bobs");
    expect((await list(ada)).map(({ id, state }) => [id, state])).toEqual([
      ["new", "active"],
      ["old", "active"],
      ["revoked", "revoked"],
      ["expired", "expired"],
    ]);
    expect((await list(bob)).map(({ id }) => id)).toEqual(["bobs"]);
  });

  test("says of each whose name is proven, by where it is described and where it leads back", async () => {
    const document = "https://app.example/oauth/client.json";
    await addGrant(ada, "proven", { clientId: document, redirectHost: "app.example" });
    await addGrant(ada, "elsewhere", { clientId: document, redirectHost: "other.example" });
    await addGrant(ada, "device", { clientId: document, redirectHost: "cursor:" });
    await addGrant(ada, "machine", { redirectHost: "127.0.0.1" });
    const told = new Map((await list(ada)).map(({ id, badge, host }) => [id, [badge, host]]));
    expect(Object.fromEntries(told)).toEqual({
      device: ["unverified", "app.example"],
      elsewhere: ["unverified", "app.example"],
      machine: ["unverified", null],
      proven: ["domain_verified", "app.example"],
    });
  });
});

describe("disconnecting", () => {
  test("ends the grant and its refresh tokens, once, and the owner's log says so", async () => {
    await addGrant(ada, "grant_1");
    const record = { payload: {}, grantId: "grant_1", expiresAt: new Date(NOW + DAY) };
    await db.insert(oauthRecords).values({ model: "RefreshToken", idHash: "r", ...record });
    await revoke(ada, "grant_1");
    await revoke(ada, "grant_1");
    expect((await list(ada))[0]).toMatchObject({
      state: "revoked",
      revokedAt: new Date(NOW).toISOString(),
    });
    expect(await db.select().from(oauthRecords)).toEqual([]);
    const log = await db.select().from(auditLog);
    expect(log.map(({ action, target, details }) => ({ action, target, details }))).toEqual([
      { action: "oauth_grant.revoked", target: "grant_1", details: { name: "grant_1" } },
    ]);
  });

  test.each(["bobs", "nobodys", ""])(
    "of %j is refused: it is not one of the account's",
    async (id) => {
      await addGrant(bob, "bobs");
      await expect(revoke(ada, id)).rejects.toThrowError(
        expect.objectContaining({ code: "GRANT_NOT_FOUND" }),
      );
      expect((await list(bob))[0]?.state).toBe("active");
    },
  );
});

test("use is read by the owner alone", async () => {
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

  test("counts for the account and the session that it was shown to", async () => {
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
  ])("is refused when it is not the page's form: %j", async (fields) => {
    await expect(decide(fields as Record<string, string>)).rejects.toThrowError(
      expect.objectContaining({ code: "MALFORMED_BODY" }),
    );
  });
});

describe("a form of the page", () => {
  const BASE = "https://svc.example";
  const post = (headers: Record<string, string>) =>
    requireOwnForm(new Request(`${BASE}/x`, { method: "POST", headers }), BASE);

  test.each([
    {},
    { origin: BASE },
    { origin: BASE, "sec-fetch-site": "same-origin" },
    { origin: "null", "sec-fetch-site": "same-origin" },
  ])("is taken with %j", (headers) => {
    expect(() => post(headers as Record<string, string>)).not.toThrow();
  });

  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { origin: BASE, "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ])("is not one with %j", (headers) => {
    expect(() => post(headers as Record<string, string>)).toThrowError(
      expect.objectContaining({ code: "CROSS_ORIGIN" }),
    );
  });
});
