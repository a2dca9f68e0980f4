/** The requests that pages and bots make for staged orders, from proposal to result, over a real venue. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as botLimits } from "#app/api/bot/v1/rate-limits/route.ts";
import { GET as botReads, DELETE as withdraw } from "#app/api/bot/v1/staged-orders/[id]/route.ts";
import { POST as botCancels } from "#app/api/bot/v1/staged-orders/cancel-order/route.ts";
import { POST as botCloses } from "#app/api/bot/v1/staged-orders/close-position/route.ts";
import { POST as botEdits } from "#app/api/bot/v1/staged-orders/modify-order/route.ts";
import { GET as botLists, POST as stage } from "#app/api/bot/v1/staged-orders/route.ts";
import { POST as approve } from "#app/api/v1/approvals/[id]/approve/route.ts";
import { POST as decline } from "#app/api/v1/approvals/[id]/decline/route.ts";
import { GET as readOne } from "#app/api/v1/approvals/[id]/route.ts";
import { GET as list } from "#app/api/v1/approvals/route.ts";
import { GET as waiting } from "#app/api/v1/approvals/waiting/route.ts";
import {
  placeOrderDraft,
  prepareWrite,
  withSignature,
} from "#components/trading/signing/requests.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { limit } from "#services/venue/venue.testing.ts";
import { BUY, openWorld, type Person, type World } from "./approvals.testing.ts";

const ORIGIN = "http://localhost:3000";

let db: Database;
let world: World;
let ada: Person;

beforeAll(async () => {
  db = await testDatabase();
  world = await openWorld(db);
});
afterAll(async () => {
  await world.close();
  await db.$client.end();
});
beforeEach(async () => {
  await world.fixture.setMark("64000");
  ada = await world.person("ada");
  setHttpRuntime({
    clock: { now: () => world.fixture.now() },
    resolveActor: async (scheme) => (scheme === "bot_key" ? ada.bot : ada.actor),
  });
});
afterEach(() => setHttpRuntime());

type RequestOptions = {
  body?: unknown;
  headers?: Record<string, string>;
  id?: string;
  query?: string;
};

async function ask(handler: RouteHandler, method: string, options: RequestOptions = {}) {
  const { body, headers = {}, id = "", query = "" } = options;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`${ORIGIN}/api${query}`, {
    method,
    headers: { origin: ORIGIN, "content-type": "application/json", ...headers },
    body: body === undefined ? null : text,
  });
  const answer = await handler(request, { params: Promise.resolve({ id }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Signs as the approvals page does, with its own signing code, from the staged order that it read. */
async function signedByPage({ order, account }: StagedOrder) {
  const draft = placeOrderDraft(placeOrderFields(order));
  const prepared = await prepareWrite(draft, account, world.fixture.now());
  const signature = Buffer.from(ada.trader.sign(prepared.digest), "hex");
  return { headers: withSignature(prepared, signature).headers, body: draft.body };
}

const stageOne = async (body: object = BUY) => {
  const staged = await ask(stage, "POST", { body });
  expect(staged.status).toBe(201);
  return staged.body as unknown as StagedOrder;
};

test.each([
  ["LIMIT", BUY],
  [
    "STOP_LOSS_MARKET",
    { ...BUY, price: null, order_type: "STOP_LOSS_MARKET", trigger_price: "70000.0" },
  ],
])(
  "a %s order that a bot staged is signed by the page's own code and placed",
  async (_type, body) => {
    const { id, ...staged } = await stageOne(body);
    expect((await ask(waiting, "GET")).body).toMatchObject({ count: 1, newest: { id } });
    expect((await ask(list, "GET")).body).toMatchObject({ orders: [{ id }], next: null });
    expect((await ask(readOne, "GET", { id })).body).toMatchObject({ id, state: "waiting" });
    const placed = await ask(approve, "POST", { id, ...(await signedByPage({ id, ...staged })) });
    expect(placed).toMatchObject({ status: 200, body: { id, state: "placed" } });
    expect((await ask(botReads, "GET", { id })).body).toEqual(placed.body);
    expect((await ask(waiting, "GET")).body).toEqual({
      count: 0,
      newest: null,
      has_proposers: true,
    });
    expect((await ask(botLists, "GET")).body).toMatchObject({ orders: [] });
    expect((await ask(botLists, "GET", { query: "?state=all" })).body).toMatchObject({
      orders: [{ id }],
    });
    expect(await world.ordersOf(ada.trader)).toMatchObject([{ client_id: id }]);
  },
);

test("the answer to a late approval shows the order in its current state", async () => {
  const staged = await stageOne();
  const { id } = staged;
  expect(await ask(decline, "POST", { id })).toMatchObject({
    status: 200,
    body: { state: "declined" },
  });
  const late = await ask(approve, "POST", { id, ...(await signedByPage(staged)) });
  expect(late).toMatchObject({
    status: 409,
    body: { error: "STAGED_ORDER_IS_OVER", data: { id, state: "declined" } },
  });
  expect(await ask(withdraw, "DELETE", { id })).toMatchObject({ status: 409 });
});

test("another site's page can neither approve nor decline in the user's browser", async () => {
  const staged = await stageOne();
  const { id } = staged;
  const { headers, body } = await signedByPage(staged);
  const foreign = { origin: "https://evil.example" };
  for (const refused of [
    await ask(approve, "POST", { id, body, headers: { ...headers, ...foreign } }),
    await ask(decline, "POST", { id, headers: foreign }),
  ]) {
    expect(refused.status).toBe(403);
  }
  expect((await ask(readOne, "GET", { id })).body).toMatchObject({ state: "waiting" });
  expect(world.line.writes.filter((write) => write.includes(id))).toEqual([]);
});

test("a bot reads what is left of the limit of its key", async () => {
  const first = await ask(botLimits, "GET");
  const { calls } = first.body as { calls: { limit: number; remaining: number } };
  expect([first.status, calls.limit]).toEqual([200, 240]);
  await ask(botLists, "GET");
  expect((await ask(botLimits, "GET")).body).toMatchObject({
    tier: "default",
    calls: { limit: 240, remaining: calls.remaining - 2 },
  });
});

test("a bot proposes to edit, cancel and close for its own wallet", async () => {
  const placed = await ada.trader.place(limit("BUY", "0.015", "60000"), world.fixture.now());
  const order_id = String(placed.body["id"]);
  const target = { order_id, price: "60000" };
  const source = { kind: "bot_key" };
  expect(await ask(botEdits, "POST", { body: { order_id, price: "61000" } })).toMatchObject({
    status: 201,
    body: { action: "modify", state: "waiting", source, target, order: { price: "61000" } },
  });
  const ending = await ask(botCancels, "POST", { body: { order_id } });
  expect(ending).toMatchObject({ status: 201, body: { action: "cancel", source, target } });
  expect(await ask(botReads, "GET", { id: String(ending.body["id"]) })).toMatchObject({
    status: 200,
    body: { action: "cancel" },
  });
  expect(await ask(botCloses, "POST", { body: { market: "BTCUSDC" } })).toMatchObject({
    body: { error: "NO_POSITION" },
  });
  ada.bot = { ...ada.bot, canStageOrders: false };
  for (const [handler, body] of [
    [botEdits, { order_id, price: "61500" }],
    [botCancels, { order_id }],
    [botCloses, { market: "BTCUSDC" }],
  ] as const) {
    expect((await ask(handler, "POST", { body })).body).toMatchObject({
      error: "STAGING_NOT_ALLOWED",
    });
  }
});

test("a bot whose owner has not allowed it proposes nothing, and still reads what it proposed", async () => {
  const { id } = await stageOne();
  ada.bot = { ...ada.bot, canStageOrders: false };
  expect(await ask(stage, "POST", { body: BUY })).toMatchObject({
    status: 403,
    body: { error: "STAGING_NOT_ALLOWED" },
  });
  expect(await ask(botReads, "GET", { id })).toMatchObject({ status: 200 });
  expect((await ask(botLists, "GET")).body).toMatchObject({ orders: [{ id }] });
});

test("a body with a field that no order has is refused, whatever the field's name", async () => {
  const staged = await stageOne();
  const { headers, body } = await signedByPage(staged);
  const more = { ...(JSON.parse(body) as object), ["__proto__"]: { leverage: "50" } };
  const refused = await ask(approve, "POST", { id: staged.id, body: more, headers });
  expect(refused).toMatchObject({ status: 400, body: { error: "MALFORMED_BODY" } });
  const waits = await ask(readOne, "GET", { id: staged.id });
  expect(waits.body).toMatchObject({ state: "waiting" });
});

test.each(["", "sto_1", "sto_00000000000000000000000g", "../key"])(
  "%j is no order id",
  async (id) => {
    for (const [handler, method] of [
      [readOne, "GET"],
      [decline, "POST"],
      [botReads, "GET"],
      [withdraw, "DELETE"],
    ] as const) {
      expect(await ask(handler, method, { id })).toMatchObject({ status: 404 });
    }
  },
);
