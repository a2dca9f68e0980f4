/** 409: the request contradicts the venue's state: an identity, an earlier request, or the state of an order. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { call, limit } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
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

describe("ApiKeyIdentityConflict", () => {
  test.each(["x-signer-pubkey", "x-account-pubkey"])(
    "for a read with %s of another; the pinned one byte for byte passes",
    async (header) => {
      const { alice, bob } = fixture;
      const conflict = await alice.read("/v1/accounts", { [header]: bob.address });
      expect(refusalOf(conflict)).toEqual([409, "ApiKeyIdentityConflict"]);
      expect((await alice.read("/v1/accounts", { [header]: alice.address })).status).toBe(200);
    },
  );

  test("for a write of another account than the key's", async () => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.headers["x-account-pubkey"] = fixture.bob.address;
    });
    expect(refusalOf(answer)).toEqual([409, "ApiKeyIdentityConflict"]);
  });

  test("for transfers of another account", async () => {
    const { alice, bob } = fixture;
    const path = "/v1/transfers/search?account=";
    const answer = await alice.read(path + bob.address);
    expect(refusalOf(answer)).toEqual([409, "ApiKeyIdentityConflict"]);
    expect((await alice.read(path + alice.address)).status).toBe(200);
  });
});

describe("DUPLICATE_REQUEST: the same bytes again", () => {
  test("get the original order in data, and there is one order", async () => {
    const { alice, now } = fixture;
    const timestamp = now();
    const first = await alice.place(limit("BUY", "0.001", "60000"), timestamp);
    expect(first.status).toBe(201);
    const again = await alice.place(limit("BUY", "0.001", "60000"), timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(first.body);
    const { id } = first.body as OrderRecord;
    const open = (await alice.read("/v1/orders")).body["results"] as OrderRecord[];
    expect(open.map((order) => order.id)).toEqual([id]);
    expect((await alice.cancel(id, "BTCUSDC", now())).status).toBe(200);
  });

  test("stay refused when the first was refused, even if they would pass later", async () => {
    const { alice, venue, now } = fixture;
    const timestamp = now();
    const body = { ...limit("BUY", "1", "100"), market: "SOLUSDC" };
    const first = await alice.place(body, timestamp);
    expect(refusalOf(first)).toEqual([422, "MARK_UNAVAILABLE"]);
    await venue.operator("/v1/operator/marks", { marks: { SOLUSDC: "100" } });
    const again = await alice.place(body, timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(first.body);
  });

  test("of a batch get all its results in data", async () => {
    const { bob, now } = fixture;
    const timestamp = now();
    const orders = [limit("BUY", "0.01", "50000"), limit("BUY", "0.000001", "50000")];
    const first = await bob.placeBatch(orders, timestamp);
    const again = await bob.placeBatch(orders, timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(first.body);
  });

  test("of a key do not show its text again", async () => {
    const { trader, now, venue } = fixture;
    const dora = await trader("dora");
    const { key } = dora;
    const timestamp = now();
    const first = await dora.createKey(timestamp);
    expect(first.body["key"]).toMatch(/^apikey_[0-9a-f]{64}$/);
    const again = await dora.createKey(timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(JSON.stringify(again.body)).not.toContain("apikey_");
    const headers = { authorization: `Bearer ${key}` };
    expect((await call(`${venue.url}/v1/keys`, { headers })).status).toBe(200);
  });
});

describe("DUPLICATED_CLIENT_ID: a client_id names one order for a day, and the refusal has that order", () => {
  test("while it is open, and when it has ended", async () => {
    const { bob, now } = fixture;
    const body = { ...limit("BUY", "0.01", "50000"), client_id: "mine" };
    const first = (await bob.place(body, now())).body as OrderRecord;
    const again = await bob.place(body, now());
    expect(refusalOf(again)).toEqual([409, "DUPLICATED_CLIENT_ID"]);
    expect(again.body["data"]).toEqual((await bob.read(`/v1/orders/${first.id}`)).body);
    expect(again.body["message"]).toContain(first.id);
    await bob.cancel(first.id, "BTCUSDC", now());
    const late = await bob.place(body, now());
    expect(refusalOf(late)).toEqual([409, "DUPLICATED_CLIENT_ID"]);
    expect(late.body["data"]).toMatchObject({ id: first.id, cancel_reason: "USER_CANCELED" });
  });

  test("when only the history has the order", async () => {
    const { bob, now, venue } = fixture;
    const body = {
      ...limit("BUY", "0.01", "50000"),
      client_id: "old",
      time_in_force: "IOC",
    } as const;
    const first = (await bob.place(body, now())).body as OrderRecord;
    await venue.venue.followed();
    venue.venue.state.orders.delete(Number(first.id));
    const again = await bob.place(body, now());
    expect(again.body["data"]).toMatchObject({ id: first.id, cancel_reason: "IOC_UNFILLED" });
  });

  test("in the items of a batch, and in the answer to the same bytes again", async () => {
    const { bob, now } = fixture;
    const body = { ...limit("BUY", "0.01", "50000"), client_id: "twice" };
    const timestamp = now();
    const answer = await bob.placeBatch([body, body], timestamp);
    const [first, second] = answer.body["results"] as Record<string, unknown>[];
    const { id } = first!["order"] as OrderRecord;
    expect(second).toMatchObject({ status: "error", error: "DUPLICATED_CLIENT_ID", data: { id } });
    const again = await bob.placeBatch([body, body], timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(answer.body);
    await bob.cancelAll(null, now());
  });
});

test("DUPLICATED_SIGNER: a live signer is not registered again", async () => {
  const { alice, trader, now, venue } = fixture;
  const phone = await trader("phone");
  const terms = { scopes: 1, expires_at: venue.clock.now() + 60_000 };
  expect((await alice.registerSigner(phone, terms, now())).status).toBe(201);
  const again = await alice.registerSigner(phone, terms, now());
  expect(refusalOf(again)).toEqual([409, "DUPLICATED_SIGNER"]);
});

test("ORDER_IS_CLOSED: a closed order can neither be cancelled nor changed", async () => {
  const { bob, now } = fixture;
  const { id } = (await bob.place(RESTING, now())).body as OrderRecord;
  expect((await bob.cancel(id, "BTCUSDC", now())).status).toBe(200);
  expect(refusalOf(await bob.cancel(id, "BTCUSDC", now()))).toEqual([409, "ORDER_IS_CLOSED"]);
  const { market, side, order_type } = RESTING;
  const change = { market, side, order_type, size: "0.02", price: "60000" };
  expect(refusalOf(await bob.modify(id, change, now()))).toEqual([409, "ORDER_IS_CLOSED"]);
});
