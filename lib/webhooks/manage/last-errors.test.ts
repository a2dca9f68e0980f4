/** Lists say why deliveries fail: the last failed attempt of each, and the newest of a webhook. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/kernel/ids.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { ManagerContext } from "#lib/webhooks/core/manager.ts";
import { addOwner, addWebhook } from "#lib/webhooks/engine/engine.testing.ts";
import { webhookAttempts, webhookDeliveries } from "#lib/webhooks/schema/webhooks.ts";
import { DeliveriesQuery, listDeliveries, readDelivery } from "./read-deliveries.ts";
import { readWebhook } from "./webhooks.ts";

const NOW = Date.UTC(2026, 4, 1);

let db: Database;
let id: string;
let ctx: ManagerContext;

beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
});
afterAll(async () => {
  setDatabase(undefined);
  await db.$client.end();
});
beforeEach(async () => {
  const userId = await addOwner(db);
  id = await addWebhook(db, { userId, url: "https://hooks.example/" });
  const actor = { kind: "mcp_key", userId, keyId: "key_1", canManageWebhooks: true } as OwnerActor;
  ctx = { actor, client: { address: "", agent: "" }, now: NOW, quotas: [] };
});

type State = "pending" | "sending" | "delivered" | "dead";
type Run = { status: number | null; failure: "status" | "gone" | "timeout" | null };

/** @param endedAt Unix milliseconds */
async function add(state: State, runs: readonly Run[], endedAt = NOW): Promise<string> {
  const delivery = newId("wh_evt");
  const isOver = state === "delivered" || state === "dead";
  await db.insert(webhookDeliveries).values({
    id: delivery,
    webhookId: id,
    type: "agentic.intent",
    dedupKey: delivery,
    eventAt: endedAt,
    data: "{}",
    isLive: true,
    state,
    attempt: runs.length + (state === "sending" ? 1 : 0),
    dueAt: isOver ? null : NOW,
    createdAt: endedAt,
    endedAt: isOver ? endedAt : null,
  });
  const times = { dueAt: endedAt, startedAt: endedAt, endedAt };
  const attempts = runs.map((run, index) => ({
    deliveryId: delivery,
    number: index + 1,
    claim: "c",
    ...times,
    ...run,
  }));
  if (attempts.length > 0) await db.insert(webhookAttempts).values(attempts);
  return delivery;
}

const SERVER_ERROR: Run = { status: 500, failure: "status" };
const GONE: Run = { status: 410, failure: "gone" };
const TIMEOUT: Run = { status: null, failure: "timeout" };
const ANSWERED: Run = { status: 204, failure: null };

const params = () => ({ id });
const errors = async () => {
  const query = DeliveriesQuery.parse({});
  const { deliveries } = await listDeliveries({ ctx, input: { params: params(), query } });
  return deliveries.map(({ last_error: error }) => error);
};
const errorNow = async () =>
  (await readWebhook({ ctx, input: { params: params() } })).last_24h.last_error;

test("each delivery names its last failed attempt, until it is delivered", async () => {
  await add("pending", []);
  await add("delivered", [SERVER_ERROR, ANSWERED]);
  await add("pending", [SERVER_ERROR, TIMEOUT]);
  await add("sending", [TIMEOUT, GONE]);
  const dead = await add("dead", [TIMEOUT, SERVER_ERROR]);
  expect(await errors()).toEqual(["HTTP 500", "HTTP 410", "timeout", null, null]);
  const input = { params: { id, did: dead } };
  expect(await readDelivery({ ctx, input })).toMatchObject({ last_error: "HTTP 500" });
});

test("a webhook names the newest delivery that fails or died within a day", async () => {
  expect(await errorNow()).toBeNull();
  await add("dead", [GONE], NOW - DAY_MS);
  await add("delivered", [SERVER_ERROR, ANSWERED]);
  expect(await errorNow()).toBeNull();
  await add("pending", [SERVER_ERROR], NOW - DAY_MS);
  expect(await errorNow()).toBe("HTTP 500");
  await add("dead", [SERVER_ERROR, TIMEOUT]);
  await add("pending", []);
  expect(await errorNow()).toBe("timeout");
});
