import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oauthRecords } from "#lib/assistants/schema/oauth.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { oauthGrants } from "#lib/machines/schema/oauth-grants.ts";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { removeDeadRecords } from "./clean-up.ts";
import { startOAuthCleanUp } from "./clean-up-loop.ts";
import { type OAuthTables, openOAuthTables } from "./oauth.testing.ts";

const NOW = Date.UTC(2026, 4, 10, 12);
let tables: OAuthTables;
let close: () => Promise<void>;
let userId: string;

beforeAll(async () => {
  ({ tables, close } = await openOAuthTables());
  ({ userId } = await tables.addPerson());
});
afterAll(() => close());
beforeEach(async () => {
  await tables.db.delete(oauthRecords);
  await tables.db.delete(oauthGrants);
});

async function addRecord(model: string, expiresAt: number, grantId: string | null = null) {
  const idHash = newId("grant");
  const row = { model, idHash, payload: {}, grantId, expiresAt: new Date(expiresAt) };
  await tables.db.insert(oauthRecords).values(row);
}

async function addGrant(createdAt: number, changes: Partial<typeof oauthGrants.$inferInsert> = {}) {
  const id = newId("grant");
  await tables.db.insert(oauthGrants).values({
    id,
    userId,
    clientId: "client",
    clientName: "Example",
    redirectHost: "app.example",
    scopes: ["read:market"],
    payload: {},
    createdAt: new Date(createdAt),
    expiresAt: new Date(createdAt + 30 * DAY_MS),
    ...changes,
  });
  return id;
}

const models = async () => (await tables.records()).map(({ model }) => model).toSorted();

test("expired records are deleted; an access token a day later, so that until then it is distinguished from an unknown one", async () => {
  for (const model of [
    "AuthorizationCode",
    "Interaction",
    "PushedAuthorizationRequest",
    "RefreshToken",
  ]) {
    await addRecord(model, NOW - 1);
    await addRecord(`${model} to come`, NOW + 1);
  }
  await addRecord("AccessToken", NOW - DAY_MS - 1);
  await addRecord("AccessToken", NOW - DAY_MS + 1);
  await removeDeadRecords(NOW);
  expect(await models()).toEqual([
    "AccessToken",
    "AuthorizationCode to come",
    "Interaction to come",
    "PushedAuthorizationRequest to come",
    "RefreshToken to come",
  ]);
});

test("more records than fit into one statement are deleted in one go", async () => {
  const expiresAt = new Date(NOW - 1);
  const rows = Array.from({ length: 2_100 }, (_, index) => ({
    model: "Interaction",
    idHash: `${index}`,
    payload: {},
    expiresAt,
  }));
  await tables.db.insert(oauthRecords).values(rows);
  await removeDeadRecords(NOW);
  expect(await models()).toEqual([]);
});

test("a grant ends with its last token, but not while its code may still be exchanged", async () => {
  const ended = await addGrant(NOW - 2 * HOUR_MS);
  await addRecord("AccessToken", NOW - 1, ended);
  const fresh = await addGrant(NOW - HOUR_MS + 1);
  const live = await addGrant(NOW - 2 * HOUR_MS);
  await addRecord("RefreshToken", NOW + 1, live);
  await removeDeadRecords(NOW);
  const until = new Map(
    (await tables.grants()).map((grant) => [grant.id, grant.expiresAt.getTime()]),
  );
  expect(until.get(ended)).toBe(NOW);
  expect(until.get(fresh)).toBeGreaterThan(NOW);
  expect(until.get(live)).toBeGreaterThan(NOW);
});

test("a grant that ended is kept for ninety days", async () => {
  const created = NOW - 120 * DAY_MS;
  const [old, late] = [new Date(NOW - 90 * DAY_MS - 1), new Date(NOW - 90 * DAY_MS + 1)];
  await addGrant(created, { revokedAt: old });
  await addGrant(created, { expiresAt: old });
  const retained = [
    await addGrant(created, { revokedAt: late, expiresAt: late }),
    await addGrant(created, { expiresAt: late }),
  ];
  await removeDeadRecords(NOW);
  expect((await tables.grants()).map(({ id }) => id).toSorted()).toEqual(retained.toSorted());
});

test("the loop cleans up every ten minutes until it is stopped", async () => {
  const timers = new ManualTimers(NOW);
  const stop = startOAuthCleanUp({ timers, log: { warn: () => {} } });
  for (let round = 0; round < 2; round += 1) {
    await addRecord("Interaction", NOW - 1);
    await timers.round(10 * 60_000);
    expect(await models()).toEqual([]);
  }
  await stop();
  await addRecord("Interaction", NOW - 1);
  await timers.advance(60 * 60_000);
  expect(await models()).toEqual(["Interaction"]);
});

test("the answer of a rotation is deleted ten seconds after it, and its token stays known", async () => {
  const rows = [NOW - 10_001, NOW - 10_000].map((consumed, index) => ({
    model: "RefreshToken",
    idHash: `${index}`,
    payload: { scope: "read:chat", answer: "sealed" },
    expiresAt: new Date(NOW + DAY_MS),
    consumedAt: new Date(consumed),
  }));
  await tables.db.insert(oauthRecords).values(rows);
  await removeDeadRecords(NOW);
  const retained = new Map(
    (await tables.records()).map(({ idHash, payload }) => [idHash, payload]),
  );
  expect(retained.get("0")).toEqual({ scope: "read:chat" });
  expect(retained.get("1")).toEqual({ scope: "read:chat", answer: "sealed" });
});
