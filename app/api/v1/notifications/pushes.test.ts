/**
 * Notification preferences and browsers: the API needs a session, refuses bad input, and shows
 * users only their own data.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newWallet, startTime, Visitor } from "#app/api/auth/auth.testing.ts";
import {
  type AccountTables,
  openAccountTables,
  TABLES,
} from "#lib/identity/accounts/accounts.testing.ts";
import { newId } from "#lib/kernel/ids.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import {
  PushSettings,
  PushSubscriptionList,
  PushSubscriptionRecord,
} from "#lib/protocol/wire/pushes.ts";
import { newBrowser } from "#lib/pushes/testing/browser.ts";

const PREFERENCES = "/api/v1/notifications/preferences";
const BROWSERS = "/api/v1/notifications/subscriptions";

let db: AccountTables["db"];
let close: AccountTables["close"];
beforeAll(async () => {
  ({ db, close } = await openAccountTables());
});
afterAll(async () => {
  setHttpRuntime();
  await closeLimits();
  await close();
});
beforeEach(startTime);

async function person(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.signIn(newWallet());
  return visitor;
}
/** Fills are off at first. */
const FILLS = [
  { channel: "inbox", kind: "fill" },
  { channel: "web", kind: "fill" },
];
let made = 0;
const subscription = (change: object = {}) => ({
  endpoint: `https://push.example/${(made += 1)}`,
  keys: newBrowser().keys,
  locale: "de",
  time_zone: "Europe/Berlin",
  ...change,
});
const list = async (visitor: Visitor) =>
  PushSubscriptionList.parse((await visitor.get(BROWSERS)).body);

it("stores what a user switches off, the quiet hours and the time zone", async () => {
  const ada = await person();
  const first = PushSettings.parse((await ada.get(PREFERENCES)).body);
  expect(first).toMatchObject({
    preferences: { off: FILLS, quiet: null, time_zone: "UTC" },
    caps: { calendar: 8, market: 8, approval: 50, trading: 300, alert: 200 },
    quiet_now: false,
  });
  expect(Buffer.from(first.public_key, "base64url")).toHaveLength(65);
  const preferences = {
    off: [
      { channel: "inbox", kind: "cpi" },
      { channel: "web", kind: "price_move" },
    ],
    quiet: { from: 1_320, until: 420 },
    time_zone: "America/New_York",
  };
  expect((await ada.put(PREFERENCES, preferences)).body).toMatchObject({ preferences });
  expect((await ada.get(PREFERENCES)).body).toMatchObject({ preferences });
  expect((await (await person()).get(PREFERENCES)).body).toMatchObject({
    preferences: { off: FILLS },
  });
});

it("mails what protects money until the user switches it off, and approvals once they are chosen", async () => {
  const ada = await person();
  const read = async () => PushSettings.parse((await ada.get(PREFERENCES)).body);
  expect((await read()).preferences).toMatchObject({
    mail: ["protection", "margin", "money"],
    locale: "en",
  });
  const chosen = { off: [], mail: ["approval"], locale: "de", quiet: null, time_zone: "UTC" };
  await ada.put(PREFERENCES, chosen);
  expect((await read()).preferences).toEqual(chosen);
  // A client that does not send `mail` switches emails off.
  await ada.put(PREFERENCES, { off: [], quiet: null, time_zone: "UTC" });
  expect((await read()).preferences.mail).toEqual([]);
  expect((await read()).mail).toBe("not_offered");
});

it("refuses choices that do not exist", async () => {
  const ada = await person();
  const good = { off: [], quiet: null, time_zone: "UTC" };
  for (const change of [
    { time_zone: "Mars/Olympus" },
    { time_zone: "+02:00" },
    { quiet: { from: 1_440, until: 0 } },
    { off: [{ channel: "mail", kind: "cpi" }] },
    { off: [{ channel: "web", kind: "signals" }] },
    { mail: ["cpi"] },
    { mail: ["approval"], locale: "fr" },
  ]) {
    expect(
      (await ada.put(PREFERENCES, { ...good, ...change })).status,
      JSON.stringify(change),
    ).toBe(400);
  }
});

it("subscribes a browser, lists it to its owner without its secrets, and removes it", async () => {
  const [ada, eve] = [await person(), await person()];
  const given = subscription();
  const answer = await ada.post(BROWSERS, given);
  expect(answer.status).toBe(201);
  const { id } = PushSubscriptionRecord.parse(answer.body);
  const { results, most } = await list(ada);
  expect(most).toBe(10);
  expect(results).toMatchObject([
    {
      id,
      service: "push.example",
      endpoint_hash: createHash("sha256").update(given.endpoint).digest("hex"),
    },
  ]);
  expect(JSON.stringify(results)).not.toContain(given.endpoint);
  expect((await ada.get(PREFERENCES)).body).toMatchObject({
    preferences: { time_zone: "Europe/Berlin" },
  });
  expect((await list(eve)).results).toEqual([]);
  expect((await eve.delete(`${BROWSERS}/${id}`)).body).toMatchObject({
    error: "PUSH_BROWSER_NOT_FOUND",
  });
  expect((await eve.post(`${BROWSERS}/${id}/test`, {})).status).toBe(404);
  expect((await ada.delete(`${BROWSERS}/${id}`)).status).toBe(204);
  expect((await list(ada)).results).toEqual([]);
});

it("moves a browser to the account that subscribed it last", async () => {
  const [ada, eve] = [await person(), await person()];
  const given = subscription();
  await ada.post(BROWSERS, given);
  await ada.post(BROWSERS, given);
  expect((await list(ada)).results).toHaveLength(1);
  await eve.post(BROWSERS, given);
  expect([(await list(ada)).results, (await list(eve)).results.length]).toEqual([[], 1]);
});

it("takes ten browsers, with valid keys and permitted addresses", async () => {
  const ada = await person();
  for (let n = 0; n < 10; n += 1) await ada.post(BROWSERS, subscription());
  expect(await ada.post(BROWSERS, subscription())).toMatchObject({
    status: 409,
    body: { error: "TOO_MANY_PUSH_BROWSERS" },
  });
  const eve = await person();
  for (const endpoint of [
    "http://push.example/1",
    "https://a:b@push.example/1",
    "https://victim.example/1",
    "javascript:1",
  ]) {
    expect(await eve.post(BROWSERS, subscription({ endpoint }))).toMatchObject({
      status: 422,
      body: { error: "PUSH_SERVICE_REFUSED" },
    });
  }
  const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
  const keys = { p256dh: noPoint, auth: newBrowser().keys.auth };
  expect((await eve.post(BROWSERS, subscription({ keys }))).status).toBe(400);
  expect(await db.$count(TABLES.pushSubscriptions)).toBeGreaterThan(0);
});

it("reports the result of a test, also for an address that the operator no longer allows", async () => {
  const ada = await person();
  const id = newId("psub");
  await db.insert(TABLES.pushSubscriptions).values({
    id,
    userId: (await ada.who()).user?.id ?? "",
    endpoint: "https://127.0.0.1/inside",
    ...newBrowser().keys,
    locale: "de",
    agent: "test",
    createdAt: 0,
    lastSentAt: null,
    failures: 0,
  });
  expect((await ada.post(`${BROWSERS}/${id}/test`, {})).body).toEqual({
    outcome: "refused",
    status: null,
    local_subject: true,
  });
});

it("needs a session", async () => {
  const stranger = new Visitor();
  expect((await stranger.get(PREFERENCES)).status).toBe(401);
  expect((await stranger.put(PREFERENCES, { off: [], quiet: null, time_zone: "UTC" })).status).toBe(
    401,
  );
  expect((await stranger.get(BROWSERS)).status).toBe(401);
  expect((await stranger.post(BROWSERS, subscription())).status).toBe(401);
});
