/** The venue's HTTP surface as a client meets it: every promise of "Authentication" and what orders do. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fill, OrderRecord, PositionRecord } from "#lib/protocol/orders.ts";
import {
  encodeCancelOrder,
  encodePlaceOrder,
  encodeRegisterSigner,
} from "#lib/protocol/signing.ts";
import { checkInvariants } from "#services/venue/engine/invariants.ts";
import {
  call,
  limit,
  market,
  startVenue,
  TestTrader,
  type TestVenue,
} from "#services/venue/testing.ts";

let venue: TestVenue;
let alice: TestTrader;
let bob: TestTrader;

/** A fresh millisecond, so that no two requests are the same bytes by accident. */
function tick(): number {
  venue.clock.advance(1);
  return venue.clock.now();
}

async function setMark(price: string) {
  await venue.operator("/v1/operator/marks", { marks: { BTCUSDC: price, ETHUSDC: "3000" } });
}

beforeAll(async () => {
  venue = await startVenue();
  alice = new TestTrader(venue.url, "alice");
  bob = new TestTrader(venue.url, "bob");
  await setMark("64000");
  for (const trader of [alice, bob]) {
    expect((await trader.createKey(tick())).status).toBe(201);
    const reference = `first ${trader.address}`;
    const deposit = { account: trader.address, amount: "100000", reference };
    expect((await venue.operator("/v1/operator/deposits", deposit)).status).toBe(201);
  }
});

afterAll(async () => {
  checkInvariants(venue.venue.state);
  await venue.close();
});

describe("credentials", () => {
  test.each([
    ["nothing", undefined, "MISSING_CREDENTIAL"],
    ["no Bearer", "apikey_00", "MALFORMED_CREDENTIAL"],
    ["a short key", "Bearer apikey_00", "MALFORMED_CREDENTIAL"],
    ["an unknown key", `Bearer apikey_${"0".repeat(64)}`, "UNKNOWN_API_KEY"],
    ["an MCP key", `Bearer svc_sk_${"0".repeat(64)}`, "WRONG_CREDENTIAL"],
    ["a bot key", "Bearer tbk_1", "WRONG_CREDENTIAL"],
    ["a session", "Bearer aa.bb.cc", "WRONG_CREDENTIAL"],
  ])("%s is 401", async (_name, authorization, error) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await call(`${venue.url}/v1/accounts`, { headers });
    expect([answer.status, answer.body["error"]]).toEqual([401, error]);
  });

  test("a key at the wrong door is told which door is its own", async () => {
    const headers = { authorization: `Bearer svc_sk_${"0".repeat(64)}` };
    const answer = await call(`${venue.url}/v1/orders`, { headers });
    expect(answer.body["message"]).toContain("/api/v1/mcp");
  });

  test("a key works until the millisecond of its expiry", async () => {
    const carol = new TestTrader(venue.url, "carol");
    await carol.createKey(tick(), venue.clock.now() + 1_000);
    expect((await carol.read("/v1/accounts")).status).toBe(200);
    venue.clock.advance(1_000);
    expect((await carol.read("/v1/accounts")).body["error"]).toBe("EXPIRED_API_KEY");
    await setMark("64000");
  });

  test("the key's text is in no read and no state", async () => {
    const state = JSON.stringify([...venue.venue.state.apiKeys.values()]);
    expect(state).not.toContain(alice.key);
    expect(state).not.toContain(alice.key.slice("apikey_".length));
  });

  test("a read that names another identity conflicts; the pinned one byte for byte passes", async () => {
    for (const header of ["x-signer-pubkey", "x-account-pubkey"]) {
      const conflict = await alice.read("/v1/accounts", { [header]: bob.address });
      expect([conflict.status, conflict.body["error"]]).toEqual([409, "ApiKeyIdentityConflict"]);
      expect((await alice.read("/v1/accounts", { [header]: alice.address })).status).toBe(200);
    }
  });
});

describe("a signed write is refused when", () => {
  const order = limit("BUY", "0.015", "60000");
  const payloadOf = (timestamp: number) =>
    encodePlaceOrder(
      { ...order, price: "60000", flags: 0, trigger_price: null, trigger_source: null },
      BigInt(timestamp),
    );
  const send = (headers: Record<string, string>, body: string) =>
    call(`${venue.url}/v1/orders`, { method: "POST", headers, body });

  async function expectRefusal(
    change: (request: { headers: Record<string, string>; body: string }, timestamp: number) => void,
    status: number,
    error: string,
  ) {
    const timestamp = tick();
    const request = alice.placeRequest(order, timestamp);
    const changed = {
      headers: { ...request.headers } as Record<string, string>,
      body: request.body,
    };
    change(changed, timestamp);
    const answer = await send(changed.headers, changed.body);
    expect([answer.status, answer.body["error"]]).toEqual([status, error]);
  }

  test("the digest bytes were signed instead of their hex text", () =>
    expectRefusal(
      (request, timestamp) => {
        const digest = alice.digest("place_order", payloadOf(timestamp));
        request.headers["x-signature"] = alice.sign(Buffer.from(digest, "hex"));
      },
      401,
      "INVALID_SIGNATURE",
    ));

  test("the hex text was signed in upper case", () =>
    expectRefusal(
      (request, timestamp) => {
        const digest = alice.digest("place_order", payloadOf(timestamp));
        request.headers["x-signature"] = alice.sign(digest.toUpperCase());
      },
      401,
      "INVALID_SIGNATURE",
    ));

  test("the signature header is in upper case", () =>
    expectRefusal(
      (request) => {
        request.headers["x-signature"] = request.headers["x-signature"]!.toUpperCase();
      },
      401,
      "MISSING_SIGNATURE",
    ));

  test("another operation was named in the signed bytes", () =>
    expectRefusal(
      (request, timestamp) => {
        const digest = alice.digest("cancel_order", payloadOf(timestamp));
        request.headers["x-signature"] = alice.sign(digest);
      },
      401,
      "INVALID_SIGNATURE",
    ));

  test("another account was signed", () =>
    expectRefusal(
      (request, timestamp) => {
        const digest = alice.digest("place_order", payloadOf(timestamp), bob.publicKey);
        request.headers["x-signature"] = alice.sign(digest);
      },
      401,
      "INVALID_SIGNATURE",
    ));

  test("the account header is not the key's", () =>
    expectRefusal(
      (request) => {
        request.headers["x-account-pubkey"] = bob.address;
      },
      409,
      "ApiKeyIdentityConflict",
    ));

  test("the signer is not registered", () =>
    expectRefusal(
      (request) => {
        request.headers["x-signer-pubkey"] = bob.address;
      },
      403,
      "SIGNER_NOT_AUTHORIZED",
    ));

  test.each([-1, 1])("the header timestamp is off by %d", (by) =>
    expectRefusal(
      (request, timestamp) => {
        request.headers["x-signature-timestamp"] = String(timestamp + by);
      },
      401,
      "INVALID_SIGNATURE",
    ),
  );

  test("the body carries another timestamp than the header", () =>
    expectRefusal(
      (request, timestamp) => {
        request.body = JSON.stringify({ ...order, timestamp: timestamp + 1 });
      },
      401,
      "TIMESTAMP_MISMATCH",
    ));

  test("the size is written differently from the signed text", () =>
    expectRefusal(
      (request) => {
        request.body = JSON.stringify({ ...order, size: "0.0150" });
      },
      401,
      "INVALID_SIGNATURE",
    ));

  test("the body has a field that is not known", () =>
    expectRefusal(
      (request) => {
        request.body = JSON.stringify({ ...order, reduceOnly: true });
      },
      400,
      "UNKNOWN_FIELD",
    ));

  test.each(["x-signature", "x-signature-timestamp", "x-signer-pubkey", "x-account-pubkey"])(
    "%s is missing",
    (header) =>
      expectRefusal(
        (request) => {
          delete request.headers[header];
        },
        401,
        "MISSING_SIGNATURE",
      ),
  );

  test("the body is not JSON, not an object, too large or of another type", async () => {
    await expectRefusal((request) => (request.body = "{"), 400, "MALFORMED_BODY");
    await expectRefusal((request) => (request.body = "[]"), 400, "MALFORMED_BODY");
    await expectRefusal((request) => (request.body = " ".repeat(70_000)), 413, "BODY_TOO_LARGE");
    await expectRefusal(
      (request) => (request.headers["content-type"] = "text/plain"),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  test("the body has a name twice, is no UTF-8, is compressed or has half a surrogate", async () => {
    await expectRefusal(
      (request) => (request.body = request.body.replace("{", '{"\\u0073ize":"9",')),
      400,
      "MALFORMED_BODY",
    );
    await expectRefusal(
      (request) => (request.headers["content-encoding"] = "gzip"),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
    await expectRefusal(
      (request) => (request.headers["content-type"] = "application/json; charset=latin1"),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
    await expectRefusal(
      (request) => (request.body = request.body.replace("{", '{"client_id":"\\ud800",')),
      400,
      "INVALID_FIELD",
    );
    await expectRefusal((request) => (request.body = ""), 400, "MISSING_FIELD");
    const timestamp = tick();
    const { headers, body } = alice.placeRequest(order, timestamp);
    const bytes = Buffer.concat([
      Buffer.from(`${body.slice(0, -1)},"client_id":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const answer = await call(`${venue.url}/v1/orders`, { method: "POST", headers, body: bytes });
    expect([answer.status, answer.body["error"]]).toEqual([400, "MALFORMED_BODY"]);
  });

  test.each([
    ["past", -30_001],
    ["future", 5_001],
  ])("the timestamp lies too far in the %s", async (_name, offset) => {
    const answer = await alice.place(order, venue.clock.now() + offset);
    expect([answer.status, answer.body["error"]]).toEqual([401, "TIMESTAMP_OUT_OF_WINDOW"]);
    expect(answer.body["data"]).toEqual({ server_time: venue.clock.now() });
  });

  test("nothing of all this left an order behind", async () => {
    expect((await alice.read("/v1/orders?status=ALL")).body["results"]).toEqual([]);
  });
});

describe("the same bytes twice", () => {
  test("are 409 with the original order, and there is one order", async () => {
    const timestamp = tick();
    const first = await alice.place(limit("BUY", "0.001", "60000"), timestamp);
    expect(first.status).toBe(201);
    const again = await alice.place(limit("BUY", "0.001", "60000"), timestamp);
    expect([again.status, again.body["error"]]).toEqual([409, "DUPLICATE_REQUEST"]);
    const { id } = first.body as OrderRecord;
    expect((again.body["data"] as OrderRecord).id).toBe(id);
    const open = (await alice.read("/v1/orders")).body["results"] as OrderRecord[];
    expect(open.map((order) => order.id)).toEqual([id]);
    expect((await alice.cancel(id, "BTCUSDC", tick())).status).toBe(200);
  });

  test("stay refused when the first was refused, even if it would pass now", async () => {
    const timestamp = tick();
    const body = { ...limit("BUY", "0.01", "64000"), market: "SOLUSDC", size: "1", price: "100" };
    expect((await alice.place(body, timestamp)).body["error"]).toBe("MARK_UNAVAILABLE");
    await venue.operator("/v1/operator/marks", { marks: { SOLUSDC: "100" } });
    const again = await alice.place(body, timestamp);
    expect(again.body["error"]).toBe("DUPLICATE_REQUEST");
    expect(again.body["data"]).toMatchObject({ error: "MARK_UNAVAILABLE" });
  });
});

describe("orders", () => {
  test("a limit order away from the mark rests, shows in the book, and is cancelled once", async () => {
    const placed = await alice.place(limit("BUY", "0.5", "60000"), tick());
    const order = placed.body as OrderRecord;
    expect(order).toMatchObject({
      status: "OPEN",
      size: "0.5",
      remaining_size: "0.5",
      price: "60000",
    });
    const book = await call(`${venue.url}/v1/orderbook/BTCUSDC?depth=5`);
    expect(book.body["bids"]).toEqual({ "60000": "0.5" });
    const bbo = await call(`${venue.url}/v1/markets/bbo/BTCUSDC`);
    expect(bbo.body).toMatchObject({ bid: "60000", bid_size: "0.5", ask: null });
    expect((await bob.cancel(order.id, "BTCUSDC", tick())).body["error"]).toBe("ORDER_NOT_FOUND");
    const cancelled = await alice.cancel(order.id, "BTCUSDC", tick());
    expect(cancelled.body).toMatchObject({
      status: "CLOSED",
      cancel_reason: "USER_CANCELED",
    });
    const again = await alice.cancel(order.id, "BTCUSDC", tick());
    expect([again.status, again.body["error"]]).toEqual([409, "ORDER_IS_CLOSED"]);
  });

  test("a record echoes size and price as they were signed, and a cancel needs no body", async () => {
    const placed = await alice.place(limit("BUY", "0.0150", "60000.0"), tick());
    expect(placed.body).toMatchObject({ size: "0.0150", price: "60000.0" });
    const { id } = placed.body as OrderRecord;
    const timestamp = tick();
    const payload = encodeCancelOrder(
      { order_id: BigInt(id), market: "BTCUSDC" },
      BigInt(timestamp),
    );
    const headers: Record<string, string> = {
      ...alice.authorization(),
      ...alice.headers("cancel_order", payload, timestamp),
    };
    delete headers["content-type"];
    const answer = await call(`${venue.url}/v1/orders/${id}`, { method: "DELETE", headers });
    expect([answer.status, answer.body["status"]]).toEqual([200, "CLOSED"]);
  });

  test("a market order fills at the maker's price; positions and fees are exact", async () => {
    await alice.place(limit("SELL", "0.3", "64000"), tick());
    const placed = await bob.place(market("BUY", "0.1"), tick());
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({
      status: "CLOSED",
      cancel_reason: "",
      avg_fill_price: "64000",
    });
    const fills = placed.body["fills"] as Fill[];
    // 0.1 × 64,000 = 6,400 USDC; taker fee 450 ppm.
    expect(fills).toMatchObject([{ price: "64000", size: "0.1", fee: "2.88", liquidity: "TAKER" }]);
    const positions = (await bob.read("/v1/positions")).body["results"] as PositionRecord[];
    expect(positions).toMatchObject([
      { side: "LONG", size: "0.1", average_entry_price: "64000", initial_margin: "320" },
    ]);
    await setMark("65000");
    const accounts = (await bob.read("/v1/accounts")).body["results"];
    expect(accounts).toMatchObject([
      {
        balance: "99997.12",
        unrealized_pnl: "100",
        account_value: "100097.12",
        initial_margin: "325",
      },
    ]);
    await setMark("64000");
    const trades = await call(`${venue.url}/v1/trades?market=BTCUSDC`);
    expect(trades.body["results"]).toMatchObject([{ price: "64000", size: "0.1", side: "BUY" }]);
  });

  test("reduce-only closes and never flips", async () => {
    const closed = await bob.place(market("SELL", "5", 2), tick());
    expect(closed.body).toMatchObject({ filled_size: "0", cancel_reason: "NO_LIQUIDITY" });
    await alice.place(limit("BUY", "1", "63000"), tick());
    const flat = await bob.place(market("SELL", "5", 2), tick());
    expect(flat.body).toMatchObject({
      filled_size: "0.1",
      cancel_reason: "REDUCE_ONLY_INVALID",
    });
    expect((await bob.read("/v1/positions")).body["results"]).toEqual([]);
    const more = await bob.place(market("SELL", "1", 2), tick());
    expect(more.body["error"]).toBe("REDUCE_ONLY_WOULD_INCREASE");
  });

  test.each<[string, object, number, string]>([
    ["an unknown market", { market: "DOGEUSDC" }, 404, "MARKET_NOT_FOUND"],
    ["a price between ticks", { price: "60000.05" }, 422, "INVALID_TICK"],
    ["a size between lots", { size: "0.000001" }, 422, "INVALID_LOT"],
    ["a size of nothing", { size: "0" }, 422, "INVALID_LOT"],
    ["a size beyond counting", { size: "99999999999" }, 422, "NUMBER_TOO_LARGE"],
    ["less than the minimum", { size: "0.0001" }, 422, "MIN_NOTIONAL"],
    ["a price beyond the band", { price: "70400.1" }, 422, "PRICE_BAND"],
    ["more than the margin", { size: "100" }, 422, "INSUFFICIENT_MARGIN"],
    ["a stop loss without trigger", { order_type: "STOP_LOSS_MARKET" }, 400, "INVALID_ORDER_TERMS"],
    ["a reserved type", { order_type: "STOP_LIMIT" }, 400, "ORDER_TYPE_NOT_SUPPORTED"],
    ["an exponent", { size: "1e3" }, 400, "INVALID_DECIMAL"],
    ["a number for a size", { size: 1 }, 400, "INVALID_DECIMAL"],
    ["no size", { size: undefined }, 400, "MISSING_FIELD"],
    ["a limit order without price", { price: null }, 400, "INVALID_ORDER_TERMS"],
    [
      "a market order that stays",
      { order_type: "MARKET", price: null },
      400,
      "INVALID_ORDER_TERMS",
    ],
    ["post-only IOC", { flags: 1, time_in_force: "IOC" }, 400, "INVALID_ORDER_TERMS"],
    ["an unknown side", { side: "LONG" }, 400, "INVALID_ENUM"],
    ["an unknown flag", { flags: 4 }, 400, "INVALID_FIELD"],
    ["post-only across the spread", { flags: 1, price: "64100" }, 422, "POST_ONLY_WOULD_CROSS"],
  ])("%s is refused", async (_name, change, status, error) => {
    const body = { ...limit("BUY", "0.01", "60000"), ...change } as ReturnType<typeof limit>;
    const timestamp = tick();
    let request: ReturnType<TestTrader["placeRequest"]>;
    try {
      request = bob.placeRequest(body, timestamp);
    } catch {
      // The fields can not even be encoded: any signature will do, the body is refused before it.
      request = bob.placeRequest(limit("BUY", "0.01", "60000"), timestamp);
      request.body = JSON.stringify(body);
    }
    const answer = await call(`${venue.url}/v1/orders`, request);
    expect([answer.status, answer.body["error"]]).toEqual([status, error]);
    expect(answer.body["message"]).not.toBe("");
  });

  test("a stale mark takes only orders that reduce", async () => {
    venue.clock.advance(5_001);
    const answer = await bob.place(limit("BUY", "0.01", "60000"), tick());
    expect(answer.body["error"]).toBe("MARK_STALE");
    await setMark("64000");
  });

  test("a client_id names one open order at a time", async () => {
    const body = { ...limit("BUY", "0.01", "50000"), client_id: "mine" };
    const first = await bob.place(body, tick());
    expect(first.status).toBe(201);
    expect((await bob.place(body, tick())).body["error"]).toBe("DUPLICATED_CLIENT_ID");
    await bob.cancel((first.body as OrderRecord).id, "BTCUSDC", tick());
    const second = await bob.place(body, tick());
    expect(second.status).toBe(201);
    await bob.cancel((second.body as OrderRecord).id, "BTCUSDC", tick());
  });
});

describe("a delegated signer", () => {
  test("trades within its scope until it expires, and must agree itself", async () => {
    const helper = new TestTrader(venue.url, "helper");
    const fields = {
      signer: helper.address,
      label: "phone",
      scopes: 1,
      expires_at: venue.clock.now() + 60_000,
    };
    const timestamp = tick();
    const payload = encodeRegisterSigner(
      { ...fields, signer: helper.publicKey, expires_at: BigInt(fields.expires_at) },
      BigInt(timestamp),
    );
    const request = (by: TestTrader) => ({
      method: "POST",
      headers: {
        ...alice.authorization(),
        ...alice.headers("register_signer", payload, timestamp),
        "x-new-signer-signature": by.sign(alice.digest("register_signer", payload)),
      },
      body: JSON.stringify(fields),
    });
    const forged = await call(`${venue.url}/v1/signers`, request(bob));
    expect(forged.body["error"]).toBe("INVALID_SIGNATURE");
    expect((await call(`${venue.url}/v1/signers`, request(helper))).status).toBe(201);

    const order = limit("BUY", "0.01", "50000");
    const place = async () => {
      const at = tick();
      const { headers, body } = alice.placeRequest(order, at);
      const signed = encodePlaceOrder(
        { ...order, price: "50000", flags: 0, trigger_price: null, trigger_source: null },
        BigInt(at),
      );
      const digest = helper.digest("place_order", signed, alice.publicKey);
      const changed = { "x-signature": helper.sign(digest), "x-signer-pubkey": helper.address };
      return call(`${venue.url}/v1/orders`, {
        method: "POST",
        headers: { ...headers, ...changed },
        body,
      });
    };
    const placed = await place();
    expect(placed.status).toBe(201);
    expect((placed.body as OrderRecord).signer).toBe(helper.address);
    venue.clock.advance(61_000);
    await setMark("64000");
    expect((await place()).body["error"]).toBe("SIGNER_NOT_AUTHORIZED");
  });
});

describe("the operator's commands", () => {
  test("are closed to everybody else", async () => {
    const body = JSON.stringify({ account: bob.address, amount: "1", reference: "x" });
    const headers = { "content-type": "application/json" };
    const anonymous = await call(`${venue.url}/v1/operator/deposits`, {
      method: "POST",
      headers,
      body,
    });
    expect(anonymous.status).toBe(401);
    const withKey = { ...headers, ...bob.authorization() };
    const trader = await call(`${venue.url}/v1/operator/deposits`, {
      method: "POST",
      headers: withKey,
      body,
    });
    expect([trader.status, trader.body["error"]]).toEqual([403, "OPERATOR_ONLY"]);
  });

  test("a deposit takes effect once per reference", async () => {
    const body = { account: bob.address, amount: "5", reference: "once" };
    const first = await venue.operator("/v1/operator/deposits", body);
    const again = await venue.operator("/v1/operator/deposits", body);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
  });
});
