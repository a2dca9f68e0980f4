/** What a bot reads of a market: the last 24 hours, the book with its number, and the hours behind it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { call, limit, market, startVenue } from "#services/venue/venue.testing.ts";
import { openVenueFixture, refusalOf, type VenueFixture } from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeEach(async () => {
  fixture = await openVenueFixture();
});
afterEach(() => fixture.close());

type Row = Record<string, unknown>;

async function stats(symbol = "BTCUSDC"): Promise<Row> {
  const { body } = await fixture.get(`/v1/markets/stats?market=${symbol}`);
  return (body["results"] as Row[])[0]!;
}

test("open, high and low of 24 hours are of the mark, also where a minute has several marks", async () => {
  const { alice, bob, now, venue } = fixture;
  for (const price of ["64500", "63900", "64200"]) await fixture.setMark(price);
  // A trade beside the mark is in the volumes, and not in the prices.
  await alice.place(limit("SELL", "0.5", "65000"), now());
  await bob.place(market("BUY", "0.25"), now());
  expect(await stats()).toMatchObject({
    open_24h: "64000",
    high_24h: "64500",
    low_24h: "63900",
    mark_price: "64200",
    last_traded_price: "65000",
    volume_24h: "16250",
    base_volume_24h: "0.25",
  });
  venue.clock.advance(24 * HOUR_MS + MINUTE_MS);
  await fixture.setMark("64100");
  expect(await stats()).toMatchObject({
    open_24h: "64100",
    high_24h: "64100",
    low_24h: "64100",
    volume_24h: "0",
    base_volume_24h: "0",
  });
  expect(await stats("SOLUSDC")).toMatchObject({ open_24h: null, high_24h: null, low_24h: null });
});

test.each([true, false])(
  "the figures of 24 hours are the same after a restart, with a snapshot: %s",
  async (snapshot) => {
    const folder = await mkdtemp(join(tmpdir(), "market-figures-"));
    const first = await openVenueFixture({ folder });
    for (const price of ["64500", "63900", "64200"]) await first.setMark(price);
    await first.venue.venue.close({ snapshot });
    const again = await startVenue({ folder });
    const { body } = await call(`${again.url}/v1/markets/stats?market=BTCUSDC`);
    expect((body["results"] as Row[])[0]).toMatchObject({
      open_24h: "64000",
      high_24h: "64500",
      low_24h: "63900",
    });
    await again.close();
    await rm(folder, { recursive: true });
  },
);

test("the book has the number and the time of its last change, as best prices have", async () => {
  const { alice, now } = fixture;
  await alice.place(limit("BUY", "0.5", "63000"), now());
  const first = (await fixture.get("/v1/orderbook/BTCUSDC?depth=1")).body;
  const best = (await fixture.get("/v1/markets/bbo/BTCUSDC")).body;
  expect(first).toMatchObject({ bids: { "63000.0": "0.5" }, asks: {} });
  expect([first["seq_no"], first["last_updated_at"]]).toEqual([
    best["seq_no"],
    best["last_updated_at"],
  ]);
  await alice.place(limit("BUY", "0.5", "62000"), now());
  const second = (await fixture.get("/v1/orderbook/BTCUSDC?depth=1")).body;
  expect(second["bids"]).toEqual(first["bids"]);
  expect(Number(second["seq_no"])).toBeGreaterThan(Number(first["seq_no"]));
  expect(second["last_updated_at"]).toBe(fixture.venue.clock.now());
});

test("funding is charged next a second later, and not on a halted market or an old mark", async () => {
  const { venue } = fixture;
  await venue.tick();
  const due = Number((await stats())["next_funding_at"]);
  expect(due - venue.clock.now()).toBeGreaterThan(0);
  expect(due - venue.clock.now()).toBeLessThanOrEqual(1_000);
  venue.clock.advance(2 * MINUTE_MS);
  await venue.tick();
  expect((await stats())["next_funding_at"]).toBeNull();
  await fixture.setMark("64000");
  expect((await stats())["next_funding_at"]).not.toBeNull();
  await venue.operator("/v1/operator/markets/BTCUSDC/status", { status: "Halted" });
  expect((await stats())["next_funding_at"]).toBeNull();
});

test("rates of funding and open interest are kept for each whole hour, in pages", async () => {
  const { alice, bob, now, venue } = fixture;
  const begun = Math.floor(venue.clock.now() / HOUR_MS);
  await alice.place(limit("SELL", "1", "64000"), now());
  for (const size of ["0.1", "0.2", "0.3"]) {
    await bob.place(market("BUY", size), now());
    venue.clock.advance(HOUR_MS);
    await fixture.setMark("64000");
  }
  await venue.venue.followed();
  const start = (hour: number) => (begun + hour) * HOUR_MS;
  const interest = (await fixture.get("/v1/markets/open-interest?market=BTCUSDC")).body;
  expect(interest).toEqual({
    results: [
      { start: start(0), open_interest: "0.1" },
      { start: start(1), open_interest: "0.3" },
      { start: start(2), open_interest: "0.6" },
    ],
    next: null,
  });
  const rates = (await fixture.get("/v1/markets/funding?market=BTCUSDC&page_size=2")).body;
  const rate = expect.stringMatching(/^-?0(?:\.\d{1,9})?$/);
  expect(rates).toEqual({
    results: [
      { start: start(1), rate },
      { start: start(2), rate },
    ],
    next: null,
  });
  const path = "/v1/markets/funding?market=BTCUSDC&page_size=2";
  const first = (await fixture.get(`${path}&start_at=0`)).body;
  expect((first["results"] as Row[]).map((row) => row["start"])).toEqual([start(0), start(1)]);
  const rest = (await fixture.get(`${path}&start_at=0&cursor=${String(first["next"])}`)).body;
  expect(rest).toMatchObject({ results: [{ start: start(2) }], next: null });
  const one = `${path}&start_at=${start(0) + 1}&end_at=${start(1)}`;
  expect((await fixture.get(one)).body).toMatchObject({ results: [{ start: start(1) }] });
  const backwards = await fixture.get(`${path}&start_at=2&end_at=1`);
  expect(refusalOf(backwards)).toEqual([400, "MALFORMED_QUERY"]);
  const none = await fixture.get("/v1/markets/funding?market=NOPE");
  expect(refusalOf(none)).toEqual([404, "MARKET_NOT_FOUND"]);
});
