/** `GET /v1/operator/notices`: what happened to all accounts, each thing once, in the order of the journal. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type VenueNotice, VenueNoticePage } from "#lib/protocol/wire/venue-notices.ts";
import { limit, READER_KEY, type TestTrader } from "#services/venue/venue.testing.ts";
import { openVenueFixture, type VenueFixture } from "./venue-fixture.testing.ts";

const PATH = "/v1/operator/notices";
const READER = { authorization: `Bearer ${READER_KEY}` };

let fixture: VenueFixture;
beforeEach(async () => {
  fixture = await openVenueFixture({ readerKey: READER_KEY });
});
afterEach(() => fixture.close());

async function page(after: string | undefined, pageSize = 100) {
  const query = after === undefined ? "" : `?after=${after}&page_size=${pageSize}`;
  const { status, body } = await fixture.get(`${PATH}${query}`, READER);
  expect(status).toBe(200);
  return VenueNoticePage.parse(body);
}

async function allAfter(after: string, pageSize?: number): Promise<VenueNotice[]> {
  const found: VenueNotice[] = [];
  for (let next: string | null = after; next !== null; ) {
    const answer = await page(next, pageSize);
    found.push(...answer.results);
    next = answer.next;
  }
  return found;
}

async function trade(buyer: TestTrader, seller: TestTrader, size: string, price = "64000") {
  expect((await seller.place(limit("SELL", size, price), fixture.now())).status).toBe(201);
  expect((await buyer.place(limit("BUY", size, price), fixture.now())).status).toBe(201);
}

test("a first reader begins at the end, and then gets fills, ends and deposits in order", async () => {
  const { alice, bob, venue } = fixture;
  await trade(alice, bob, "0.5");
  const { results, next, last } = await page(undefined);
  expect({ results, next }).toEqual({ results: [], next: null });
  expect(await allAfter(last)).toEqual([]);
  await alice.place(limit("BUY", "0.1", "60000"), fixture.now());
  await bob.place(limit("SELL", "0.3", "64000"), fixture.now());
  await alice.place(limit("BUY", "0.2", "64000"), fixture.now());
  await venue.operator("/v1/operator/deposits", {
    account: alice.address,
    amount: "12.5",
    reference: "more",
  });
  await bob.cancelAll(null, fixture.now());
  const found = await allAfter(last);
  expect(found).toMatchObject([
    {
      type: "order",
      account: bob.address,
      side: "SELL",
      filled: { size: "0.2", price: "64000" },
      order: null,
    },
    {
      type: "order",
      account: alice.address,
      filled: { size: "0.2", price: "64000", realized_pnl: "0" },
      order: { status: "CLOSED", cancel_reason: "", filled_size: "0.2" },
    },
    { type: "transfer", account: alice.address, transfer: { kind: "DEPOSIT", amount: "12.5" } },
    {
      type: "order",
      account: bob.address,
      filled: null,
      order: { status: "CLOSED", cancel_reason: "USER_CANCELED", filled_size: "0.2" },
    },
  ]);
  expect(await allAfter(last, 1)).toEqual(found);
  expect(await allAfter(found.at(-1)?.id ?? "")).toEqual([]);
});

test("margin calls and a liquidation are told once, with their account's figures", async () => {
  const { bob, setMark, venue } = fixture;
  const carol = await fixture.trader("carol", "2000");
  await trade(carol, bob, "0.5");
  const { last } = await page(undefined);
  await setMark("63000");
  await setMark("61900");
  // Nobody buys what the venue sells: the insurance fund takes the position.
  await setMark("61000");
  await venue.tick();
  const found = (await allAfter(last)).filter(({ account }) => account === carol.address);
  expect(found).toMatchObject([
    { type: "margin", margin: { level: "WARNING", nearest: { market: "BTCUSDC" } } },
    { type: "margin", margin: { level: "DANGER" } },
    {
      type: "liquidation",
      reason: "LIQUIDATION",
      liquidation: { positions: [{ market: "BTCUSDC", size: "0.5", remaining_size: "0" }] },
    },
  ]);
});

test("only the reader key reads it", async () => {
  const { alice, get } = fixture;
  const path = `${PATH}?after=0-0`;
  expect((await get(path, {})).status).toBe(401);
  expect((await get(path, alice.authorization())).status).toBe(401);
  expect((await get(`${PATH}?after=x`, READER)).body["error"]).toBe("MALFORMED_QUERY");
});
