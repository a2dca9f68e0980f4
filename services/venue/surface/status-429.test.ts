/**
 * 429: the limits of a key and an address. A refused request costs nothing, every limited answer has the remaining
 * requests, and the bucket refills over time.
 */
import { afterEach, describe, expect, test } from "vitest";
import { encodeCreateApiKey } from "#lib/protocol/signing/signing.ts";
import { call, limit, TestTrader } from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
afterEach(() => fixture.close());

const order = limit("BUY", "0.001", "50000");

describe("a key", () => {
  test("has 400 order units at once and 200 a second", async () => {
    fixture = await openVenueFixture();
    const { bob, now, venue } = fixture;
    for (let batch = 0; batch < 4; batch += 1) {
      const placed = await bob.placeBatch(
        Array.from({ length: 50 }, () => order),
        now(),
      );
      expect(placed.status).toBe(200);
      await bob.cancelAll(null, now());
    }
    // 4 × (50 + 1) units are gone, and each of the 8 requests came a millisecond later.
    const left = 400 - 204;
    const some = await bob.cancelAll(null, now());
    const remaining = Number(some.headers.get("ratelimit-remaining"));
    expect(remaining).toBeGreaterThanOrEqual(left - 1);
    expect(remaining).toBeLessThanOrEqual(left + 1);
    expect(some.headers.get("ratelimit-limit")).toBe("400");
    let refused = some;
    for (let batch = 0; batch < 4; batch += 1) {
      refused = await bob.placeBatch(
        Array.from({ length: 50 }, () => order),
        now(),
      );
      if (refused.status === 429) break;
      await bob.cancelAll(null, now());
    }
    expect(refusalOf(refused)).toEqual([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    venue.clock.advance(1_000);
    expect((await bob.placeBatch([order], now())).status).toBe(200);
  });

  test("pays half a unit for a cancel", async () => {
    fixture = await openVenueFixture();
    const { bob, venue } = fixture;
    const at = venue.clock.now() + 1_000;
    const cancels = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ order_id: `${index}`, market: "BTCUSDC" }));
    venue.clock.advance(10_000);
    const answer = await bob.cancelBatch(cancels(100), at + 9_000);
    expect(answer.headers.get("ratelimit-remaining")).toBe("350");
    const one = await bob.cancel("1", "BTCUSDC", at + 9_001);
    expect(one.headers.get("ratelimit-remaining")).toBe("349");
    const other = await bob.cancel("1", "BTCUSDC", at + 9_002);
    expect(other.headers.get("ratelimit-remaining")).toBe("349");
    expect(other.headers.get("ratelimit-reset")).toBe("1");
  });

  test("reads 120 times a second, apart from its orders and from other keys", async () => {
    fixture = await openVenueFixture();
    const { alice, bob, now } = fixture;
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => alice.read("/v1/positions")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await bob.read("/v1/positions")).status).toBe(200);
    expect((await alice.place(order, now())).status).toBe(201);
    fixture.venue.clock.advance(1_000);
    expect((await alice.read("/v1/positions")).headers.get("ratelimit-remaining")).toBe("119");
  });

  test("pays for public data when it is sent with the request", async () => {
    fixture = await openVenueFixture();
    const answer = await fixture.alice.read("/v1/markets");
    expect(answer.headers.get("ratelimit-limit")).toBe("120");
  });
});

describe("an address", () => {
  const openSmall = async () => {
    // Six requests open the fixture: two keys, and none of the operator's.
    fixture = await openVenueFixture({ addressPerMinute: 10, trustedProxies: 1 });
    fixture.venue.clock.advance(60_000);
    await fixture.setMark("64000");
  };
  const from = (address: string, headers: Record<string, string> = {}) =>
    fixture.get("/v1/time", { ...headers, "x-forwarded-for": address });

  const newAccount = (name: string, address: string) => {
    const made = new TestTrader(fixture.venue.url, name);
    const now = fixture.now();
    const fields = { label: "x", signer: null, expires_at: 0 };
    const payload = encodeCreateApiKey({ ...fields, expires_at: 0n }, BigInt(now));
    return call(`${fixture.venue.url}/v1/keys`, {
      method: "POST",
      headers: { ...made.headers("create_api_key", payload, now), "x-forwarded-for": address },
      body: JSON.stringify(fields),
    });
  };

  test("has its requests per minute, and refills", async () => {
    await openSmall();
    for (let count = 0; count < 10; count += 1) {
      const answer = await from("192.0.2.1");
      expect([answer.status, answer.headers.get("ratelimit-remaining")]).toEqual([
        200,
        String(9 - count),
      ]);
    }
    const refused = await from("192.0.2.1");
    expect(refusalOf(refused)).toEqual([429, "RATE_LIMITED"]);
    expect(refused.headers.get("retry-after")).toBe("6");
    expect((await from("192.0.2.2")).status).toBe(200);
    fixture.venue.clock.advance(6_000);
    expect((await from("192.0.2.1")).status).toBe(200);
    expect((await from("192.0.2.1")).status).toBe(429);
  });

  test("pays for unknown paths, invalid keys and a wrong operator key alike", async () => {
    await openSmall();
    const headers = { "x-forwarded-for": "192.0.2.9" };
    const unknown = { ...headers, authorization: `Bearer apikey_${"0".repeat(64)}` };
    expect((await fixture.get("/v1/accounts", unknown)).status).toBe(401);
    expect((await fixture.get("/nothing", headers)).status).toBe(404);
    const operator = { ...headers, authorization: "Bearer operator_wrong" };
    expect((await fixture.get("/v1/operator/fees", operator)).status).toBe(403);
    expect((await from("192.0.2.9")).headers.get("ratelimit-remaining")).toBe("6");
  });

  test("is refused before a signature is verified", async () => {
    await openSmall();
    const { venue, now } = fixture;
    const stranger = new TestTrader(venue.url, "stranger");
    const headers = () => ({
      ...stranger.headers("create_api_key", new Uint8Array(), now()),
      "x-forwarded-for": "192.0.2.77",
    });
    const body = JSON.stringify({ label: "x" });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const url = `${venue.url}/v1/keys`;
      statuses.push((await call(url, { method: "POST", headers: headers(), body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const text = await (await fetch(`${venue.url}/metrics`)).text();
    expect(text).toContain("venue_verification_failures_total 10");
    expect(text).toContain('venue_limited_requests_total{by="address"} 2');
  });

  test("does not pay for requests with a valid key or the operator's", async () => {
    await openSmall();
    for (let count = 0; count < 11; count += 1) await from("192.0.2.1");
    const headers = { ...fixture.alice.authorization(), "x-forwarded-for": "192.0.2.1" };
    expect((await fixture.get("/v1/accounts", headers)).status).toBe(200);
    expect((await fixture.venue.operator("/v1/operator/fees")).headers.get("ratelimit-limit")).toBe(
      null,
    );
  });

  test("makes few accounts, which stay, however many requests it has", async () => {
    const limits = { addressPerMinute: 30_000, accountsPerMinute: 50 };
    fixture = await openVenueFixture({ ...limits, trustedProxies: 1 });
    for (let count = 0; count < 50; count += 1) {
      const made = await newAccount(`of a raised limit ${count}`, "192.0.2.50");
      expect([made.status, made.headers.get("ratelimit-limit")]).toEqual([201, "50"]);
    }
    expect(refusalOf(await newAccount("one more", "192.0.2.50"))).toEqual([429, "RATE_LIMITED"]);
    expect((await from("192.0.2.50")).status).toBe(200);
    expect((await newAccount("elsewhere", "192.0.2.51")).status).toBe(201);
  });

  test("that reads for many has no limit, but is limited like any other in making accounts", async () => {
    const readerAddresses = ["10.1.0.0/16", "2001:db8:7::/48"];
    const limits = { addressPerMinute: 50, accountsPerMinute: 50 };
    fixture = await openVenueFixture({ ...limits, trustedProxies: 1, readerAddresses });
    for (const address of ["10.1.2.3", "2001:db8:7::1"]) {
      for (let count = 0; count < 60; count += 1) {
        const answer = await from(address);
        expect([answer.status, answer.headers.get("ratelimit-limit")]).toEqual([200, null]);
      }
      const statuses: number[] = [];
      for (let count = 0; count < 51; count += 1) {
        statuses.push((await newAccount(`of ${address} ${count}`, address)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 50 }, () => 201), 429]);
      expect((await from(address)).status).toBe(200);
    }
  });

  test("is a reader's where a trusted proxy says so, not where the client does", async () => {
    const readerAddresses = ["10.1.2.3"];
    fixture = await openVenueFixture({ addressPerMinute: 10, trustedProxies: 1, readerAddresses });
    const claimed = await from("10.1.2.3, 192.0.2.1");
    expect(claimed.headers.get("ratelimit-limit")).toBe("10");
    await fixture.close();
    fixture = await openVenueFixture({ addressPerMinute: 10, readerAddresses });
    expect((await from("10.1.2.3")).headers.get("ratelimit-limit")).toBe("10");
  });

  test("of a reader leaves the limits of keys unchanged", async () => {
    fixture = await openVenueFixture({ readerAddresses: ["127.0.0.0/8"] });
    const answer = await fixture.alice.read("/v1/positions");
    expect(answer.headers.get("ratelimit-limit")).toBe("120");
    const placed = await fixture.alice.place(order, fixture.now());
    expect(placed.headers.get("ratelimit-limit")).toBe("400");
  });

  test("of IPv6 is the network of 64 bits, and a claim left of the proxy's entry is ignored", async () => {
    await openSmall();
    await from("2001:db8:1:2::1");
    const same = await from("2001:db8:1:2:ffff::9");
    expect(same.headers.get("ratelimit-remaining")).toBe("8");
    const other = await from("2001:db8:1:3::1");
    expect(other.headers.get("ratelimit-remaining")).toBe("9");
    const claimed = await from("10.0.0.1, 2001:db8:1:2::5");
    expect(claimed.headers.get("ratelimit-remaining")).toBe("7");
  });
});
