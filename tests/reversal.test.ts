/** What the dialog of a reversal says will end is what the venue ends. */
import { expect, test } from "vitest";
import { endedByReversal, reverseOrder } from "#components/trading/positions/position-orders.ts";
import { BTC, REDUCE_ONLY, SOL, TestEngine } from "#services/venue/engine/engine.testing.ts";
import { openOrders } from "#services/venue/engine/resting-orders.ts";
import { orderRecord, positionRecord } from "#services/venue/records/records.ts";

const recordsOf = (venue: TestEngine, name: string) =>
  [SOL, BTC].flatMap((market) => openOrders(venue.holding(name, market)).map(orderRecord));

test("a reversal ends the orders that only reduce and own orders in its way, and no other", () => {
  const venue = new TestEngine().deposit("ann", "10000").deposit("bob", "100000");
  venue.sell("bob", "5", "100.1");
  venue.buy("ann", "5", "100.1");
  venue.buy("bob", "20", "99");
  venue.sell("ann", "5", null, {
    type: "TAKE_PROFIT_MARKET",
    trigger: "110",
    source: "mark",
    tif: "GTC",
    flags: REDUCE_ONLY,
  });
  venue.sell("ann", "5", null, {
    type: "STOP_LOSS_MARKET",
    trigger: "90",
    source: "mark",
    tif: "GTC",
    flags: REDUCE_ONLY,
  });
  venue.sell("ann", "1", "108", { flags: REDUCE_ONLY });
  venue.buy("ann", "1", "99.5");
  venue.sell("ann", "1", "109");
  venue.buy("ann", "0.01", "40000", { market: BTC });
  const before = recordsOf(venue, "ann");
  const position = positionRecord(venue.account("ann"), venue.holding("ann"));

  const { reducing, inTheWay } = endedByReversal(position, before);
  venue.submit(venue.by("ann").place(reverseOrder(position), null, venue.time));

  expect(venue.position("ann")).toBe("-5");
  const left = new Set(recordsOf(venue, "ann").map(({ id }) => id));
  const ended = before.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  expect(ended.toSorted()).toEqual([...reducing, ...inTheWay].map(({ id }) => id).toSorted());
  expect([reducing.length, inTheWay.length, left.size]).toEqual([3, 1, 2]);
});
