/** The tape is followed by id: each fill is delivered exactly once, whatever happens to the reads. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { createVenueClient, type VenueClient } from "#lib/trading/venue-client/client.ts";
import { TestVenue } from "./market-data.testing.ts";
import { TradeTape } from "./trade-tape.ts";

const AT = 1_800_000_000_000;

let source: TestVenue;
let venue: VenueClient;
let tape: TradeTape;
let published: number[];
let begunWith: number[];

beforeEach(async () => {
  source = new TestVenue(["BTCUSDC"]);
  venue = createVenueClient(await source.listen(), 1_000);
  tape = new TradeTape("BTCUSDC", venue);
  published = [];
  begunWith = [];
});

afterEach(async () => {
  venue.close();
  await source.close();
});

function trade(count: number, at: number): void {
  for (let index = 0; index < count; index += 1) {
    source.trade("BTCUSDC", { price: "100", size: "1", at });
  }
}

const take = (fills: readonly Trade[]) => published.push(...fills.map(({ id }) => id));
const restart = (fills: readonly Trade[]) => begunWith.push(...fills.map(({ id }) => id));
const follow = () => tape.follow(take, restart);
const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("fills before the first read are not delivered, but can be read", async () => {
  trade(3, AT);
  await follow();
  expect(published).toEqual([]);
  expect(tape.answer?.results.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("the first fill of a new market is delivered, however old its time is", async () => {
  await follow();
  trade(1, 5);
  await follow();
  expect(published).toEqual([1]);
});

test("many fills of one millisecond, more than fit on a page, are delivered once on both sides of a poll", async () => {
  trade(40, AT);
  await follow();
  trade(2_500, AT);
  await follow();
  trade(1_700, AT);
  await follow();
  expect(published).toEqual(idsFrom(41, 4_240));
  expect(tape.answer?.results).toHaveLength(100);
});

test("a failed page loses nothing, and the pages before it are not repeated", async () => {
  trade(1, AT);
  await follow();
  trade(3_500, AT + 1);
  let pages = 0;
  source.failPath = (url) => {
    pages += url.pathname === "/v1/trades" ? 1 : 0;
    return pages === 3 ? 503 : undefined;
  };
  await expect(follow()).rejects.toThrow("answered 503");
  expect(published).toEqual(idsFrom(2, 2_000));
  await follow();
  expect(published).toEqual(idsFrom(2, 3_501));
});

test("a failed first read is retried, and its fills are not new", async () => {
  trade(2, AT);
  source.failWith = 500;
  await expect(follow()).rejects.toThrow("answered 500");
  expect(tape.answer).toBeUndefined();
  source.failWith = undefined;
  await follow();
  trade(1, AT);
  await follow();
  expect(published).toEqual([3]);
});

test("the tape of a venue that was reset is read from its start, and the restart is reported once", async () => {
  trade(50, AT);
  await follow();
  source.market("BTCUSDC").trades = [];
  trade(2, AT + 1_000);
  await follow();
  expect(published).toEqual([]);
  expect(begunWith).toEqual([1, 2]);
  expect(tape.answer?.results.map(({ id }) => id)).toEqual([1, 2]);
  trade(1, AT + 1_000);
  await follow();
  expect(published).toEqual([3]);
  expect(begunWith).toEqual([1, 2]);
});

test("the tape is the same object until there is a new fill", async () => {
  trade(1, AT);
  await follow();
  const before = tape.answer;
  await follow();
  expect(tape.answer).toBe(before);
  trade(1, AT);
  await follow();
  expect(tape.answer).not.toBe(before);
});
