/** 422: well-formed and authentic, but the state or the market's rules refuse it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limit, market, TestTrader } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  placeChanged,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

describe("an order", () => {
  test.each<[string, object, string]>([
    ["a price between ticks", { price: "60000.05" }, "INVALID_TICK"],
    ["a size between lots", { size: "0.000001" }, "INVALID_LOT"],
    ["a size of zero", { size: "0" }, "INVALID_LOT"],
    ["a size too large to count", { size: "99999999999" }, "NUMBER_TOO_LARGE"],
    ["a price too large to count", { price: "999999999999999" }, "NUMBER_TOO_LARGE"],
    ["less than the minimum", { size: "0.0001" }, "MIN_NOTIONAL"],
    ["a price beyond the band", { price: "70400.1" }, "PRICE_BAND"],
    ["more than the margin", { size: "100" }, "INSUFFICIENT_MARGIN"],
    ["nothing to reduce", { flags: 2 }, "REDUCE_ONLY_WOULD_INCREASE"],
    ["a market without mark", { market: "SOLUSDC", price: "100", size: "1" }, "MARK_UNAVAILABLE"],
    [
      "a stop that would fire at once",
      {
        order_type: "STOP_LOSS_MARKET",
        price: null,
        trigger_price: "63000",
        trigger_source: "MarkPrice",
      },
      "INVALID_TRIGGER_PRICE",
    ],
  ])("%s", async (_name, terms, code) => {
    const answer = await placeChanged(fixture, fixture.bob, terms);
    expect(refusalOf(answer)).toEqual([422, code]);
    expect(answer.body["message"]).not.toBe("");
  });

  test("post-only across the spread gets a refusal with the spread", async () => {
    const { alice, bob, now } = fixture;
    await alice.place(limit("SELL", "0.1", "64100"), now());
    const crossing = await bob.place({ ...limit("BUY", "0.1", "64100"), flags: 1 }, now());
    expect(refusalOf(crossing)).toEqual([422, "POST_ONLY_WOULD_CROSS"]);
    expect(crossing.body["message"]).toContain("64100");
  });

  test("on a stale mark, unless it reduces", async () => {
    const { bob, venue, now } = fixture;
    venue.clock.advance(5_001);
    const answer = await bob.place(limit("BUY", "0.01", "60000"), now());
    expect(refusalOf(answer)).toEqual([422, "MARK_STALE"]);
    await fixture.setMark("64000");
  });

  test("beyond 200 open orders in a market", async () => {
    const { trader, now } = fixture;
    const busy = await trader("busy", "1000000");
    for (let batch = 0; batch < 4; batch += 1) {
      const orders = Array.from({ length: 50 }, () => limit("BUY", "0.001", "59000"));
      expect((await busy.placeBatch(orders, now())).status).toBe(200);
    }
    const one = await busy.place(limit("BUY", "0.001", "59000"), now());
    expect(refusalOf(one)).toEqual([422, "TOO_MANY_OPEN_ORDERS"]);
    const canceled = await busy.cancelAll(null, now());
    expect(canceled.body["results"]).toHaveLength(200);
  });
});

describe("the state of a market", () => {
  const setStatus = async (status: string) => {
    const path = "/v1/operator/markets/BTCUSDC/status";
    const answer = await fixture.venue.operator(path, { status });
    expect(answer.body).toEqual({ symbol: "BTCUSDC", status });
  };

  test("PostOnly refuses an order that could take", async () => {
    await setStatus("PostOnly");
    const taking = await fixture.bob.place(market("BUY", "0.01"), fixture.now());
    expect(refusalOf(taking)).toEqual([422, "MARKET_POST_ONLY"]);
    const making = await fixture.bob.place(
      { ...limit("BUY", "0.01", "60000"), flags: 1 },
      fixture.now(),
    );
    expect(making.status).toBe(201);
    await setStatus("Normal");
  });

  test("ReduceOnly refuses an order that could increase", async () => {
    await setStatus("ReduceOnly");
    const answer = await fixture.bob.place(limit("BUY", "0.01", "60000"), fixture.now());
    expect(refusalOf(answer)).toEqual([422, "MARKET_REDUCE_ONLY"]);
    await setStatus("Normal");
  });
});

test("SIZE_LIMIT: an account has 50 delegated signers", async () => {
  const { trader, venue, now } = fixture;
  const owner = await trader("collector");
  const expires_at = venue.clock.now() + 60_000;
  let last: [number, unknown] = [0, ""];
  for (let count = 0; count < 51; count += 1) {
    const signer = new TestTrader(venue.url, `collected ${count}`);
    last = refusalOf(await owner.registerSigner(signer, { scopes: 1, expires_at }, now()));
    if (count < 50) expect(last[0]).toBe(201);
  }
  expect(last).toEqual([422, "SIZE_LIMIT"]);
});
