/** The result of each kind of write, with and without its answer. */
import { beforeEach, describe, expect, test } from "vitest";
import { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import {
  cancelAllDraft,
  cancelBatchDraft,
  cancelOrderDraft,
  isolatedMarginDraft,
  modifyOrderDraft,
  placeBatchDraft,
  placeGroupDraft,
  updateLeverageDraft,
  withdrawDraft,
} from "#components/trading/signing/requests.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { triggerAt } from "#lib/protocol/orders/orders.ts";
import { decodePlaceOrderGroup } from "#lib/protocol/signing/decode.ts";
import type { WriteTarget } from "./write-types.ts";
import {
  asAnswer,
  FakeBrowser,
  FakeVenue,
  LIMIT_ORDER,
  PLACE,
  sign,
  type Tab,
} from "./writes.testing.ts";

let clock: VirtualClock;
let venue: FakeVenue;
let tab: Tab;

beforeEach(() => {
  clock = new VirtualClock();
  venue = new FakeVenue(clock);
  tab = new FakeBrowser(clock, venue).open();
});

const states = () => tab.store.writes().map(({ state }) => state);

describe("a change", () => {
  const target = (id: string): WriteTarget => ({
    kind: "modify",
    market: "BTCUSDC",
    summary: "Change",
    orderIds: [id],
    change: { size: "2", price: "90" },
    count: 1,
  });

  async function change(lost?: "request" | "answer") {
    const order = venue.addOrder({});
    if (lost) venue.fates = [{ lost }];
    const draft = modifyOrderDraft(order, { size: "2", price: "90" });
    const signed = await sign(draft, { timestamp: clock.now() });
    return { order, end: tab.store.send(signed, target(order.id)) };
  }

  test("is settled by the order's new terms, with and without its answer", async () => {
    const answered = await change();
    await clock.advance(50);
    expect(await answered.end).toMatchObject({ state: "accepted", orders: [{ price: "90" }] });
    const lost = await change("answer");
    await clock.advance(6_000);
    expect(await lost.end).toMatchObject({ state: "accepted", orders: [{ price: "90" }] });
  });

  test("is proven by its duplicate, even after another change", async () => {
    venue.readsFail = true;
    const { order, end } = await change("answer");
    await clock.advance(6_000);
    Object.assign(order, { price: "80" });
    const [unknown] = tab.store.writes();
    void tab.store.retry(unknown?.digest ?? "");
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ price: "80" }] });
  });

  test("that is refused leaves the order unchanged, and says why", async () => {
    venue.refusals = [{ code: "POST_ONLY_WOULD_CROSS", message: "crosses" }];
    const { order, end } = await change();
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "rejected", code: "POST_ONLY_WOULD_CROSS" });
    expect(order.price).toBe("100");
  });

  test("that did not arrive is not in force after the window", async () => {
    const { end } = await change("request");
    await clock.advance(40_000);
    expect(await end).toEqual({ state: "never-arrived" });
  });

  test("answered with the order under another notation of its price is carried out and found", async () => {
    for (const lost of [undefined, "answer"] as const) {
      const order = venue.addOrder({ price: "90.0" as Decimal });
      venue.fates = [lost ? { lost } : {}];
      venue.keepsPriceText = true;
      const signed = await sign(modifyOrderDraft(order, { size: "2", price: "90" }), {
        timestamp: clock.now(),
      });
      const end = tab.store.send(signed, target(order.id));
      await clock.advance(6_000);
      expect(await end).toMatchObject({
        state: "accepted",
        orders: [{ size: "2", price: "90.0" }],
      });
    }
  });

  test("answered with the order is proven, even after another change of it; another order proves nothing", async () => {
    const order = venue.addOrder({ size: "3" as Decimal });
    venue.fates = [{ instead: asAnswer({ status: 200, body: order }) }];
    const draft = modifyOrderDraft(order, { size: "2", price: "90" });
    const end = tab.store.send(await sign(draft, { timestamp: clock.now() }), target(order.id));
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ size: "3" }] });
    const other = venue.addOrder({ size: "2" as Decimal, price: "90" as Decimal });
    venue.fates = [{ instead: asAnswer({ status: 200, body: other }) }];
    void tab.store.send(await sign(draft, { timestamp: clock.now() }), target(order.id));
    await clock.advance(50);
    expect(states()).toEqual(["accepted", "unknown"]);
  });
});

describe("cancellations", () => {
  test("of one order are found because it is closed", async () => {
    const order = venue.addOrder({});
    venue.fates = [{ lost: "answer" }];
    const signed = await sign(cancelOrderDraft(order), { timestamp: clock.now() });
    const end = tab.store.send(signed, {
      kind: "cancel",
      market: order.market,
      summary: "Cancel",
      orderIds: [order.id],
      count: 1,
    });
    await clock.advance(6_000);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ status: "CLOSED" }] });
  });

  test("of several are judged one by one", async () => {
    const orders = [venue.addOrder({}), venue.addOrder({ status: "CLOSED" }), venue.addOrder({})];
    const signed = await sign(cancelBatchDraft(orders), { timestamp: clock.now() });
    const end = tab.store.send(signed, {
      kind: "cancel-batch",
      market: "BTCUSDC",
      summary: "Cancel 3",
      orderIds: orders.map(({ id }) => id),
      count: 3,
    });
    await clock.advance(50);
    expect(await end).toMatchObject({
      state: "accepted",
      orders: [{ id: "1" }, { id: "3" }],
      refusals: [{ code: "ORDER_IS_CLOSED" }],
    });
  });

  test.each([
    ["answer", "accepted"],
    ["request", "never-arrived"],
  ] as const)("of all orders whose %s is lost are %s", async (lost, state) => {
    for (let count = 0; count < 450; count += 1) venue.addOrder({});
    await clock.advance(10);
    venue.fates = [{ lost }];
    const signed = await sign(cancelAllDraft("BTCUSDC"), { timestamp: clock.now() });
    const end = tab.store.send(signed, {
      kind: "cancel-all",
      market: "BTCUSDC",
      summary: "Cancel all",
      orderIds: [],
      count: 0,
    });
    // An order newer than the cancellation stays open and proves nothing.
    await clock.advance(20);
    venue.addOrder({});
    await clock.advance(40_000);
    expect(await end).toMatchObject({ state });
  });

  test("of all orders are unknown while their bytes may still arrive, though no order is open", async () => {
    venue.fates = [{ out: 20_000 }];
    const signed = await sign(cancelAllDraft("BTCUSDC"), { timestamp: clock.now() });
    const end = tab.store.send(signed, {
      kind: "cancel-all",
      market: "BTCUSDC",
      summary: "Cancel all",
      orderIds: [],
      count: 0,
    });
    await clock.advance(10_000);
    expect(states()).toEqual(["unknown"]);
    // Cancelled on arrival; the ticket has warned of it.
    const placed = venue.addOrder({});
    await clock.advance(15_000);
    expect([placed.status, states()]).toEqual(["CLOSED", ["unknown"]]);
    await clock.advance(10_000);
    expect(await end).toMatchObject({ state: "accepted" });
  });
});

describe("a batch", () => {
  const orders = [
    LIMIT_ORDER,
    { ...LIMIT_ORDER, price: "65000" },
    { ...LIMIT_ORDER, price: "66000" },
  ];
  const target: WriteTarget = { ...PLACE, kind: "batch", count: 3 };
  const refusal = { code: "MIN_NOTIONAL", message: "small" };

  async function send() {
    const signed = await sign(placeBatchDraft(orders), { timestamp: clock.now() });
    return { end: tab.store.send(signed, target) };
  }

  test("is judged order by order", async () => {
    venue.refusals = [undefined, refusal];
    const { end } = await send();
    await clock.advance(50);
    const result = await end;
    expect(result).toMatchObject({ state: "accepted", refusals: [refusal], missing: 0 });
    expect(result.state === "accepted" && result.orders).toHaveLength(2);
  });

  test("without any accepted order is a refusal", async () => {
    venue.refusals = [refusal, refusal, refusal];
    const { end } = await send();
    await clock.advance(50);
    expect(await end).toEqual({ state: "rejected", ...refusal });
  });

  test("whose answer is lost counts its orders, and reports the reasons when its bytes are sent again", async () => {
    venue.refusals = [undefined, refusal];
    venue.fates = [{ lost: "answer" }];
    const { end } = await send();
    await clock.advance(6_000);
    expect(await end).toMatchObject({ state: "accepted", missing: 1 });
    venue.refusals = [undefined, refusal];
    venue.fates = [{ lost: "answer" }];
    venue.readsFail = true;
    const { end: again } = await send();
    await clock.advance(6_000);
    const [, unknown] = tab.store.writes();
    void tab.store.retry(unknown?.digest ?? "");
    await clock.advance(50);
    expect(await again).toMatchObject({ state: "accepted", missing: 0, refusals: [refusal] });
  });
});

describe("a group", () => {
  const stop = {
    ...LIMIT_ORDER,
    side: "SELL",
    price: null,
    order_type: "STOP_LOSS_MARKET",
    flags: 2,
    ...triggerAt("60000"),
  } as const;
  const target: WriteTarget = { ...PLACE, kind: "group", count: 2 };

  async function send() {
    const draft = placeGroupDraft("ENTRY", [LIMIT_ORDER, stop]);
    const signed = await sign(draft, { timestamp: clock.now() });
    return { end: tab.store.send(signed, target) };
  }

  test("is accepted with all of its orders, also when its answer is lost", async () => {
    for (const fate of [{}, { lost: "answer" as const }]) {
      venue.fates = [fate];
      const { end } = await send();
      await clock.advance(6_000);
      const result = await end;
      expect(result).toMatchObject({ state: "accepted", missing: 0, refusals: [] });
      expect(result.state === "accepted" && result.orders).toHaveLength(2);
    }
  });

  test("that is refused has placed nothing", async () => {
    venue.refusals = [{ code: "GROUP_PRICE", message: "wrong side" }];
    const { end } = await send();
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "rejected", code: "GROUP_PRICE" });
  });

  test("that follows the position sends no size, and signs the empty text", () => {
    const draft = placeGroupDraft("POSITION", [stop]);
    expect(JSON.parse(draft.body)).toMatchObject({ grouping: "POSITION", orders: [{ flags: 2 }] });
    expect(draft.body).not.toContain('"size"');
    expect(decodePlaceOrderGroup(draft.encode(1n)).orders[0]?.size).toBe("");
  });
});

describe("a leverage", () => {
  const target: WriteTarget = {
    kind: "leverage",
    market: "BTCUSDC",
    summary: "Leverage",
    orderIds: [],
    count: 0,
    leverage: 5,
    mode: "CROSS",
  };

  async function setLeverage(lost?: "request" | "answer") {
    if (lost) venue.fates = [{ lost }];
    const draft = updateLeverageDraft({ market: "BTCUSDC", leverage: 5, mode: "CROSS" });
    const signed = await sign(draft, { timestamp: clock.now() });
    return { end: tab.store.send(signed, target) };
  }

  test("is accepted with its record, and after a lost answer when the account has it", async () => {
    const answered = await setLeverage();
    await clock.advance(50);
    expect(await answered.end).toMatchObject({ state: "accepted", orders: [] });
    venue.leverage = { market: "BTCUSDC", leverage: 20, mode: "CROSS" };
    clock.time += 1_000;
    const lost = await setLeverage("answer");
    await clock.advance(6_000);
    expect(await lost.end).toMatchObject({ state: "accepted" });
    expect(venue.carriedOut).toBe(2);
  });

  test("that did not arrive is over only after its window", async () => {
    const { end } = await setLeverage("request");
    await clock.advance(20_000);
    expect(states()).toEqual(["unknown"]);
    await clock.advance(20_000);
    expect(await end).toEqual({ state: "never-arrived" });
  });

  test("that the margin cannot carry is refused at once", async () => {
    venue.refusals = [{ code: "LEVERAGE_NEEDS_MARGIN", message: "too little" }];
    const { end } = await setLeverage();
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "rejected", code: "LEVERAGE_NEEDS_MARGIN" });
  });

  test("is not sent with a signature for another one", async () => {
    const draft = updateLeverageDraft({ market: "BTCUSDC", leverage: 6, mode: "CROSS" });
    const signed = await sign(draft, { timestamp: clock.now() });
    expect(() => tab.store.send(signed, target)).toThrow(TypeError);
  });
});

describe("margin of an isolated position", () => {
  const target: WriteTarget = {
    kind: "margin",
    market: "BTCUSDC",
    summary: "Margin",
    orderIds: [],
    count: 0,
    amount: "-2.5",
  };

  async function changeMargin(lost?: "request" | "answer") {
    if (lost) venue.fates = [{ lost }];
    const draft = isolatedMarginDraft({ market: "BTCUSDC", amount: "-2.5" });
    const signed = await sign(draft, { timestamp: clock.now() });
    return { end: tab.store.send(signed, target), signed };
  }

  test("is accepted with its record, and after a lost answer when the venue names its bytes", async () => {
    const answered = await changeMargin();
    await clock.advance(50);
    expect(await answered.end).toMatchObject({ state: "accepted", orders: [] });
    clock.time += 1_000;
    const lost = await changeMargin("answer");
    await clock.advance(6_000);
    expect(await lost.end).toMatchObject({ state: "accepted" });
    expect(venue.carriedOut).toBe(2);
  });

  test("that did not arrive is over only after its window", async () => {
    venue.leverage = { market: "BTCUSDC", leverage: 20, mode: "ISOLATED" };
    const { end } = await changeMargin("request");
    await clock.advance(20_000);
    expect(states()).toEqual(["unknown"]);
    await clock.advance(20_000);
    expect(await end).toEqual({ state: "never-arrived" });
  });

  test("stays unknown when a later change hides what became of it", async () => {
    const later = { digest: "f".repeat(64), timestamp: clock.now() + 1 };
    venue.leverage = { ...venue.leverage, mode: "ISOLATED", last_margin_change: later };
    await changeMargin("request");
    await clock.advance(40_000);
    expect(states()).toEqual(["unknown"]);
  });

  test("is not sent with a signature for another amount", async () => {
    const draft = isolatedMarginDraft({ market: "BTCUSDC", amount: "2.5" });
    const signed = await sign(draft, { timestamp: clock.now() });
    expect(() => tab.store.send(signed, target)).toThrow(TypeError);
  });
});

describe("a withdrawal", () => {
  const target: WriteTarget = {
    kind: "withdraw",
    market: null,
    summary: "Withdraw",
    orderIds: [],
    count: 0,
    amount: "25.5",
  };

  async function withdraw(lost?: "request" | "answer") {
    if (lost) venue.fates = [{ lost }];
    const signed = await sign(withdrawDraft({ amount: "25.5", fee: "0.1", opens_account: false }), {
      timestamp: clock.now(),
    });
    return { end: tab.store.send(signed, target) };
  }

  test("is reserved once, with and without its answer", async () => {
    const answered = await withdraw();
    await clock.advance(50);
    expect(await answered.end).toMatchObject({ state: "accepted", orders: [] });
    clock.time += 1_000;
    const lost = await withdraw("answer");
    await clock.advance(6_000);
    expect(await lost.end).toMatchObject({ state: "accepted" });
    expect(venue.carriedOut).toBe(2);
  });

  test("that did not arrive is over only after its window, and nothing is withdrawn", async () => {
    const { end } = await withdraw("request");
    await clock.advance(20_000);
    expect(states()).toEqual(["unknown"]);
    await clock.advance(20_000);
    expect(await end).toEqual({ state: "never-arrived" });
    expect(venue.withdrawals).toEqual([]);
  });

  test("is not taken for another one of the account", async () => {
    const signed = await sign(withdrawDraft({ amount: "25.5", fee: "0.1", opens_account: false }), {
      timestamp: clock.now(),
    });
    const { account, digest } = signed;
    const created = { account, created_at: clock.now() };
    venue.withdrawals.push({ kind: "WITHDRAWAL", digest: "0f", ...created });
    venue.withdrawals.push({ kind: "DEPOSIT", digest, ...created });
    venue.fates = [{ lost: "request" }];
    const end = tab.store.send(signed, target);
    await clock.advance(40_000);
    expect(await end).toEqual({ state: "never-arrived" });
  });

  test("is refused by the venue with its reason", async () => {
    venue.refusals = [{ code: "WITHDRAWAL_EXCEEDS_AVAILABLE", message: "too much" }];
    const { end } = await withdraw();
    await clock.advance(50);
    expect(await end).toMatchObject({ state: "rejected", code: "WITHDRAWAL_EXCEEDS_AVAILABLE" });
  });

  test("is sent only under a signature of its own amount", async () => {
    const signed = await sign(withdrawDraft({ amount: "26", fee: "0.1", opens_account: false }), {
      timestamp: clock.now(),
    });
    expect(() => tab.store.send(signed, target)).toThrow("another request");
  });
});
