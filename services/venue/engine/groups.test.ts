/**
 * Groups of orders: children protect what their entry has filled or what the position is, end each other, and end with what they
 * protect. A group is accepted whole or refused whole.
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  BTC,
  codeOf,
  orderFields,
  ordersIn,
  protection,
  REDUCE_ONLY,
  TestEngine,
} from "./engine.testing.ts";
import type { Order } from "./market-state.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine();
  for (const name of ["ann", "bob", "cat"]) venue.deposit(name, "100000");
});

const takeProfit = (trigger: string, size?: string) =>
  protection("TAKE_PROFIT_MARKET", "SELL", trigger, size);
const stop = (trigger: string, size?: string) =>
  protection("STOP_LOSS_MARKET", "SELL", trigger, size);
const buy = (size: string, price: string | null = "99") => orderFields("BUY", size, price);

/** Entry, take profit and stop of a group of ann's. */
function bracket(entry: PlaceOrderFields = buy("2"), size = "2"): [Order, Order, Order] {
  const orders = ordersIn(venue.group("ann", entry, takeProfit("110", size), stop("95", size)));
  return orders as [Order, Order, Order];
}

const stateOf = ({ status, remaining, cancelReason }: Order) => [
  status,
  remaining / 100,
  cancelReason,
];

describe("an entry with its children", () => {
  test("children sleep until the entry fills, and have the size that it has filled so far", () => {
    const [entry, profit, loss] = bracket();
    expect([entry, profit, loss].map(stateOf)).toEqual([
      ["OPEN", 2, ""],
      ["WAITING", 0, ""],
      ["WAITING", 0, ""],
    ]);
    venue.sell("bob", "0.5", "99");
    expect([profit, loss].map(stateOf)).toEqual([
      ["UNTRIGGERED", 0.5, ""],
      ["UNTRIGGERED", 0.5, ""],
    ]);
    venue.sell("bob", "1.5", "99");
    expect([profit, loss].map(stateOf)).toEqual([
      ["UNTRIGGERED", 2, ""],
      ["UNTRIGGERED", 2, ""],
    ]);
  });

  test("a sleeping child triggers at no price, and needs no margin", () => {
    const free = venue.value("ann");
    const [, profit, loss] = bracket();
    venue.mark("111");
    venue.mark("94");
    expect([profit, loss].map(stateOf)).toEqual([
      ["WAITING", 0, ""],
      ["WAITING", 0, ""],
    ]);
    expect(venue.value("ann")).toBe(free);
  });

  test("a market entry has its stop when it is answered", () => {
    venue.sell("bob", "2", "100");
    const [entry, profit, loss] = bracket(buy("2", null));
    expect([entry, profit, loss].map(stateOf)).toEqual([
      ["CLOSED", 0, ""],
      ["UNTRIGGERED", 2, ""],
      ["UNTRIGGERED", 2, ""],
    ]);
  });

  test("children end with an entry that ends unfilled, whatever ended it", () => {
    const [entry, profit, loss] = bracket();
    venue.cancel("ann", entry);
    const ended = ["CLOSED", 0, "PARENT_ENDED"];
    expect([profit, loss].map(stateOf)).toEqual([ended, ended]);
    const ioc = orderFields("BUY", "2", "99", { tif: "IOC" });
    expect(bracket(ioc).map(stateOf)).toEqual([["CLOSED", 0, "IOC_UNFILLED"], ended, ended]);
    const fok = orderFields("BUY", "2", "99", { tif: "FOK" });
    expect(bracket(fok).map(stateOf)).toEqual([["CLOSED", 0, "FOK_NOT_FILLABLE"], ended, ended]);
    expect(bracket(buy("2", null)).map(stateOf)).toEqual([
      ["CLOSED", 0, "NO_LIQUIDITY"],
      ended,
      ended,
    ]);
  });

  test("an entry that ends half filled leaves children for its half", () => {
    const [entry, profit, loss] = bracket();
    venue.sell("bob", "0.5", "99");
    venue.cancel("ann", entry);
    expect([profit, loss].map(stateOf)).toEqual([
      ["UNTRIGGERED", 0.5, ""],
      ["UNTRIGGERED", 0.5, ""],
    ]);
  });

  test("a child that fires ends what is left of its entry, and its sibling when it has filled whole", () => {
    venue.buy("cat", "5", "94");
    const [entry, profit, loss] = bracket();
    venue.sell("bob", "0.5", "99");
    venue.mark("94");
    expect([entry, profit, loss].map(stateOf)).toEqual([
      ["CLOSED", 0, "CHILD_TRIGGERED"],
      ["CLOSED", 0, "SIBLING_FILLED"],
      ["CLOSED", 0, ""],
    ]);
    expect(venue.position("ann")).toBe("0");
  });

  test("what one child fills in part, the other shrinks by", () => {
    const [, profit, loss] = bracket();
    venue.sell("bob", "2", "99");
    venue.buy("cat", "0.75", "109");
    venue.mark("110");
    expect([profit, loss].map(stateOf)).toEqual([
      ["CLOSED", 0, "NO_LIQUIDITY"],
      ["UNTRIGGERED", 1.25, ""],
    ]);
    expect(venue.position("ann")).toBe("1.25");
  });

  test("a child with a smaller size of its own leaves the rest to its sibling", () => {
    const orders = ordersIn(
      venue.group("ann", buy("2"), takeProfit("110", "0.5"), stop("95", "2")),
    );
    const [, profit, loss] = orders as [Order, Order, Order];
    venue.sell("bob", "2", "99");
    expect([profit, loss].map(stateOf)).toEqual([
      ["UNTRIGGERED", 0.5, ""],
      ["UNTRIGGERED", 2, ""],
    ]);
    venue.buy("cat", "5", "110");
    venue.mark("110");
    expect([profit, loss].map(stateOf)).toEqual([
      ["CLOSED", 0, ""],
      ["UNTRIGGERED", 1.5, ""],
    ]);
  });

  test("children shrink with a position that another order reduces, and grow with it again", () => {
    const [, profit, loss] = bracket();
    venue.sell("bob", "2", "99");
    venue.buy("cat", "1", "100");
    venue.sell("ann", "1", null);
    expect([profit, loss].map(stateOf)).toEqual([
      ["UNTRIGGERED", 1, ""],
      ["UNTRIGGERED", 1, ""],
    ]);
    venue.sell("bob", "0.5", "100");
    venue.buy("ann", "0.5", null);
    expect(stateOf(loss)).toEqual(["UNTRIGGERED", 1.5, ""]);
  });

  test("children end with the position, and sleep again while their entry may still fill", () => {
    const [entry, profit, loss] = bracket();
    venue.sell("bob", "1", "99");
    venue.buy("cat", "1", "100");
    venue.sell("ann", "1", null);
    expect([entry, profit, loss].map(stateOf)).toEqual([
      ["OPEN", 1, ""],
      ["WAITING", 0, ""],
      ["WAITING", 0, ""],
    ]);
    venue.sell("bob", "1", "99");
    expect(stateOf(loss)).toEqual(["UNTRIGGERED", 1, ""]);
    venue.buy("cat", "1", "100");
    venue.sell("ann", "1", null);
    const ended = ["CLOSED", 0, "POSITION_CLOSED"];
    expect([profit, loss].map(stateOf)).toEqual([ended, ended]);
  });

  test("a reversal ends the children of the old side", () => {
    const [, profit, loss] = bracket();
    venue.sell("bob", "2", "99");
    venue.buy("cat", "3", "100");
    venue.sell("ann", "3", null);
    expect(venue.position("ann")).toBe("-1");
    const ended = ["CLOSED", 0, "POSITION_CLOSED"];
    expect([profit, loss].map(stateOf)).toEqual([ended, ended]);
  });

  test("an entry that first reduces an opposite position has children for what it opens", () => {
    venue.buy("cat", "0.5", "100");
    venue.sell("ann", "0.5", null);
    venue.sell("bob", "2", "100");
    const [, , loss] = bracket(buy("2", null));
    expect(venue.position("ann")).toBe("1.5");
    expect(stateOf(loss)).toEqual(["UNTRIGGERED", 1.5, ""]);
  });

  test("a child is cancelled alone", () => {
    const [entry, profit, loss] = bracket();
    venue.cancel("ann", profit);
    expect([entry, profit, loss].map(stateOf)).toEqual([
      ["OPEN", 2, ""],
      ["CLOSED", 0, "USER_CANCELED"],
      ["WAITING", 0, ""],
    ]);
    venue.sell("bob", "2", "99");
    expect(stateOf(loss)).toEqual(["UNTRIGGERED", 2, ""]);
  });

  test("cancelling everything names every order once", () => {
    const orders = bracket();
    const outcome = venue.submit(venue.by("ann").cancelAll(null, venue.time));
    expect(outcome).toMatchObject({ kind: "canceled" });
    const named = outcome.kind === "canceled" ? outcome.orders.map(({ id }) => id) : [];
    expect(named).toEqual(orders.map(({ id }) => id));
    expect(venue.account("ann").openOrders).toBe(0);
  });

  test("the dead man's switch takes entries and sleeping children, and leaves what protects a position", () => {
    const [, profit, loss] = bracket();
    venue.sell("bob", "2", "99");
    const [entry, asleep] = ordersIn(venue.group("ann", buy("1", "98"), stop("95", "1")));
    venue.submit(venue.by("ann").scheduleCancel(venue.time + 5_000, venue.time));
    venue.tick(6);
    expect([profit, loss, entry, asleep].map((order) => order && stateOf(order))).toEqual([
      ["UNTRIGGERED", 2, ""],
      ["UNTRIGGERED", 2, ""],
      ["CLOSED", 0, "SCHEDULED_CANCEL"],
      ["CLOSED", 0, "PARENT_ENDED"],
    ]);
  });
});

describe("orders that follow a position", () => {
  beforeEach(() => {
    venue.sell("bob", "10", "100");
    venue.buy("ann", "2", null);
  });
  const both = () =>
    ordersIn(venue.protect("ann", takeProfit("110"), stop("95"))) as [Order, Order];

  test("grow and shrink with it, and end with it", () => {
    const orders = both();
    expect(orders.map(stateOf)).toEqual([
      ["UNTRIGGERED", 2, ""],
      ["UNTRIGGERED", 2, ""],
    ]);
    venue.buy("ann", "1", null);
    expect(orders.map(({ remaining, size }) => [remaining, size])).toEqual([
      [300, 300],
      [300, 300],
    ]);
    venue.buy("cat", "10", "99");
    venue.sell("ann", "2", null);
    expect(orders.map(({ remaining }) => remaining)).toEqual([100, 100]);
    venue.sell("ann", "1", null);
    const ended = ["CLOSED", 0, "POSITION_CLOSED"];
    expect(orders.map(stateOf)).toEqual([ended, ended]);
  });

  test("a new one takes the place of the one of its type", () => {
    const [profit, loss] = both();
    const [tighter] = ordersIn(venue.protect("ann", stop("97")));
    expect([profit, loss].map(stateOf)).toEqual([
      ["UNTRIGGERED", 2, ""],
      ["CLOSED", 0, "REPLACED"],
    ]);
    expect(tighter && stateOf(tighter)).toEqual(["UNTRIGGERED", 2, ""]);
  });

  test("one that fills whole ends the other", () => {
    venue.buy("cat", "10", "95");
    const [profit, loss] = both();
    venue.mark("95");
    expect([profit, loss].map(stateOf)).toEqual([
      ["CLOSED", 0, "SIBLING_FILLED"],
      ["CLOSED", 0, ""],
    ]);
  });

  test("need a position, of the side that they close", () => {
    const refusals = [
      venue.protect("cat", stop("95")),
      venue.protect("ann", protection("STOP_LOSS_MARKET", "BUY", "105")),
      venue.protect("ann", stop("95", "1")),
      venue.protect("ann", stop("101")),
    ];
    expect(refusals.map(codeOf)).toEqual([
      "NO_POSITION",
      "GROUP_SIDE",
      "GROUP_SIZE",
      "INVALID_TRIGGER_PRICE",
    ]);
  });

  test("a liquidation leaves them until the position is gone, and then they end", () => {
    venue = new TestEngine();
    for (const name of ["bob", "cat"]) venue.deposit(name, "100000");
    venue.deposit("ann", "110");
    venue.deposit("insurance", "1000");
    venue.sell("bob", "10", "100");
    venue.buy("ann", "10", null);
    const [loss] = ordersIn(venue.protect("ann", takeProfit("150")));
    venue.mark("91");
    for (let second = 0; second < 30 && venue.position("ann") !== "0"; second += 1) venue.tick();
    expect(venue.position("ann")).toBe("0");
    expect(loss && stateOf(loss)).toEqual(["CLOSED", 0, "POSITION_CLOSED"]);
  });
});

describe("a change", () => {
  test("of a sleeping child is compared with the entry's price, of a waking one with the mark", () => {
    const [entry, , loss] = bracket();
    expect(codeOf(venue.modify("ann", loss, "2", "99"))).toBe("GROUP_PRICE");
    expect(codeOf(venue.modify("ann", loss, "1", "98"))).toBe("order");
    venue.sell("bob", "2", "99");
    expect(stateOf(loss)).toEqual(["UNTRIGGERED", 1, ""]);
    expect(codeOf(venue.modify("ann", loss, "2", "100"))).toBe("INVALID_TRIGGER_PRICE");
    expect(codeOf(venue.modify("ann", loss, "2", "97"))).toBe("order");
    expect([stateOf(loss), loss.triggerText, entry.status]).toEqual([
      ["UNTRIGGERED", 2, ""],
      "97",
      "CLOSED",
    ]);
    expect(codeOf(venue.modify("ann", loss, "2.01", "97"))).toBe("GROUP_SIZE");
  });

  test("of an order that follows the position has no size", () => {
    venue.sell("bob", "2", "100");
    venue.buy("ann", "2", null);
    const [loss] = ordersIn(venue.protect("ann", stop("95"))) as [Order];
    expect(codeOf(venue.modify("ann", loss, "1", "96"))).toBe("GROUP_SIZE");
    expect(codeOf(venue.modify("ann", loss, "", "96"))).toBe("order");
    expect([loss.triggerText, loss.remaining]).toEqual(["96", 200]);
  });

  test("of an entry must leave its children on their sides of it", () => {
    const [entry] = bracket();
    expect(codeOf(venue.modify("ann", entry, "2", "95"))).toBe("GROUP_PRICE");
    expect(codeOf(venue.modify("ann", entry, "2", "96"))).toBe("order");
  });
});

describe("what is refused changes nothing", () => {
  // The first command of an account in a market makes its record, refused or not.
  beforeEach(() => void venue.holding("ann"));

  const child = stop("95", "2");
  test.each<[string, PlaceOrderFields, PlaceOrderFields[]]>([
    ["GROUP_COUNT", buy("2"), []],
    ["GROUP_COUNT", buy("2"), [takeProfit("110", "2"), child, child]],
    ["GROUP_DUPLICATED_TYPE", buy("2"), [child, stop("94", "1")]],
    ["GROUP_TYPE", buy("2"), [orderFields("SELL", "2", "110", { flags: REDUCE_ONLY })]],
    ["GROUP_TYPE", takeProfit("110", "2"), [child]],
    ["GROUP_SIDE", buy("2"), [protection("STOP_LOSS_MARKET", "BUY", "105", "2")]],
    ["GROUP_SIZE", buy("2"), [stop("95", "2.01")]],
    ["GROUP_SIZE", buy("2"), [stop("95")]],
    ["GROUP_FLAGS", buy("2"), [{ ...child, flags: 0 }]],
    ["GROUP_FLAGS", orderFields("BUY", "2", "99", { flags: REDUCE_ONLY }), [child]],
    ["GROUP_MARKET", buy("2"), [{ ...child, market: BTC }]],
    ["GROUP_PRICE", buy("2"), [stop("99", "2")]],
    ["GROUP_PRICE", buy("2"), [takeProfit("99", "2")]],
    ["GROUP_PRICE", buy("2", "105"), [stop("101", "2")]],
    ["GROUP_PRICE", buy("2", null), [stop("100", "2")]],
    ["INVALID_LOT", buy("2"), [stop("95", "0.001")]],
    ["INVALID_TICK", buy("2"), [stop("95.0001", "2")]],
    ["INSUFFICIENT_MARGIN", buy("20000"), [stop("95", "2")]],
    ["PRICE_BAND", buy("2", "150"), [stop("95", "2")]],
  ])("%s", (code, entry, children) => {
    const before = venue.content();
    expect(codeOf(venue.group("ann", entry, ...children))).toBe(code);
    expect(venue.content()).toBe(before);
  });

  test("a name that is taken, or that two orders of the group have", () => {
    venue.buy("ann", "1", "98", { clientId: "one" });
    const orders = [buy("2"), child];
    const place = (...ids: string[]) =>
      codeOf(
        venue.submit(venue.by("ann").placeGroup({ grouping: "ENTRY", orders }, ids, venue.time)),
      );
    expect(place("one", "two")).toBe("DUPLICATED_CLIENT_ID");
    expect(place("two", "two")).toBe("DUPLICATED_CLIENT_ID");
    expect(place("two", "three")).toBe("group");
  });

  test("more orders than the market allows", () => {
    for (let count = 0; count < 198; count += 1) venue.buy("ann", "0.2", "98");
    expect(codeOf(venue.group("ann", buy("1"), takeProfit("110", "1"), stop("95", "1")))).toBe(
      "TOO_MANY_OPEN_ORDERS",
    );
    expect(codeOf(venue.group("ann", buy("1"), stop("95", "1")))).toBe("group");
  });
});
