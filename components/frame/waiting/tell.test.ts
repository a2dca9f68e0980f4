import { beforeEach, expect, it, vi } from "vitest";
import { raisedAfter } from "#components/ui/notify.ts";
import type { StagedOrder } from "./staged-order.ts";
import { tell } from "./tell.ts";

const proposed = (id: string) =>
  ({
    id,
    source: { kind: "mcp_key", name: "desk" },
    order: { market: "BTCUSDC", side: "BUY", size: "0.02", price: null, trigger_price: null },
  }) as StagedOrder;

let waiting: StagedOrder[] = [];
let before = 0;
/** The links of the messages since the test began. */
const links = () => raisedAfter(before).map(({ link }) => link?.href);

beforeEach(() => {
  before = raisedAfter(0).at(-1)?.number ?? 0;
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ orders: waiting, next: null })));
});

it("a new order is told of once, with the way to it", async () => {
  const newest = proposed("sto_a");
  await tell({ count: 1, newest }, "/account");
  await tell({ count: 1, newest }, "/account");
  expect(links()).toEqual(["/approvals/sto_a"]);
});

it("of several that came at once one message leads to all, and of none of them comes another", async () => {
  waiting = [proposed("sto_d"), proposed("sto_c"), proposed("sto_b")];
  await tell({ count: 3, newest: waiting[0]! }, "/account");
  await tell({ count: 2, newest: waiting[1]! }, "/account");
  expect(links()).toEqual(["/approvals"]);
});

it("beside one that was told of, the new one alone is", async () => {
  waiting = [proposed("sto_e")];
  await tell({ count: 1, newest: waiting[0]! }, "/account");
  waiting = [proposed("sto_f"), ...waiting];
  await tell({ count: 2, newest: waiting[0]! }, "/account");
  expect(links()).toEqual(["/approvals/sto_e", "/approvals/sto_f"]);
});

it("who looks at the order or at the list is not told", async () => {
  waiting = [];
  await tell({ count: 1, newest: proposed("sto_g") }, "/approvals/sto_g");
  await tell({ count: 1, newest: proposed("sto_h") }, "/approvals");
  expect(links()).toEqual([]);
});
