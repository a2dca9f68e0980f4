/** Groups over HTTP: what an accepted one answers, what a refused one leaves, and how its orders look to every client. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderGroupBody } from "#lib/protocol/orders/groups.ts";
import type { OrderRecord, PlacedGroup } from "#lib/protocol/wire/account.ts";
import { limit, market } from "#services/venue/venue.testing.ts";
import {
  openVenueFixture,
  RESTING,
  refusalOf,
  stopOf,
  type VenueFixture,
} from "./venue-fixture.testing.ts";

let fixture: VenueFixture;
beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());

const STOP = stopOf(RESTING, "59000");
const PROFIT = { ...STOP, order_type: "TAKE_PROFIT_MARKET", trigger_price: "66000" } as const;
const { size: _, ...FOLLOWING } = STOP;

async function place(group: OrderGroupBody): Promise<PlacedGroup> {
  const answer = await fixture.bob.placeGroup(group, fixture.now());
  expect(answer.status).toBe(201);
  return answer.body as PlacedGroup;
}
const openOrders = async () =>
  (await fixture.bob.read("/v1/orders")).body["results"] as OrderRecord[];

describe("a group ENTRY", () => {
  test("is answered with all orders, and each names its group and its entry", async () => {
    const orders = [{ ...RESTING, client_id: "entry" }, { ...PROFIT, client_id: "profit" }, STOP];
    const placed = await place({ grouping: "ENTRY", orders });
    const [entry, profit, stop] = placed.orders;
    const group = { group_id: placed.group_id, grouping: "ENTRY" };
    expect(placed.group_id).toBe(entry?.id);
    expect(entry).toMatchObject({ ...group, parent_id: null, status: "OPEN", client_id: "entry" });
    for (const child of [profit, stop]) {
      expect(child).toMatchObject({ ...group, parent_id: entry?.id, status: "WAITING" });
      expect(child).toMatchObject({ size: "0.015", remaining_size: "0", fills: [] });
    }
    const newestFirst = placed.orders.map(({ id }) => id).toReversed();
    expect((await openOrders()).map(({ id }) => id)).toEqual(newestFirst);
    const one = await fixture.bob.read(`/v1/orders/${stop?.id}`);
    expect(one.body).toMatchObject({ ...group, parent_id: entry?.id });
    await fixture.bob.cancel(entry?.id ?? "", "BTCUSDC", fixture.now());
    const ended = await fixture.bob.read(`/v1/orders/${stop?.id}`);
    expect(ended.body).toMatchObject({ status: "CLOSED", cancel_reason: "PARENT_ENDED" });
  });

  test("sent again as the same bytes answers with the first result, and places nothing", async () => {
    const timestamp = fixture.now();
    const group = { grouping: "ENTRY", orders: [RESTING, STOP] } as const;
    const first = (await fixture.bob.placeGroup(group, timestamp)).body as PlacedGroup;
    const again = await fixture.bob.placeGroup(group, timestamp);
    expect(refusalOf(again)).toEqual([409, "DUPLICATE_REQUEST"]);
    expect(again.body["data"]).toEqual(first);
    await fixture.bob.cancelAll(null, fixture.now());
    expect(await openOrders()).toEqual([]);
  });

  test("an order without a group has none of its fields", async () => {
    const { body } = await fixture.bob.place(RESTING, fixture.now());
    for (const field of ["group_id", "parent_id", "grouping"])
      expect(body).not.toHaveProperty(field);
    await fixture.bob.cancelAll(null, fixture.now());
  });
});

describe("a group POSITION", () => {
  test("follows the position, and its size is not signed", async () => {
    const { alice, bob, now } = fixture;
    await alice.place(limit("SELL", "0.05", "64000"), now());
    await bob.place(market("BUY", "0.02"), now());
    const { orders } = await place({ grouping: "POSITION", orders: [FOLLOWING] });
    expect(orders).toMatchObject([
      { status: "UNTRIGGERED", size: "0.02", remaining_size: "0.02", parent_id: null },
    ]);
    await bob.place(market("BUY", "0.03"), now());
    const [stop] = await openOrders();
    expect(stop).toMatchObject({ size: "0.05", remaining_size: "0.05" });
    const terms = { market: "BTCUSDC", side: "SELL", order_type: "STOP_LOSS_MARKET" } as const;
    const change = { ...terms, size: "", price: "60000" };
    expect(await bob.modify(stop?.id ?? "", change, now())).toMatchObject({
      status: 200,
      body: { trigger_price: "60000", size: "0.05" },
    });
    const sized = await bob.modify(stop?.id ?? "", { ...change, size: "0.01" }, now());
    expect(refusalOf(sized)).toEqual([400, "GROUP_SIZE"]);
    await alice.place(limit("BUY", "0.05", "64000"), now());
    await bob.place({ ...market("SELL", "0.05"), flags: 2 }, now());
    const ended = await bob.read(`/v1/orders/${stop?.id}`);
    expect(ended.body).toMatchObject({ status: "CLOSED", cancel_reason: "POSITION_CLOSED" });
  });
});

describe("a group is refused whole", () => {
  test.each<[string, OrderGroupBody, number, string]>([
    ["without children", { grouping: "ENTRY", orders: [RESTING] }, 400, "GROUP_COUNT"],
    [
      "with three",
      { grouping: "ENTRY", orders: [RESTING, PROFIT, STOP, STOP] },
      400,
      "GROUP_COUNT",
    ],
    [
      "with two stops",
      { grouping: "ENTRY", orders: [RESTING, STOP, STOP] },
      400,
      "GROUP_DUPLICATED_TYPE",
    ],
    [
      "with a limit as child",
      { grouping: "ENTRY", orders: [RESTING, limit("SELL", "0.01", "66000")] },
      400,
      "GROUP_TYPE",
    ],
    ["with a stop as entry", { grouping: "ENTRY", orders: [STOP, STOP] }, 400, "GROUP_TYPE"],
    [
      "with a child that may open",
      { grouping: "ENTRY", orders: [RESTING, { ...STOP, flags: 0 }] },
      400,
      "GROUP_FLAGS",
    ],
    [
      "across markets",
      { grouping: "ENTRY", orders: [RESTING, { ...STOP, market: "ETHUSDC" }] },
      400,
      "GROUP_MARKET",
    ],
    [
      "with a larger child",
      { grouping: "ENTRY", orders: [RESTING, { ...STOP, size: "0.016" }] },
      400,
      "GROUP_SIZE",
    ],
    [
      "with a child of the same side",
      { grouping: "ENTRY", orders: [RESTING, { ...STOP, side: "BUY" }] },
      422,
      "GROUP_SIDE",
    ],
    [
      "with a stop above its entry",
      { grouping: "ENTRY", orders: [RESTING, { ...STOP, trigger_price: "60000" }] },
      422,
      "GROUP_PRICE",
    ],
    ["with a size that follows", { grouping: "POSITION", orders: [STOP] }, 400, "GROUP_SIZE"],
    ["without a position", { grouping: "POSITION", orders: [FOLLOWING] }, 422, "NO_POSITION"],
    [
      "beyond its margin",
      { grouping: "ENTRY", orders: [limit("BUY", "100", "60000"), STOP] },
      422,
      "INSUFFICIENT_MARGIN",
    ],
    [
      "with terms that contradict",
      { grouping: "ENTRY", orders: [RESTING, { ...STOP, time_in_force: "FOK" }] },
      400,
      "INVALID_ORDER_TERMS",
    ],
  ])("%s", async (_name, group, status, code) => {
    const answer = await fixture.bob.placeGroup(group, fixture.now());
    expect(refusalOf(answer)).toEqual([status, code]);
    expect(answer.body["message"]).not.toBe("");
    expect(await openOrders()).toEqual([]);
  });

  test("without its size where it has one of its own", async () => {
    const group = { grouping: "ENTRY", orders: [RESTING, FOLLOWING] } as const;
    expect(refusalOf(await fixture.bob.placeGroup(group, fixture.now()))).toEqual([
      400,
      "MISSING_FIELD",
    ]);
  });
});
