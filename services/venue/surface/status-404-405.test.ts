/** 404 and 405: unknown things, and methods that a path does not have. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, TestTrader } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  placeChanged,
  RESTING,
  refusalOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

describe("MARKET_NOT_FOUND", () => {
  test.each([
    "/v1/orderbook/DOGEUSDC",
    "/v1/markets/bbo/DOGEUSDC",
    "/v1/markets/stats?market=DOGEUSDC",
    "/v1/trades?market=DOGEUSDC",
    "/v1/markets/kline?market=DOGEUSDC",
  ])("%s", async (path) => {
    expect(refusalOf(await fixture.get(path))).toEqual([404, "MARKET_NOT_FOUND"]);
  });

  test.each(["/v1/orders?market=DOGEUSDC", "/v1/positions?market=DOGEUSDC", "/v1/fills?market=X"])(
    "%s",
    async (path) => {
      expect(refusalOf(await fixture.alice.read(path))).toEqual([404, "MARKET_NOT_FOUND"]);
    },
  );

  test("for an order", async () => {
    const answer = await placeChanged(fixture, fixture.bob, { market: "DOGEUSDC" });
    expect(refusalOf(answer)).toEqual([404, "MARKET_NOT_FOUND"]);
  });

  test("for cancels of all of its orders", async () => {
    const answer = await fixture.bob.cancelAll("DOGEUSDC", fixture.now());
    expect(refusalOf(answer)).toEqual([404, "MARKET_NOT_FOUND"]);
  });

  test("for a state", async () => {
    const path = "/v1/operator/markets/DOGEUSDC/status";
    const status = await fixture.venue.operator(path, { status: "Halted" });
    expect(refusalOf(status)).toEqual([404, "MARKET_NOT_FOUND"]);
  });
});

describe("ORDER_NOT_FOUND: an order that does not exist or belongs to another account", () => {
  test.each(["read", "cancelled", "changed"])("%s", async (how) => {
    const { alice, bob, now } = fixture;
    const { id } = (await alice.place(RESTING, now())).body as { id: string };
    const { market, side, order_type } = RESTING;
    const change = { market, side, order_type, size: "0.02", price: "60000" };
    for (const wanted of [id, "999999", "18446744073709551615"]) {
      const answer =
        how === "read"
          ? await bob.read(`/v1/orders/${wanted}`)
          : how === "cancelled"
            ? await bob.cancel(wanted, "BTCUSDC", now())
            : await bob.modify(wanted, change, now());
      expect(refusalOf(answer)).toEqual([404, "ORDER_NOT_FOUND"]);
    }
    expect((await alice.read(`/v1/orders/${id}`)).body["status"]).toBe("OPEN");
  });

  test("is cancelled without naming its market", async () => {
    const { bob, venue, now } = fixture;
    const headers: Record<string, string> = {
      ...bob.authorization(),
      ...bob.headers("cancel_order", new Uint8Array(), now()),
    };
    delete headers["content-type"];
    const answer = await call(`${venue.url}/v1/orders/999999`, { method: "DELETE", headers });
    expect(refusalOf(answer)).toEqual([404, "ORDER_NOT_FOUND"]);
  });
});

test("SIGNER_NOT_FOUND and API_KEY_NOT_FOUND: an unregistered one cannot be revoked", async () => {
  const { alice, bob, venue, now } = fixture;
  const stranger = new TestTrader(venue.url, "stranger");
  const signer = await alice.revokeSigner(stranger, now());
  expect(refusalOf(signer)).toEqual([404, "SIGNER_NOT_FOUND"]);
  const own = (await bob.read("/v1/keys")).body["results"] as { id: string }[];
  for (const id of [own[0]!.id, "key_000000000000000000000000"]) {
    expect(refusalOf(await alice.revokeKey(id, now()))).toEqual([404, "API_KEY_NOT_FOUND"]);
  }
  expect((await bob.read("/v1/keys")).status).toBe(200);
});

describe("NOT_FOUND", () => {
  test.each([
    "/",
    "/v1",
    "/v1/nothing",
    "/v1/orders/",
    "/v1/orders/1/fills",
    "/v1/operator/markets//status",
    "/v1/withdrawals/wdr_1",
    "/v1/custody/withdrawals",
    "/v1/custody/withdrawals/wdr_1/paid",
    "//v1/time",
    "/V1/time",
  ])("%s", async (path) => {
    expect(refusalOf(await fixture.get(path))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("METHOD_NOT_ALLOWED names the allowed methods", () => {
  test.each([
    ["PATCH", "/v1/orders", "GET, POST, DELETE"],
    ["POST", "/v1/orders/1", "GET, PUT, DELETE"],
    ["GET", "/v1/orders/batch", "POST, DELETE"],
    ["DELETE", "/v1/markets", "GET"],
    ["OPTIONS", "/v1/keys", "GET, POST"],
    ["GET", "/v1/operator/marks", "POST"],
    ["GET", "/v1/withdrawals", "POST"],
    ["DELETE", "/v1/custody/withdrawals/wdr_1", "GET"],
    ["GET", "/v1/custody/withdrawals/wdr_1/sent", "POST"],
    ["POST", "/v1/custody/transfers", "GET"],
  ])("%s %s", async (method, path, allowed) => {
    const answer = await call(`${fixture.venue.url}${path}`, { method });
    expect(refusalOf(answer)).toEqual([405, "METHOD_NOT_ALLOWED"]);
    const named = answer.headers.get("allow")!.split(", ").toSorted();
    expect(named).toEqual(allowed.split(", ").toSorted());
  });
});
