/**
 * The app's side of the fee feed against a real venue: every charged fee once and in sequence, with only the key of the
 * partner programme, and the discount of a referred account in the next fee.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { divideUp, parseDecimal } from "#lib/protocol/decimal.ts";
import { DISCOUNT_PPM } from "#lib/protocol/partner/partner-levels.ts";
import { createFeeFeed, type FeeFeed, type VenueFee } from "#lib/trading/venue-client/fee-feed.ts";
import {
  limit,
  market,
  OPERATOR_KEY,
  PARTNER_KEY,
  startVenue,
  TestTrader,
  type TestVenue,
} from "#services/venue/venue.testing.ts";

/** A page of a thousand fees takes as long as a busy machine needs. */
const TIMEOUT_MS = 120_000;

let venue: TestVenue;
let feed: FeeFeed;
beforeEach(async () => {
  venue = await startVenue({ partnerKey: PARTNER_KEY });
  feed = createFeeFeed({
    url: venue.url,
    key: new Secret(PARTNER_KEY),
    timeoutMs: TIMEOUT_MS,
  });
});
afterEach(async () => {
  feed.close();
  await venue.close();
});

/** A millisecond of its own, so that no two requests are the same bytes. */
function now(): number {
  venue.clock.advance(1);
  return venue.clock.now();
}

async function trader(name: string): Promise<TestTrader> {
  const made = new TestTrader(venue.url, name);
  await made.createKey(now());
  const deposit = { account: made.address, amount: "1000000", reference: name };
  expect((await venue.operator("/v1/operator/deposits", deposit)).status).toBe(201);
  return made;
}

const setMark = () => venue.operator("/v1/operator/marks", { marks: { BTCUSDC: "64000" } });

async function trade(taker: TestTrader, maker: TestTrader, size: string): Promise<void> {
  expect((await maker.place(limit("SELL", size, "64000.1"), now())).status).toBe(201);
  const { status, body } = await taker.place(market("BUY", size), now());
  expect([status, body["status"]]).toEqual([201, "CLOSED"]);
}

/** In 1e-9 USD. */
const units = (text: string): bigint => parseDecimal(text, 9) ?? -1n;

const sides = (fees: VenueFee[], of: TestTrader) =>
  fees.filter(({ account }) => account === of.address);

test("a referred account's next fee is 90 % of the market's fee, rounded up to 1e-9", async () => {
  await setMark();
  const [seller, buyer] = [await trader("seller"), await trader("buyer")];
  await trade(buyer, seller, "0.00017");
  const before = await feed.readFees(0);
  expect(before.next).toBeNull();
  expect(before.fees.map(({ liquidity, charged }) => [liquidity, charged])).toEqual([
    // 64000.1 × 0.00017 × 450 and 150 ppm are 0.00489600765 and 0.00163200255.
    ["TAKER", "0.004896008"],
    ["MAKER", "0.001632003"],
  ]);
  for (const { gross, charged } of before.fees) expect(charged).toBe(gross);

  await feed.setFeeDiscount(buyer.address, DISCOUNT_PPM);
  await trade(buyer, seller, "0.00017");
  const { fees } = await feed.readFees(before.fees.at(-1)?.seq ?? 0);
  expect(fees).toHaveLength(2);
  const [taken] = sides(fees, buyer);
  // The exact fee less a tenth: 0.004406406885.
  expect([taken?.gross, taken?.charged]).toEqual(["0.004896008", "0.004406407"]);
  // Less than a unit from a tenth of `gross`, which was rounded up already.
  const tenth = divideUp(units(taken?.gross ?? "") * 9n, 10n);
  expect(tenth - units(taken?.charged ?? "")).toBeLessThanOrEqual(1n);
  expect(sides(fees, seller)).toMatchObject([{ gross: "0.001632003", charged: "0.001632003" }]);
});

test("reading on from the last number returns each fee once, identified by its trade and its side", async () => {
  await setMark();
  const [seller, buyer] = [await trader("seller"), await trader("buyer")];
  await feed.setFeeDiscount(seller.address, DISCOUNT_PPM);
  const consumed: VenueFee[] = [];
  for (let count = 0; count < 4; count += 1) {
    await trade(buyer, seller, "0.001");
    consumed.push(...(await feed.readFees(BigInt(consumed.at(-1)?.seq ?? 0))).fees);
  }
  expect(consumed).toEqual((await feed.readFees(0)).fees);
  expect(consumed).toHaveLength(8);
  const names = consumed.map(({ tradeId, liquidity }) => `${tradeId} ${liquidity}`);
  expect(new Set(names).size).toBe(8);
  expect(new Set(consumed.map(({ tradeId }) => tradeId)).size).toBe(4);
});

test("an account without fees has no record, and its fills leave gaps in the numbers", async () => {
  await setMark();
  const [seller, buyer] = [await trader("seller"), await trader("buyer")];
  await trade(buyer, seller, "0.001");
  const path = `/v1/operator/accounts/${buyer.address}/fee-discount`;
  await venue.operator(path, { fee_discount_ppm: 1_000_000 });
  await trade(buyer, seller, "0.001");
  await trade(buyer, seller, "0.001");
  const { fees } = await feed.readFees(0);
  expect(fees.map(({ seq, liquidity }) => [seq, liquidity])).toEqual([
    [1, "TAKER"],
    [2, "MAKER"],
    [4, "MAKER"],
    [6, "MAKER"],
  ]);
});

test("a feed of several pages is read to its end", async () => {
  await setMark();
  const [seller, buyer] = [await trader("seller"), await trader("buyer")];
  expect((await seller.place(limit("SELL", "1", "64000"), now())).status).toBe(201);
  for (let count = 0; count < 501; count += 1) {
    // An account's orders are limited by second, and a stale mark soon stops its trading.
    if (count % 10 === 0) {
      venue.clock.advance(1_000);
      await setMark();
    }
    expect((await buyer.place(market("BUY", "0.001"), now())).status).toBe(201);
  }
  // The venue answers what its history has so far.
  await vi.waitFor(async () => expect((await feed.readFees(1_000)).fees).toHaveLength(2));
  const first = await feed.readFees(0);
  expect([first.fees.length, first.next]).toEqual([1_000, first.fees.at(-1)?.seq]);
  const second = await feed.readFees(first.next ?? 0);
  expect([second.fees.length, second.next]).toEqual([2, null]);
});

test("the client throws the venue's code for a refusal: a larger discount, no key, another key", async () => {
  const buyer = await trader("buyer");
  const refusal = (status: number, code: string) => ({ failure: "status", status, code });
  await expect(feed.setFeeDiscount(buyer.address, DISCOUNT_PPM + 1)).rejects.toMatchObject(
    refusal(400, "INVALID_FIELD"),
  );
  await expect(feed.setFeeDiscount("nobody", 1)).rejects.toMatchObject(
    refusal(400, "INVALID_PUBLIC_KEY"),
  );
  const other = createFeeFeed({ url: venue.url, key: new Secret(`partner_${"0c".repeat(32)}`) });
  await expect(other.readFees(0)).rejects.toMatchObject(refusal(403, "OPERATOR_ONLY"));
  other.close();
  const operators = createFeeFeed({ url: venue.url, key: new Secret(OPERATOR_KEY) });
  expect((await operators.readFees(0)).fees).toEqual([]);
  operators.close();
});
