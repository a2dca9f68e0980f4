/** 403: authenticated, but not allowed. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { call, limit, startVenue, TestTrader } from "#services/venue/venue.testing.ts";
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

describe("SIGNER_NOT_AUTHORIZED: a signer", () => {
  test("that is not registered", async () => {
    const answer = await sendChanged(fixture, fixture.alice, (request) => {
      request.headers["x-signer-pubkey"] = fixture.bob.address;
    });
    expect(refusalOf(answer)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
  });

  test("that may only cancel and places an order, or that has expired", async () => {
    const { alice, venue, now, trader } = fixture;
    const [canceller, trading] = [await trader("canceller"), await trader("trading")];
    const expires_at = venue.clock.now() + MINUTE_MS;
    expect((await alice.registerSigner(canceller, { scopes: 2, expires_at }, now())).status).toBe(
      201,
    );
    expect((await alice.registerSigner(trading, { scopes: 1, expires_at }, now())).status).toBe(
      201,
    );
    const refused = await canceller.placeFor(alice, RESTING, now());
    expect(refusalOf(refused)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
    const placed = await trading.placeFor(alice, RESTING, now());
    expect([placed.status, placed.body["signer"]]).toEqual([201, trading.address]);
    venue.clock.advance(MINUTE_MS);
    await fixture.setMark("64000");
    const late = await trading.placeFor(alice, RESTING, now());
    expect(refusalOf(late)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
  });

  test("that is delegated and names another signer or makes a key", async () => {
    const { alice, venue, now, trader } = fixture;
    const delegate = await trader("delegate");
    const terms = { scopes: 3, expires_at: venue.clock.now() + MINUTE_MS };
    expect((await alice.registerSigner(delegate, terms, now())).status).toBe(201);
    const signature = delegate.headers("create_api_key", new Uint8Array(), now(), alice);
    const answer = await call(`${venue.url}/v1/keys`, { method: "POST", headers: signature });
    expect(refusalOf(answer)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
  });

  test("that was revoked, from the next request on; its orders are cancelled, keys pinned to it are gone", async () => {
    const { bob, venue, now, trader } = fixture;
    const phone = await trader("phone");
    const terms = { scopes: 1, expires_at: venue.clock.now() + MINUTE_MS };
    await bob.registerSigner(phone, terms, now());
    const placed = await phone.placeFor(bob, RESTING, now());
    const revoked = await bob.revokeSigner(phone, now());
    expect(revoked.body).toEqual({
      signer: phone.address,
      revoked: true,
      canceled_orders: [placed.body["id"]],
    });
    const next = await phone.placeFor(bob, RESTING, now());
    expect(refusalOf(next)).toEqual([403, "SIGNER_NOT_AUTHORIZED"]);
  });
});

describe("OPERATOR_ONLY", () => {
  test.each(["deposits", "marks", "insurance"])("%s", async (name) => {
    const headers = { ...fixture.bob.authorization(), "content-type": "application/json" };
    const url = `${fixture.venue.url}/v1/operator/${name}`;
    const answer = await call(url, { method: "POST", headers, body: "{}" });
    expect(refusalOf(answer)).toEqual([403, "OPERATOR_ONLY"]);
    const anonymous = await call(url, { method: "POST", body: "{}" });
    expect(refusalOf(anonymous)).toEqual([401, "MISSING_CREDENTIAL"]);
  });

  test("for the feed of fees", async () => {
    const answer = await fixture.bob.read("/v1/operator/fees");
    expect(refusalOf(answer)).toEqual([403, "OPERATOR_ONLY"]);
  });
});

test("IP_NOT_ALLOWED: the right key from another address; routes that are not the operator's still answer", async () => {
  const venue = await startVenue({
    operatorAddresses: ["192.0.2.7", "2001:DB8::/64"],
    trustedProxies: 1,
  });
  const marks = { marks: { BTCUSDC: "64000" } };
  const refused = await venue.operator("/v1/operator/marks", marks);
  expect(refusalOf(refused)).toEqual([403, "IP_NOT_ALLOWED"]);
  const url = `${venue.url}/v1/operator/fees`;
  const from = (address: string) =>
    call(url, {
      headers: { authorization: `Bearer operator_${"0a".repeat(32)}`, "x-forwarded-for": address },
    });
  expect((await from("192.0.2.7")).status).toBe(200);
  expect((await from("2001:db8::7")).status).toBe(200);
  // Only the entry that the proxy itself added counts.
  expect((await from("192.0.2.7, 192.0.2.8")).status).toBe(403);
  const trader = new TestTrader(venue.url, "anybody");
  expect((await trader.createKey(venue.clock.now())).status).toBe(201);
  const order = await trader.place(limit("BUY", "0.01", "60000"), venue.clock.now());
  expect(refusalOf(order)[1]).toBe("MARK_UNAVAILABLE");
  await venue.close();
});
