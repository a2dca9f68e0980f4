/** 400: every defect of the request itself is refused with a code that names it, before the engine sees it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limit, market } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  placeChanged,
  type RawRequest,
  RESTING,
  refusalOf,
  sendChanged,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

describe("a body is MALFORMED_BODY when it", () => {
  test.each<[string, (body: string) => string]>([
    ["is not JSON", () => "{"],
    ["is a list", () => "[]"],
    ["is null", () => "null"],
    ["begins with a byte order mark", (body) => `\uFEFF${body}`],
    ["has a duplicate name", (body) => body.replace("{", '{"size":"9",')],
    [
      "has a duplicate name, once with an escape",
      (body) => body.replace("{", '{"\\u0073ize":"9",'),
    ],
    [
      "has a duplicate name behind an escaped quote",
      (body) => body.replace("{", '{"client_id":"\\"{:","client_id":"b",'),
    ],
  ])("%s", async (_name, change) => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.body = change(request.body);
    });
    expect(refusalOf(answer)).toEqual([400, "MALFORMED_BODY"]);
  });

  test("is not UTF-8", async () => {
    const { headers, body } = fixture.alice.placeRequest(RESTING, fixture.now());
    const bytes = Buffer.concat([
      Buffer.from(`${body.slice(0, -1)},"client_id":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const url = `${fixture.venue.url}/v1/orders`;
    const response = await fetch(url, { method: "POST", headers, body: bytes });
    expect([response.status, (await response.json())["error"]]).toEqual([400, "MALFORMED_BODY"]);
  });

  test("has a duplicate name in an item of a batch", async () => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.body = '{"orders":[{"market":"BTCUSDC","market":"BTCUSDC"}]}';
    });
    expect(refusalOf(answer)).toEqual([400, "MALFORMED_BODY"]);
  });
});

test("strings that look like JSON are no names: a body with quotes, braces and colons in a text is accepted", async () => {
  const answer = await placeChanged(fixture, fixture.alice, { client_id: '{"a":1,"a":2}\\' });
  expect(answer.status).toBe(201);
  expect(answer.body["client_id"]).toBe('{"a":1,"a":2}\\');
});

describe("an order's fields", () => {
  test.each<[string, object, string]>([
    ["an unknown field", { reduceOnly: true }, "UNKNOWN_FIELD"],
    ["no size", { size: undefined }, "MISSING_FIELD"],
    ["no market", { market: undefined }, "MISSING_FIELD"],
    ["an exponent", { size: "1e3" }, "INVALID_DECIMAL"],
    ["a sign", { price: "-1" }, "INVALID_DECIMAL"],
    ["a leading zero", { price: "060000" }, "INVALID_DECIMAL"],
    ["a number for a size", { size: 1 }, "INVALID_DECIMAL"],
    ["a decimal of 33 characters", { size: `1.${"0".repeat(31)}` }, "INVALID_DECIMAL"],
    ["an unknown side", { side: "LONG" }, "INVALID_ENUM"],
    ["a side named like a method of objects", { side: "toString" }, "INVALID_ENUM"],
    ["an unknown order type", { order_type: "ICEBERG" }, "INVALID_ENUM"],
    ["an order type by number", { order_type: 1 }, "INVALID_ENUM"],
    ["an unknown trigger source", { trigger_source: "Index" }, "INVALID_ENUM"],
    ["an unknown flag", { flags: 4 }, "INVALID_FIELD"],
    ["half a surrogate pair", { client_id: "\ud800" }, "INVALID_FIELD"],
    ["a control character", { client_id: "a\u0000" }, "INVALID_FIELD"],
    ["a client_id of 37 characters", { client_id: "x".repeat(37) }, "INVALID_FIELD"],
    ["an empty client_id", { client_id: "" }, "INVALID_FIELD"],
    ["a client_id that a path resolves away", { client_id: ".." }, "INVALID_FIELD"],
    ["a limit order without price", { price: null }, "INVALID_ORDER_TERMS"],
    ["a market order that rests", { order_type: "MARKET", price: null }, "INVALID_ORDER_TERMS"],
    ["a market order with a price", { order_type: "MARKET" }, "INVALID_ORDER_TERMS"],
    ["post-only IOC", { flags: 1, time_in_force: "IOC" }, "INVALID_ORDER_TERMS"],
    ["a trigger on a limit order", { trigger_price: "1" }, "INVALID_ORDER_TERMS"],
    [
      "a stop loss without trigger",
      { order_type: "STOP_LOSS_MARKET", price: null },
      "INVALID_ORDER_TERMS",
    ],
    ["STOP_LIMIT", { order_type: "STOP_LIMIT" }, "ORDER_TYPE_NOT_SUPPORTED"],
    ["STOP_MARKET", { order_type: "STOP_MARKET" }, "ORDER_TYPE_NOT_SUPPORTED"],
    ["TAKE_PROFIT_LIMIT", { order_type: "TAKE_PROFIT_LIMIT" }, "ORDER_TYPE_NOT_SUPPORTED"],
    ["STOP_LOSS_LIMIT", { order_type: "STOP_LOSS_LIMIT" }, "ORDER_TYPE_NOT_SUPPORTED"],
  ])("%s", async (_name, terms, code) => {
    const answer = await placeChanged(fixture, fixture.bob, terms);
    expect(refusalOf(answer)).toEqual([400, code]);
    expect(answer.body["message"]).not.toBe("");
  });
});

describe("a batch is refused as a whole when", () => {
  test.each([0, 51])("it places %d orders", async (count) => {
    const orders = Array.from({ length: count }, () => RESTING);
    const answer = await fixture.bob.placeBatch(orders, fixture.now());
    expect(refusalOf(answer)).toEqual([400, "BATCH_SIZE_OUT_OF_RANGE"]);
  });

  test.each([0, 101])("it cancels %d orders", async (count) => {
    const orders = Array.from({ length: count }, () => ({ order_id: "1", market: "BTCUSDC" }));
    const answer = await fixture.bob.cancelBatch(orders, fixture.now());
    expect(refusalOf(answer)).toEqual([400, "BATCH_SIZE_OUT_OF_RANGE"]);
  });

  test.each<[string, object, string]>([
    ["contradicts itself", { ...market("BUY", "1"), time_in_force: "GTC" }, "INVALID_ORDER_TERMS"],
    ["has its own timestamp", { ...RESTING, timestamp: 1 }, "UNKNOWN_FIELD"],
    ["has an unknown side", { ...RESTING, side: "LONG" }, "INVALID_ENUM"],
  ])("one of its orders %s, and none is placed", async (_name, wrong, code) => {
    const timestamp = fixture.now();
    const good = limit("BUY", "0.01", "50000");
    const { headers } = fixture.bob.placeRequest(good, timestamp);
    const request: RawRequest = { headers, body: JSON.stringify({ orders: [good, wrong] }) };
    const url = `${fixture.venue.url}/v1/orders/batch`;
    const response = await fetch(url, { method: "POST", ...request });
    expect([response.status, (await response.json())["error"]]).toEqual([400, code]);
    expect((await fixture.bob.read("/v1/orders")).body["results"]).toEqual([]);
  });

  test("its orders are not a list", async () => {
    const { headers } = fixture.bob.placeRequest(RESTING, fixture.now());
    const url = `${fixture.venue.url}/v1/orders/batch`;
    const body = '{"orders":{"0":{}}}';
    const response = await fetch(url, { method: "POST", headers, body });
    expect([response.status, (await response.json())["error"]]).toEqual([400, "INVALID_FIELD"]);
  });
});

describe("a parameter is MALFORMED_QUERY when", () => {
  test.each([
    ["a market is missing", "/v1/markets/stats"],
    ["a parameter is given twice", "/v1/markets/stats?market=ALL&market=BTCUSDC"],
    ["a depth is not a number", "/v1/orderbook/BTCUSDC?depth=ten"],
    ["a depth is too large", "/v1/orderbook/BTCUSDC?depth=1001"],
    ["a page size is zero", "/v1/trades?market=BTCUSDC&page_size=0"],
    ["no bar has the resolution", "/v1/markets/kline?market=BTCUSDC&resolution=61"],
  ])("%s", async (_name, path) => {
    expect(refusalOf(await fixture.get(path))).toEqual([400, "MALFORMED_QUERY"]);
  });

  test("a status is not a status of orders", async () => {
    const answer = await fixture.alice.read("/v1/orders?status=DONE");
    expect(refusalOf(answer)).toEqual([400, "MALFORMED_QUERY"]);
  });
});

describe("a path is MALFORMED_PATH when", () => {
  test.each(["abc", "01", "-1", "18446744073709551616", "1.0"])(
    "an order is named %s",
    async (id) => {
      expect(refusalOf(await fixture.alice.read(`/v1/orders/${id}`))).toEqual([
        400,
        "MALFORMED_PATH",
      ]);
    },
  );

  test("its percent-encoding is not UTF-8", async () => {
    expect(refusalOf(await fixture.get("/v1/orderbook/%ff"))).toEqual([400, "MALFORMED_PATH"]);
  });
});

describe("credentials", () => {
  test("a signer that is not a key is INVALID_PUBLIC_KEY", async () => {
    const { alice, venue, now } = fixture;
    const headers = {
      ...alice.authorization(),
      ...alice.headers("register_signer", new Uint8Array(), now()),
      "x-new-signer-signature": "00".repeat(64),
    };
    const body = JSON.stringify({ signer: "0".repeat(40), label: "x", scopes: 1, expires_at: 1 });
    const response = await fetch(`${venue.url}/v1/signers`, { method: "POST", headers, body });
    const answer = [response.status, (await response.json())["error"]];
    expect(answer).toEqual([400, "INVALID_PUBLIC_KEY"]);
  });

  test("a deposit to a small-order key, which can sign nothing, is INVALID_PUBLIC_KEY", async () => {
    const deposit = { account: "1".repeat(32), amount: "1", reference: "small order" };
    const answer = await fixture.venue.operator("/v1/operator/deposits", deposit);
    expect(refusalOf(answer)).toEqual([400, "INVALID_PUBLIC_KEY"]);
  });

  test("an expired key, or an empty scope, is INVALID_FIELD", async () => {
    const { alice, trader, now } = fixture;
    const late = await alice.createKey(now(), fixture.venue.clock.now() - 1);
    expect(refusalOf(late)).toEqual([400, "INVALID_FIELD"]);
    const signer = await trader("a signer");
    const owner = await trader("an owner");
    const terms = { scopes: 4, expires_at: fixture.venue.clock.now() + 60_000 };
    const answer = await owner.registerSigner(signer, terms, now());
    expect(refusalOf(answer)).toEqual([400, "INVALID_FIELD"]);
  });
});

test("a switch that is set too near is INVALID_FIELD, and one without time MISSING_FIELD", async () => {
  const { bob, now, venue } = fixture;
  const near = await bob.scheduleCancel(venue.clock.now() + 100, now());
  expect(refusalOf(near)).toEqual([400, "INVALID_FIELD"]);
  const answer = await sendChanged(fixture, bob, (request) => {
    request.body = "";
  });
  expect(refusalOf(answer)).toEqual([400, "MISSING_FIELD"]);
});
