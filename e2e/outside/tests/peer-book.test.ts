/**
 * Plain limit and market orders give the same book as `nodejs-order-book`, an independent matching engine. Sizes and
 * prices are whole numbers here: the peer counts in floating point. Everybody trades once: it knows no self-trade.
 */
import fc from "fast-check";
import { OrderBook, Side as PeerSide } from "nodejs-order-book";
import { expect, test } from "vitest";
import type { Side } from "#lib/protocol/enumerations.ts";
import { TestEngine } from "#services/venue/engine/engine.testing.ts";

type PeerTime = NonNullable<Parameters<OrderBook["limit"]>[0]["timeInForce"]>;

const PEER_SIDE = { BUY: PeerSide.BUY, SELL: PeerSide.SELL };

const order = fc.record({
  side: fc.constantFrom<Side>("BUY", "SELL"),
  size: fc.integer({ min: 1, max: 30 }),
  price: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 95, max: 105 }) }, fc.constant(null)),
  tif: fc.constantFrom("GTC", "GTC", "IOC", "FOK"),
  /** One of the earlier orders leaves first. */
  cancel: fc.option(fc.nat(40)),
});

/** Prices and sizes, the highest price first. */
function depth(venue: TestEngine, side: Side): [number, number][] {
  const levels = [...venue.market().book.side(side).fromBest()];
  return byPrice(levels.map(({ ticks, lots }) => [ticks / 1_000, lots / 100]));
}

function byPrice(levels: [number, number][]): [number, number][] {
  return levels.toSorted(([a], [b]) => b - a);
}

test("the same depth on both sides after every order", () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40, size: "max" }), (orders) => {
      const venue = new TestEngine();
      const peer = new OrderBook();
      for (const [index, { side, size, price, tif, cancel }] of orders.entries()) {
        const name = `person ${index}`;
        venue.deposit(name, "1000000");
        const left = cancel === null ? undefined : venue.state.orders.get(cancel + 1);
        if (cancel !== null && left !== undefined) {
          if (left.status === "OPEN") venue.cancel(`person ${cancel}`, left);
          peer.cancel(String(left.id));
        }
        const terms = { tif: price === null ? "IOC" : tif } as const;
        const { id } = venue[side === "BUY" ? "buy" : "sell"](
          name,
          String(size),
          price === null ? null : String(price),
          terms,
        );
        const order = { id: String(id), side: PEER_SIDE[side], size };
        if (price === null) peer.market(order);
        else peer.limit({ ...order, price, timeInForce: terms.tif as PeerTime });
        const [asks, bids] = peer.depth();
        expect(depth(venue, "BUY")).toEqual(byPrice(bids));
        expect(depth(venue, "SELL")).toEqual(byPrice(asks));
      }
    }),
    { numRuns: 100 },
  );
});
