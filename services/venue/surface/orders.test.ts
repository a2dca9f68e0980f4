/** What accepted writes do: one order, batches, changes, cancels, the dead man's switch. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { encodeCancelOrder } from "#lib/protocol/signing/signing.ts";
import type { Fill, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { OrderBook } from "#lib/protocol/wire/market.ts";
import { call, limit, market } from "#services/venue/venue.testing.ts";
import { openVenueFixture, RESTING, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

type Results = { status: string; order?: OrderRecord; error?: string; message?: string }[];

describe("one order", () => {
  test("away from the mark rests, shows in the book, and is cancelled", async () => {
    const { alice, now, get } = fixture;
    const placed = await alice.place(limit("BUY", "0.5", "60000"), now());
    const order = placed.body as OrderRecord;
    expect(order).toMatchObject({
      status: "OPEN",
      size: "0.5",
      remaining_size: "0.5",
      price: "60000",
    });
    const book = await get("/v1/orderbook/BTCUSDC?depth=5");
    expect(book.body["bids"]).toEqual({ "60000.0": "0.5" });
    const bbo = await get("/v1/markets/bbo/BTCUSDC");
    expect(bbo.body).toMatchObject({ bid: "60000.0", bid_size: "0.5", ask: null });
    const cancelled = await alice.cancel(order.id, "BTCUSDC", now());
    expect(cancelled.body).toMatchObject({
      status: "CLOSED",
      cancel_reason: "USER_CANCELED",
      fills: [],
    });
  });

  test("the book lists the best price first, whole prices too, as written and as read by JavaScript", async () => {
    const { alice, now, get } = fixture;
    const ids: string[] = [];
    for (const price of ["59990", "60000.5", "60001", "65001", "65000.5", "64999"]) {
      const side = price < "62000" ? "BUY" : "SELL";
      const { body } = await alice.place(limit(side, "0.01", price), now());
      ids.push((body as OrderRecord).id);
    }
    const { asks, bids } = (await get("/v1/orderbook/BTCUSDC?depth=5")).body as OrderBook;
    expect(Object.keys(bids)).toEqual(["60001.0", "60000.5", "59990.0"]);
    expect(Object.keys(asks)).toEqual(["64999.0", "65000.5", "65001.0"]);
    for (const id of ids) await alice.cancel(id, "BTCUSDC", now());
  });

  test("echoes size and price as signed, and its cancel needs no body", async () => {
    const { alice, venue, now } = fixture;
    const placed = await alice.place(limit("BUY", "0.0150", "60000.0"), now());
    expect(placed.body).toMatchObject({ size: "0.0150", price: "60000.0" });
    const { id } = placed.body as OrderRecord;
    const timestamp = now();
    const fields = { order_id: BigInt(id), market: "BTCUSDC" };
    const payload = encodeCancelOrder(fields, BigInt(timestamp));
    const headers: Record<string, string> = {
      ...alice.authorization(),
      ...alice.headers("cancel_order", payload, timestamp),
    };
    delete headers["content-type"];
    const answer = await call(`${venue.url}/v1/orders/${id}`, { method: "DELETE", headers });
    expect([answer.status, answer.body["status"]]).toEqual([200, "CLOSED"]);
  });

  test("at the market fills at the maker's price; positions and fees are exact", async () => {
    const { alice, bob, now, get, setMark } = fixture;
    await alice.place(limit("SELL", "0.3", "64000"), now());
    const placed = await bob.place(market("BUY", "0.1"), now());
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
      {
        side: "LONG",
        size: "0.1",
        average_entry_price: "64000",
        initial_margin: "320",
        unsettled_funding: "0",
      },
    ]);
    await setMark("65000");
    expect((await bob.read("/v1/accounts")).body["results"]).toMatchObject([
      {
        balance: "99997.12",
        unrealized_pnl: "100",
        account_value: "100097.12",
        initial_margin: "325",
        status: "ACTIVE",
      },
    ]);
    await setMark("64000");
    const trades = await get("/v1/trades?market=BTCUSDC");
    expect(trades.body["results"]).toMatchObject([{ price: "64000", size: "0.1", side: "BUY" }]);
  });

  test("that is reduce-only closes and never flips", async () => {
    const { alice, bob, now } = fixture;
    const closed = await bob.place(market("SELL", "5", 2), now());
    expect(closed.body).toMatchObject({ filled_size: "0", cancel_reason: "NO_LIQUIDITY" });
    await alice.place(limit("BUY", "1", "63000"), now());
    const flat = await bob.place(market("SELL", "5", 2), now());
    expect(flat.body).toMatchObject({ filled_size: "0.1", cancel_reason: "REDUCE_ONLY_INVALID" });
    expect((await bob.read("/v1/positions")).body["results"]).toEqual([]);
    await alice.cancelAll(null, now());
  });

  test.each([
    ["by name", "MarkPrice"],
    ["by number", 1],
  ] as const)("with a trigger waits for it; the source is given %s", async (_name, source) => {
    const { bob, now } = fixture;
    const stop: PlaceOrderBody = {
      market: "BTCUSDC",
      side: "BUY",
      size: "0.01",
      order_type: "STOP_LOSS_MARKET",
      time_in_force: "GTC",
      trigger_price: "66000.0",
      trigger_source: source,
    };
    const placed = await bob.place(stop, now());
    expect(placed.body).toMatchObject({
      status: "UNTRIGGERED",
      trigger_price: "66000.0",
      trigger_source: "MarkPrice",
      price: null,
    });
    const { id } = placed.body as OrderRecord;
    const open = (await bob.read("/v1/orders")).body["results"] as OrderRecord[];
    expect(open.map((order) => order.id)).toEqual([id]);
    const change = {
      market: "BTCUSDC",
      side: "BUY",
      order_type: "STOP_LOSS_MARKET",
      size: "0.02",
      price: "65000",
    } as const;
    const changed = await bob.modify(id, change, now());
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id, size: "0.02", trigger_price: "65000" },
    ]);
    await fixture.setMark("65000");
    expect((await bob.read(`/v1/orders/${id}`)).body["status"]).toBe("CLOSED");
    await fixture.setMark("64000");
  });
});

describe("a change of an order", () => {
  test("keeps its id; size is the new total", async () => {
    const { alice, now } = fixture;
    const { id } = (await alice.place(RESTING, now())).body as OrderRecord;
    const terms = { market: "BTCUSDC", side: "BUY", order_type: "LIMIT" } as const;
    const changed = await alice.modify(id, { ...terms, size: "0.02", price: "60001" }, now());
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id, size: "0.02", price: "60001", status: "OPEN", fills: [] },
    ]);
    const refused = await alice.modify(id, { ...terms, size: "0.02", price: "60001.05" }, now());
    expect(refused.body["error"]).toBe("INVALID_TICK");
    expect((await alice.read(`/v1/orders/${id}`)).body["price"]).toBe("60001");
    await alice.cancelAll("BTCUSDC", now());
  });
});

describe("a batch", () => {
  test("answers for each order in its position", async () => {
    const { alice, now } = fixture;
    const orders = [
      RESTING,
      limit("BUY", "0.000001", "60000"),
      { ...RESTING, market: "DOGEUSDC" },
      { ...limit("SELL", "0.1", "65000"), client_id: "last" },
    ];
    const placed = await alice.placeBatch(orders, now());
    const results = placed.body["results"] as Results;
    expect(placed.status).toBe(200);
    expect(results.map(({ status, error }) => error ?? status)).toEqual([
      "ok",
      "INVALID_LOT",
      "MARKET_NOT_FOUND",
      "ok",
    ]);
    expect(results[3]!.order).toMatchObject({ client_id: "last", fills: [] });
    expect(results[1]!.message).toContain("0.00001");
    const [first, last] = [results[0]!.order!.id, results[3]!.order!.id];
    const cancels = [first, "999999", last].map((order_id) => ({ order_id, market: "BTCUSDC" }));
    const canceled = await alice.cancelBatch(cancels, now());
    expect(
      (canceled.body["results"] as Results).map(({ status, error }) => error ?? status),
    ).toEqual(["ok", "ORDER_NOT_FOUND", "ok"]);
    const again = await alice.cancelBatch(cancels, now(), "POST /v1/orders/batch/cancel");
    expect((again.body["results"] as Results).map(({ error }) => error)).toEqual([
      "ORDER_IS_CLOSED",
      "ORDER_NOT_FOUND",
      "ORDER_IS_CLOSED",
    ]);
  });

  test("of cancels accepts a numeric id too", async () => {
    const { alice, venue, now } = fixture;
    const { id } = (await alice.place(RESTING, now())).body as OrderRecord;
    const orders = [{ order_id: id, market: "BTCUSDC" }];
    const timestamp = now();
    let sent: RequestInit | undefined;
    const original = globalThis.fetch;
    // The signed bytes of the text form are those of the number.
    globalThis.fetch = (_url, init) => {
      sent = init;
      return Promise.resolve(new Response("{}"));
    };
    await alice.cancelBatch(orders, timestamp).finally(() => {
      globalThis.fetch = original;
    });
    const body = JSON.stringify({ orders: [{ order_id: Number(id), market: "BTCUSDC" }] });
    const answer = await call(`${venue.url}/v1/orders/batch`, { ...sent, body });
    expect((answer.body["results"] as Results)[0]!.status).toBe("ok");
  });
});

test("a cancel of all covers one market or all of them", async () => {
  const { alice, now } = fixture;
  const eth = { ...limit("BUY", "1", "2900"), market: "ETHUSDC" };
  await alice.placeBatch([RESTING, RESTING, eth], now());
  const one = await alice.cancelAll("ETHUSDC", now());
  expect(one.body["results"]).toMatchObject([
    { status: "ok", order: { market: "ETHUSDC", status: "CLOSED" } },
  ]);
  const rest = await alice.cancelAll(null, now());
  expect(rest.body["results"]).toHaveLength(2);
  expect((await alice.cancelAll(null, now())).body).toEqual({ results: [] });
});

test("the dead man's switch cancels all at its time, and can be taken back", async () => {
  const { alice, venue, now } = fixture;
  const open = async () => ((await alice.read("/v1/orders")).body["results"] as unknown[]).length;
  await alice.place(RESTING, now());
  const at = venue.clock.now() + 10_000;
  expect((await alice.scheduleCancel(at, now())).body).toEqual({ time: at });
  expect((await alice.scheduleCancel(null, now())).body).toEqual({ time: null });
  venue.clock.advance(11_000);
  await venue.tick();
  expect(await open()).toBe(1);
  await alice.scheduleCancel(venue.clock.now() + 10_000, now());
  venue.clock.advance(10_000);
  await venue.tick();
  expect(await open()).toBe(0);
  await fixture.setMark("64000");
});
