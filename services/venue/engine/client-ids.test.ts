/** A client_id names one order of its account for a day, whatever became of the order. */
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { CLIENT_IDS_KEPT, fileClientId, orderNamed } from "./client-ids.ts";
import { codeOf, orderFields, REDUCE_ONLY, type Terms, TestEngine } from "./engine.testing.ts";
import { LATEST_RULES } from "./rules.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "100000").deposit("bob", "100000");
});

const MINE: Terms = { clientId: "mine" };
const again = (name = "ann") => venue.place(name, ["BUY", "1", "95"], MINE);

/** Refused with the id of the order that has the name. */
const takenBy = ({ id }: { id: number }) => ({
  kind: "refused",
  refusal: { code: "DUPLICATED_CLIENT_ID", context: { orderId: id } },
});

describe("the name is taken, and the refusal has its order,", () => {
  test("while the order is open", () => {
    const order = venue.buy("ann", "1", "95", MINE);
    expect(again()).toMatchObject(takenBy(order));
  });

  test("after a market order has filled: sent again, it does not fill twice", () => {
    venue.sell("bob", "5", "100");
    const order = venue.buy("ann", "1", null, MINE);
    expect(venue.place("ann", ["BUY", "1", null], MINE)).toMatchObject(takenBy(order));
    expect(venue.position("ann")).toBe("1");
  });

  test("after the order was cancelled, changed or ended by its own terms", () => {
    const order = venue.buy("ann", "1", "95", MINE);
    venue.modify("ann", order, "2", "96");
    expect(again()).toMatchObject(takenBy(order));
    venue.cancel("ann", order);
    expect(again()).toMatchObject(takenBy(order));
    const unfilled = venue.buy("ann", "1", "95", { clientId: "ioc", tif: "IOC" });
    expect(venue.place("ann", ["BUY", "1", "95"], { clientId: "ioc" })).toMatchObject(
      takenBy(unfilled),
    );
  });

  test("within a batch, and against what was sent before", () => {
    const first = venue.buy("ann", "1", "95", MINE);
    const orders = ["94", "93", "92"].map((price) => orderFields("BUY", "1", price));
    const names = ["new", "mine", "new"];
    const outcome = venue.submit(venue.by("ann").placeBatch(orders, names, venue.time));
    const items = outcome.kind === "batch" ? outcome.items : [];
    expect(items.map(codeOf)).toEqual(["order", "DUPLICATED_CLIENT_ID", "DUPLICATED_CLIENT_ID"]);
    expect(items[1]).toMatchObject(takenBy(first));
    expect(items[2]).toMatchObject(takenBy({ id: first.id + 1 }));
  });
});

test("a group is refused whole for one name that is taken, or that it has twice", () => {
  const first = venue.buy("ann", "1", "95", MINE);
  const stop = orderFields("SELL", "1", null, {
    type: "STOP_LOSS_MARKET",
    tif: "GTC",
    trigger: "90",
    source: "mark",
    flags: REDUCE_ONLY,
  });
  const group = (names: string[]) => {
    const orders = [orderFields("BUY", "1", "95"), stop];
    return venue.submit(
      venue.by("ann").placeGroup({ grouping: "ENTRY", orders }, names, venue.time),
    );
  };
  expect(group(["entry", "mine"])).toMatchObject(takenBy(first));
  expect(codeOf(group(["entry", "entry"]))).toBe("DUPLICATED_CLIENT_ID");
  expect(codeOf(group(["entry", "stop"]))).toBe("group");
  expect(codeOf(group(["other", "stop"]))).toBe("DUPLICATED_CLIENT_ID");
});

describe("the name is free", () => {
  test("for other accounts", () => {
    venue.buy("ann", "1", "95", MINE);
    expect(codeOf(again("bob"))).toBe("order");
  });

  test("after an order that was refused", () => {
    expect(codeOf(venue.place("ann", ["BUY", "1", "0.0001"], MINE))).toBe("INVALID_TICK");
    expect(codeOf(again())).toBe("order");
  });

  test("a day after the placement, to the millisecond", () => {
    const order = venue.buy("ann", "1", "95", MINE);
    venue.cancel("ann", order);
    venue.wait(DAY_MS - 1);
    expect(again()).toMatchObject(takenBy(order));
    venue.wait(1).submit({ type: "tick" });
    expect(venue.account("ann").keptClientIds.size).toBe(0);
    venue.mark("100");
    expect(codeOf(again())).toBe("order");
  });

  test("but not while its order is open, however long that is", () => {
    const order = venue.buy("ann", "1", "95", MINE);
    venue.wait(2 * DAY_MS).mark("100");
    expect(again()).toMatchObject(takenBy(order));
    venue.cancel("ann", order);
    expect(codeOf(again())).toBe("order");
  });
});

describe("a cancel by client_id", () => {
  const cancel = (name = "ann", clientId = "mine") =>
    venue.submit(venue.by(name).cancelByClientId(clientId, venue.time));

  test("ends the open order that has the name now", () => {
    const first = venue.buy("ann", "1", "95", MINE);
    venue.cancel("ann", first);
    venue.wait(DAY_MS).mark("100");
    const order = venue.buy("ann", "1", "95", MINE);
    expect(cancel()).toEqual({ kind: "order", order, fills: [] });
    expect(order).toMatchObject({ status: "CLOSED", cancelReason: "USER_CANCELED" });
  });

  test("tells an order that has ended from one that never was", () => {
    expect(codeOf(cancel())).toBe("ORDER_NOT_FOUND");
    venue.cancel("ann", venue.buy("ann", "1", "95", MINE));
    expect(codeOf(cancel())).toBe("ORDER_IS_CLOSED");
    expect(codeOf(cancel("bob"))).toBe("ORDER_NOT_FOUND");
    expect(codeOf(cancel("nobody"))).toBe("ORDER_NOT_FOUND");
  });
});

describe("the names of an account", () => {
  test("are bounded: beyond the bound an order may go without one", () => {
    const account = venue.account("ann");
    const until = venue.time + HOUR_MS;
    for (let id = 1; id <= CLIENT_IDS_KEPT; id += 1) {
      fileClientId(venue.state, { account, clientId: `c${id}`, orderId: id, until });
    }
    const place = (clientId: string | null) =>
      codeOf(
        venue.submitUnseen(
          venue.by("ann").place(orderFields("BUY", "1", "95"), clientId, venue.time),
        ),
      );
    expect(place("one more")).toBe("CLIENT_ID_LIMIT");
    expect(place("c1")).toBe("DUPLICATED_CLIENT_ID");
    expect(place(null)).toBe("order");
    venue.wait(HOUR_MS);
    venue.mark("100");
    expect(place("one more")).toBe("order");
  });
});

describe("before the command that switches the rule on", () => {
  beforeEach(() => {
    venue.state.rules = 0;
  });

  test("a name is taken while its order is open", () => {
    const order = venue.buy("ann", "1", "95", MINE);
    expect(codeOf(again())).toBe("DUPLICATED_CLIENT_ID");
    venue.cancel("ann", order);
    expect(codeOf(again())).toBe("order");
    expect(venue.account("ann").keptClientIds.size).toBe(0);
  });

  test("orders keep their names from it on: an answer may have been lost before", () => {
    const early = venue.buy("ann", "1", "95", { clientId: "early" });
    venue.cancel("ann", early);
    venue.wait(DAY_MS).mark("100");
    const ended = venue.buy("ann", "1", "95", MINE);
    venue.cancel("ann", ended);
    const later = venue.buy("ann", "1", "95", MINE);
    venue.cancel("ann", later);
    expect(venue.submit({ type: "rules", version: LATEST_RULES })).toEqual({
      kind: "rules",
      version: LATEST_RULES,
    });
    expect(again()).toMatchObject(takenBy(later));
    expect(orderNamed(venue.account("ann"), "early")).toBeUndefined();
    const before = venue.content();
    venue.submit({ type: "rules", version: LATEST_RULES });
    expect(venue.content()).toBe(before);
  });

  test("rules of a later version stop the venue: it would do other things than the journal", () => {
    const later = { type: "rules", version: LATEST_RULES + 1 } as const;
    expect(() => venue.submit(later)).toThrow("the journal has rules");
  });
});
