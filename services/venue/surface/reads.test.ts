/** Reads of an account and of the markets, and the operator's actions: pages, cursors, history. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { call, limit, market } from "#services/venue/venue.testing.ts";
import { openVenueFixture, RESTING, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

type Page<Row> = { results: Row[]; next: string | null };

/** All rows of a read, page by page. */
async function allPages<Row>(read: (cursor: string) => Promise<{ body: unknown }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ""; ; ) {
    const { results, next } = (await read(cursor)).body as Page<Row>;
    rows.push(...results);
    if (next === null) return rows;
    cursor = `&cursor=${next}`;
  }
}

test("metrics are served to this machine's address only, unless the operator names others", async () => {
  const behindProxy = await openVenueFixture({ trustedProxies: 1 });
  const statusFor = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await fetch(`${behindProxy.venue.url}/metrics`, { headers })).status;
  };
  expect([await statusFor("127.0.0.1"), await statusFor("192.0.2.7")]).toEqual([200, 403]);
  await behindProxy.close();
});

describe("orders", () => {
  test("come newest first in pages, with closed ones from memory and history once each", async () => {
    const { alice, venue, now } = fixture;
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      ids.push(((await alice.place(RESTING, now())).body as OrderRecord).id);
    }
    for (const id of ids.slice(0, 3)) await alice.cancel(id, "BTCUSDC", now());
    await venue.venue.followed();
    await alice.cancel(ids[5]!, "BTCUSDC", now());
    const all = await allPages<OrderRecord>((cursor) =>
      alice.read(`/v1/orders?status=ALL&page_size=2${cursor}`),
    );
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    const open = await allPages<OrderRecord>((cursor) =>
      alice.read(`/v1/orders?page_size=2${cursor}`),
    );
    expect(open.map(({ id }) => id)).toEqual([ids[6], ids[4], ids[3]]);
    expect((await alice.read("/v1/orders?market=ETHUSDC")).body["results"]).toEqual([]);
    await alice.cancelAll(null, now());
  });
});

describe("after trades", () => {
  beforeAll(async () => {
    const { alice, bob, now, venue } = fixture;
    await alice.place(limit("SELL", "1", "64000"), now());
    for (let count = 0; count < 5; count += 1) {
      venue.clock.advance(1_000);
      await fixture.setMark("64000");
      await bob.place(market("BUY", "0.1"), now());
    }
  });

  test("the tape can be read forwards by id and by time", async () => {
    const path = "/v1/trades?market=BTCUSDC&page_size=2";
    const { results, next } = (await fixture.get(path)).body as Page<Trade>;
    expect([results.length, next]).toEqual([2, null]);
    const all = await allPages<Trade>((cursor) =>
      fixture.get(`${path}${cursor === "" ? "&start_at=0" : cursor}`),
    );
    expect(all).toHaveLength(5);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
    const late = await fixture.get(`/v1/trades?market=BTCUSDC&start_at=${all[3]!.created_at}`);
    expect((late.body as Page<Trade>).results.map(({ id }) => id)).toEqual(
      all.slice(3).map(({ id }) => id),
    );
  });

  test("taker and maker have their own fills, newest first, with their fees", async () => {
    const { alice, bob } = fixture;
    const taken = await allPages<Record<string, unknown>>((cursor) =>
      bob.read(`/v1/fills?market=BTCUSDC&page_size=3${cursor}`),
    );
    expect(taken).toHaveLength(5);
    expect(taken[0]).toMatchObject({ liquidity: "TAKER", side: "BUY", size: "0.1", fee: "2.88" });
    const ids = taken.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const made = (await alice.read("/v1/fills")).body as Page<Record<string, unknown>>;
    expect(made.results).toHaveLength(5);
    expect(made.results[0]).toMatchObject({ liquidity: "MAKER", side: "SELL", fee: "0.96" });
  });

  test("the venue returns bars of fills", async () => {
    const end = fixture.venue.clock.now();
    const path = `/v1/markets/kline?market=BTCUSDC&resolution=86400&start_at=0&end_at=${end}`;
    const bars = (await fixture.get(path)).body["results"] as object[];
    expect(bars).toMatchObject([{ open: "64000", close: "64000", volume: "0.5" }]);
    const seconds = await fixture.get("/v1/markets/kline?market=BTCUSDC&resolution=1");
    expect(seconds.body["results"]).toHaveLength(5);
  });

  test("a discount reduces the fee, and the feed lists each charged fee once", async () => {
    const { bob, venue, now } = fixture;
    const path = `/v1/operator/accounts/${bob.address}/fee-discount`;
    const discount = await venue.operator(path, { fee_discount_ppm: 100_000 });
    expect(discount.body).toEqual({ account: bob.address, fee_discount_ppm: 100_000 });
    expect((await bob.read("/v1/accounts")).body["results"]).toMatchObject([
      { fee_discount_ppm: 100_000 },
    ]);
    const placed = await bob.place(market("BUY", "0.1"), now());
    expect(placed.body["fills"]).toMatchObject([{ fee: "2.592" }]);
    const fees = await allFees();
    const seqs = fees.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    expect(fees).toHaveLength(12);
    expect(fees.findLast(({ liquidity }) => liquidity === "TAKER")).toMatchObject({
      account: bob.address,
      gross: "2.88",
      charged: "2.592",
      source: "perp",
    });
  });

  async function allFees() {
    type Fee = { seq: number; liquidity: string };
    const fees: Fee[] = [];
    for (let after = 0; ; ) {
      const path = `/v1/operator/fees?after_seq=${after}&page_size=5`;
      const { results, next } = (await fixture.venue.operator(path)).body as Page<Fee>;
      fees.push(...results);
      if (next === null) return fees;
      after = Number(next);
    }
  }
});

describe("credentials", () => {
  test("are listed while they live", async () => {
    const { trader, venue, now } = fixture;
    const [owner, phone] = [await trader("owner"), await trader("phone")];
    const terms = { scopes: 3, expires_at: venue.clock.now() + 60_000 };
    const added = await owner.registerSigner(phone, terms, now());
    const record = { signer: phone.address, label: "phone", ...terms };
    expect(added.body).toEqual(record);
    expect((await owner.read("/v1/signers")).body).toEqual({ results: [record] });
    const [key] = (await owner.read("/v1/keys")).body["results"] as { id: string }[];
    expect((await owner.revokeKey(key!.id, now())).body).toEqual({ id: key!.id, revoked: true });
    expect((await owner.read("/v1/keys")).body["error"]).toBe("UNKNOWN_API_KEY");
  });
});

describe("the operator", () => {
  test("deposits once per reference, and the deposit shows in the transfers, newest first", async () => {
    const { bob, venue } = fixture;
    for (const reference of ["one", "two", "three"]) {
      const body = { account: bob.address, amount: "5", reference };
      const first = await venue.operator("/v1/operator/deposits", body);
      const again = await venue.operator("/v1/operator/deposits", body);
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual(first.body);
    }
    const path = `/v1/transfers/search?account=${bob.address}&page_size=2`;
    const rows = await allPages<{ reference: string }>((cursor) => bob.read(path + cursor));
    expect(rows.map(({ reference }) => reference)).toEqual(["three", "two", "one", "first of bob"]);
  });

  test("credits the insurance fund", async () => {
    const body = { amount: "1000", reference: "insurance" };
    const answer = await fixture.venue.operator("/v1/operator/insurance", body);
    expect([answer.status, answer.body["transfer"]]).toMatchObject([
      201,
      { account: "insurance", amount: "1000" },
    ]);
    const text = await (await fetch(`${fixture.venue.url}/metrics`)).text();
    expect(text).toContain("venue_insurance_usdc 1000");
  });

  test("gets a mark that the oracle itself doubts back as ignored", async () => {
    const marks = {
      BTCUSDC: { price: "64001", confidence: "2000" },
      ETHUSDC: { price: "3001", confidence: "3" },
    };
    const answer = await fixture.venue.operator("/v1/operator/marks", { marks });
    expect(answer.body).toEqual({
      applied: ["ETHUSDC"],
      ignored: [{ market: "BTCUSDC", reason: "confidence" }],
    });
  });
});

test("the latest block is the one with the last write", async () => {
  const { bob, now } = fixture;
  const before = (await fixture.get("/v1/blocks/latest")).body;
  await bob.place(RESTING, now());
  const after = (await fixture.get("/v1/blocks/latest")).body;
  expect(after).toMatchObject({ height: Number(before["height"]) + 1, commands: 1 });
  expect(after["state_hash"]).not.toBe(before["state_hash"]);
});

test("HEAD is GET without its body", async () => {
  const response = await fetch(`${fixture.venue.url}/v1/markets`, { method: "HEAD" });
  const length = response.headers.get("content-length");
  const whole = await fetch(`${fixture.venue.url}/v1/markets`);
  expect([response.status, await response.text()]).toEqual([200, ""]);
  expect(length).toBe(whole.headers.get("content-length"));
  await whole.body?.cancel();
  expect((await call(`${fixture.venue.url}/healthz`)).body).toEqual({ status: "ok" });
});
