/** Price alerts over HTTP, by their owner's session, keys and assistants: terms, refusals and limits. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as callTool } from "#app/api/v1/mcp/route.ts";
import { addKey } from "#lib/machines/keys/keys.testing.ts";
import { openKeyService } from "#lib/machines/keys/service.testing.ts";
import type { SessionActor } from "#lib/platform/actor.ts";
import { closeLimits } from "#lib/platform/http/rate-limits.ts";
import { setHttpRuntime } from "#lib/platform/http/runtime.ts";
import type { PriceAlert, PriceAlertList } from "#lib/protocol/wire/price-alerts.ts";
import { resolveActor } from "#lib/server/credentials/resolve-actor.ts";
import type { RouteHandler } from "#lib/server/route.ts";
import { testMarket } from "#lib/trading/market-data/market-data.testing.ts";
import { type MarketData, setMarketData } from "#lib/trading/market-data/market-hub.ts";
import { PATCH as change, DELETE as remove } from "./[id]/route.ts";
import { POST as add, GET as list } from "./route.ts";

let service: Awaited<ReturnType<typeof openKeyService>>;
let caller: SessionActor;
let mark: string | null;

beforeEach(async () => {
  service = await openKeyService();
  caller = service.owner;
  mark = "60000";
  const row = () => ({ mark_price: mark, mark_updated_at: 7_000 });
  setMarketData({
    markets: () => Promise.resolve([testMarket("BTCUSDC", 1)]),
    snapshot: () => ({ stats: row() }),
  } as unknown as MarketData);
  setHttpRuntime({
    clock: { now: service.timers.now },
    log: { error: () => {}, warn: () => {} },
    // Other tests cover sessions; keys take the same way as in the service.
    resolveActor: (door, call) =>
      door === "owner" && !call.request.headers.has("authorization")
        ? Promise.resolve(caller)
        : resolveActor(door, call),
  });
});
afterEach(async () => {
  setMarketData(undefined);
  setHttpRuntime();
  await closeLimits();
  await service.close();
});

type Call = { id?: string; method?: string; body?: unknown; key?: string };

async function ask(handler: RouteHandler, { id, method = "GET", body, key }: Call = {}) {
  const request = new Request("http://localhost:3000/api/v1/price-alerts", {
    method,
    headers: {
      origin: "http://localhost:3000",
      "x-forwarded-for": "192.0.2.7",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({ id }) });
  const text = await response.text();
  const json = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, json };
}

const post = (body: object, key?: string) =>
  ask(add, {
    method: "POST",
    body: { market: "BTCUSDC", ...body },
    ...(key === undefined ? {} : { key }),
  });
const alerts = async () => ((await ask(list)).json as PriceAlertList).results;
const keyOf = async (canStageOrders: boolean) =>
  (await addKey(service.owner, { canStageOrders }, service.timers.now())).secret;

describe("an alert", () => {
  test("has the direction from the mark to its price, and is set, changed, listed and deleted", async () => {
    const above = await post({ price: "61000.50", note: " take profit " });
    expect([above.status, above.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^pal_[0-9a-f]{24}$/) as string,
        market: "BTCUSDC",
        price: "61000.5",
        direction: "above",
        mode: "once",
        note: "take profit",
        armed: true,
        created_at: new Date(service.timers.now()).toISOString(),
        last_fired_at: null,
      },
    ]);
    await service.timers.advance(1);
    const below = (await post({ price: "59000", mode: "again" })).json as PriceAlert;
    expect([below.direction, below.mode, below.note]).toEqual(["below", "again", null]);
    expect((await ask(list)).json).toEqual({ results: [below, above.json], most: 50 });
    const { id } = below;
    const changed = await ask(change, { id, method: "PATCH", body: { mode: "once", note: "a" } });
    expect(changed.json).toEqual({ ...below, mode: "once", note: "a" });
    const cleared = await ask(change, { id, method: "PATCH", body: { note: null } });
    expect(cleared.json).toEqual({ ...below, mode: "once" });
    expect((await ask(change, { id, method: "PATCH", body: {} })).json).toEqual(cleared.json);
    expect((await ask(remove, { id, method: "DELETE" })).status).toBe(204);
    expect(await alerts()).toEqual([above.json]);
  });

  test.each([
    [{ price: "60000" }, 422, "ALERT_AT_MARK"],
    [{ price: "60000.0" }, 422, "ALERT_AT_MARK"],
    [{ price: "0" }, 422, "INVALID_TICK"],
    [{ price: "60000.05" }, 422, "INVALID_TICK"],
    [{ price: "-1" }, 400, "INVALID_FIELD"],
    [{ price: 61_000 }, 400, "INVALID_FIELD"],
    [{ price: "9".repeat(30) }, 422, "NUMBER_TOO_LARGE"],
    [{ price: "61000", market: "DOGEUSDC" }, 404, "MARKET_NOT_FOUND"],
    [{ price: "61000", mode: "often" }, 400, "INVALID_ENUM"],
    [{ price: "61000", note: "x".repeat(81) }, 400, "INVALID_FIELD"],
    [{ price: "61000", note: "two\nlines" }, 400, "INVALID_FIELD"],
    [{ price: "61000", direction: "above" }, 400, "UNKNOWN_FIELD"],
  ])("with %j is refused: %i %s", async (body, status, error) => {
    const refused = await post(body);
    expect([refused.status, refused.json["error"]]).toEqual([status, error]);
    expect(await alerts()).toEqual([]);
  });

  test("cannot be set while the mark is not known", async () => {
    mark = null;
    expect((await post({ price: "61000" })).json["error"]).toBe("MARKET_DATA_UNAVAILABLE");
  });

  test("of another person is neither seen, changed nor deleted, and neither is one that does not exist", async () => {
    const { id } = (await post({ price: "61000" })).json as PriceAlert;
    caller = { ...service.owner, userId: "usr_ffffffffffffffffffffffff" };
    expect(await alerts()).toEqual([]);
    for (const of of [id, "", "pal_none", `pal_${"0".repeat(24)}`]) {
      const calls = [
        await ask(change, { id: of, method: "PATCH", body: { mode: "again" } }),
        await ask(remove, { id: of, method: "DELETE" }),
      ];
      for (const { status, json } of calls) {
        expect([status, json["error"]]).toEqual([404, "PRICE_ALERT_NOT_FOUND"]);
      }
    }
    caller = service.owner;
    expect(await alerts()).toMatchObject([{ id, mode: "once" }]);
  });
});

test("an account has at most 50 alerts, however many are set at once", async () => {
  const set = await Promise.all(
    Array.from({ length: 52 }, (_, index) => post({ price: `${61_000 + index}` })),
  );
  const refused = set.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, json }) => [status, json["error"]])).toEqual([
    [409, "TOO_MANY_PRICE_ALERTS"],
    [409, "TOO_MANY_PRICE_ALERTS"],
  ]);
  expect(await alerts()).toHaveLength(50);
});

test("a key reads them; it sets, changes and deletes them if it may propose orders", async () => {
  const [reader, writer] = [await keyOf(false), await keyOf(true)];
  const { id } = (await post({ price: "61000" }, writer)).json as PriceAlert;
  expect((await ask(list, { key: reader })).json).toMatchObject({ results: [{ id }] });
  const refused = [
    await post({ price: "62000" }, reader),
    await ask(change, { id, method: "PATCH", body: { mode: "again" }, key: reader }),
    await ask(remove, { id, method: "DELETE", key: reader }),
  ];
  expect(refused.map(({ json }) => json["error"])).toEqual(
    Array.from({ length: 3 }, () => "STAGING_NOT_ALLOWED"),
  );
  expect((await ask(remove, { id, method: "DELETE", key: writer })).status).toBe(204);
});

test("an assistant sets, lists and deletes them by its tools; a note stands apart as data", async () => {
  const key = await keyOf(true);
  const tool = async (name: string, args: object = {}) => {
    const params = { name, arguments: args };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const { json } = await ask(callTool, { method: "POST", key, body });
    return (json as { result: { structuredContent: unknown; content: { text: string }[] } }).result;
  };
  const order = { market: "BTCUSDC", price: "59000", note: "buy all" };
  const { structuredContent: made } = await tool("set_price_alert", order);
  expect(made).toMatchObject({ direction: "below", untrusted_text: { note: "buy all" } });
  const { structuredContent: listed } = await tool("list_price_alerts");
  expect(listed).toEqual({ results: [made], most: 50 });
  const { id } = made as { id: string };
  expect((await tool("delete_price_alert", { id })).structuredContent).toEqual({ deleted: id });
  expect((await tool("delete_price_alert", { id })).content[0]?.text).toMatch(
    /^PRICE_ALERT_NOT_FOUND: /,
  );
  const atMark = await tool("set_price_alert", { market: "BTCUSDC", price: "60000" });
  expect(atMark.content[0]?.text).toMatch(/^ALERT_AT_MARK: The mark price is 60000 now/);
  expect(await alerts()).toEqual([]);
});
