/** What an owner chose for a webhook holds in each attempt: headers, format, and what its receiver may end. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { emitting } from "#lib/platform/events/emit-events.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { inboxNotices } from "#lib/platform/schema/inbox.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import {
  addOwner,
  addWebhook,
  makeEngine,
  openReceiver,
  SECRET,
  type TestReceiver,
} from "./engine.testing.ts";
import type { WebhookEngine } from "./engine.ts";

const TOKEN = "Bearer tok_0123456789";

let db: Database;
let userId: string;
let receiver: TestReceiver;
let engine: WebhookEngine;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  receiver = await openReceiver();
  userId = await addOwner(db);
  engine = makeEngine(db);
  engine.start();
});
afterEach(async () => {
  await engine.stop();
  await receiver.close();
});

type Terms = Partial<Omit<Parameters<typeof addWebhook>[1], "userId">>;
const hook = (terms: Terms = {}) =>
  addWebhook(db, { userId, url: `${receiver.url}/in`, events: ["price.alert"], ...terms });

const DATA = {
  alert_id: "pal_0123456789abcdef01234567",
  market: "BTCUSDC",
  asset: "BTC",
  direction: "above",
  price: "60000",
  mark: "60001.5",
  reached_at: "2026-01-01T00:00:00.000Z",
  note: "<!channel> @everyone",
};

let count = 0;
const announce = () =>
  emitting(db, (_change, _emit, publish) => {
    count += 1;
    const subject = `pal_${count}`;
    return publish({
      type: "price.alert",
      userId,
      subject,
      version: "1",
      now: Date.now(),
      data: DATA,
    });
  });
const read = async (id: string) => {
  const deliveries = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, id));
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return { states: deliveries.map(({ state }) => state), pause: webhook?.pause ?? null };
};
const attemptsOf = async (id: string) =>
  (
    await db
      .select()
      .from(webhookAttempts)
      .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookAttempts.deliveryId))
      .where(eq(webhookDeliveries.webhookId, id))
  ).map((row) => row.webhook_attempts);
const until = <Value>(get: () => Promise<Value> | Value, wanted: Value) =>
  expect.poll(get, { interval: 20 }).toEqual(wanted);

test("own headers arrive with each attempt, beside those of the service", async () => {
  let failures = 0;
  receiver.answer = () => (failures++ === 0 ? 500 : 200);
  const id = await hook({ headers: { Authorization: TOKEN, "X-Tenant": "blue" } });
  await announce();
  await until(async () => (await read(id)).states, ["delivered"]);
  expect(receiver.received).toHaveLength(2);
  for (const { headers, body } of receiver.received) {
    expect(headers).toMatchObject({
      authorization: TOKEN,
      "x-tenant": "blue",
      "content-type": "application/json",
      "x-svc-delivery-id": JSON.parse(body).id as string,
    });
  }
});

test("a redirect is not followed, so no other server gets the headers", async () => {
  const other = await openReceiver();
  receiver.answer = () => 307;
  receiver.headers = { location: `${other.url}/stolen` };
  const id = await hook({ headers: { Authorization: TOKEN } });
  await announce();
  await until(async () => (await read(id)).states, ["dead"]);
  expect(receiver.received).toHaveLength(7);
  expect(other.received).toEqual([]);
  await other.close();
});

test("an answer that repeats the request is stored without the values", async () => {
  const echo = createServer((request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => {
    echo.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
  const id = await hook({ url, headers: { Authorization: TOKEN } });
  await announce();
  await until(async () => (await read(id)).states, ["delivered"]);
  const [attempt] = await attemptsOf(id);
  expect(attempt?.response).toContain('"authorization":"••••••"');
  expect(attempt?.response).not.toContain("tok_");
  await new Promise((resolve) => {
    echo.closeAllConnections();
    echo.close(resolve);
  });
});

test("headers that cannot be read pause the webhook before anything is sent", async () => {
  const id = await hook({ headers: { Authorization: TOKEN } });
  // As if the database had been given another address: the value is sealed for its origin.
  await db.update(webhooks).set({ url: "https://elsewhere.example/in" }).where(eq(webhooks.id, id));
  await announce();
  await until(async () => (await read(id)).pause?.reason, "headers");
  expect((await read(id)).states).toEqual(["pending"]);
  expect(await attemptsOf(id)).toEqual([]);
});

test.each(["slack", "discord", "teams"] as const)(
  "a message for %s is signed over its bytes, links to the page, and mentions nobody",
  async (format) => {
    const id = await hook({ format });
    await announce();
    await until(async () => (await read(id)).states, ["delivered"]);
    const [{ headers, body }] = receiver.received as [TestReceiver["received"][number]];
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["x-svc-signature"] ?? "") ?? [];
    expect(v1).toBe(createHmac("sha256", SECRET).update(`${t}.${body}`).digest("hex"));
    expect(body).toContain("https://app.example/trade/BTCUSDC");
    expect(body).toContain("BTC reached 60,000");
    expect(body).not.toMatch(format === "slack" ? /<!channel>|@everyone/ : /@everyone/);
  },
);

test("an answer of Teams that says that nothing was posted is a failure, whatever its status", async () => {
  const teams = createServer((_, response) => {
    response.end(
      "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429",
    );
  });
  await new Promise<void>((resolve) => {
    teams.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(teams.address() as AddressInfo).port}/`;
  const id = await hook({ url, format: "teams" });
  const plain = await hook({ url });
  await announce();
  await until(async () => (await read(id)).states, ["dead"]);
  expect((await attemptsOf(id)).map(({ failure, status }) => [failure, status])).toEqual(
    Array.from({ length: 7 }, () => ["rejected", 200]),
  );
  expect((await read(id)).pause).toMatchObject({ reason: "failures", last_error: "rejected" });
  expect((await read(plain)).states).toEqual(["delivered"]);
  await new Promise((resolve) => {
    teams.closeAllConnections();
    teams.close(resolve);
  });
});

test("410 pauses the webhook at once where the owner allowed that, and the notice names it", async () => {
  receiver.answer = () => 410;
  const id = await hook({ receiverMayStop: "header_or_410", name: "Orders" });
  await announce();
  await until(async () => (await read(id)).pause?.reason, "receiver");
  expect(receiver.received).toHaveLength(1);
  expect((await read(id)).states).toEqual(["dead"]);
  expect((await read(id)).pause).toMatchObject({ last_error: "HTTP 410" });
  const notices = await db.select().from(inboxNotices).where(eq(inboxNotices.userId, userId));
  expect(notices.map(({ data }) => data)).toMatchObject([
    { webhook_id: id, name: "Orders", reason: "receiver", last_error: "HTTP 410" },
  ]);
});

test("with the default, 410 gets its seven attempts and counts as a failure", async () => {
  receiver.answer = () => 410;
  const id = await hook();
  await announce();
  await until(async () => (await read(id)).pause?.reason, "failures");
  expect(receiver.received).toHaveLength(7);
});

test.each(["abort-message", "disable"])(
  "where the owner forbade it, `webhook-delivery: %s` ends nothing",
  async (wish) => {
    receiver.answer = () => 500;
    receiver.headers = { "webhook-delivery": wish };
    const id = await hook({ receiverMayStop: "never" });
    await announce();
    await until(async () => (await read(id)).pause?.reason, "failures");
    expect(receiver.received).toHaveLength(7);
    expect((await attemptsOf(id)).every(({ failure }) => failure === "status")).toBe(true);
  },
);
