/**
 * The page's writes at a real venue: the page understands this venue's answers, and finds its orders in this venue's lists.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "#components/data/http.ts";
import { VirtualClock } from "#components/data/virtual-clock.testing.ts";
import {
  cancelAllDraft,
  cancelBatchDraft,
  cancelOrderDraft,
  modifyOrderDraft,
  placeBatchDraft,
  placeOrderDraft,
  prepareWrite,
  type WriteDraft,
  withSignature,
} from "#components/trading/signing/requests.ts";
import { openIntentStorage } from "#components/trading/writes/intent-storage.ts";
import { OrderTracker } from "#components/trading/writes/order-tracker.ts";
import type { Intent, WriteResult, WriteTarget } from "#components/trading/writes/write-types.ts";
import { LIMIT_ORDER } from "#components/trading/writes/writes.testing.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import {
  openVenueFixture,
  type VenueFixture,
} from "#services/venue/surface/venue-fixture.testing.ts";
import { limit, type TestTrader } from "#services/venue/venue.testing.ts";

const ORDER: PlaceOrderFields = { ...LIMIT_ORDER, size: "0.0150", price: "60000.0" };
const TOO_SMALL: PlaceOrderFields = { ...ORDER, size: "0.0001", price: "58000" };

let fixture: VenueFixture;
let trader: TestTrader;
let clock: VirtualClock;
let store: OrderTracker;
let sent: Intent[];
let lost: "request" | "answer" | undefined;
let isSilent: boolean;
let names = 0;

beforeAll(async () => {
  fixture = await openVenueFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  names += 1;
  // The previous test may have let it become stale.
  await fixture.setMark("64000");
  trader = await fixture.trader(`page ${names}`);
  clock = new VirtualClock();
  clock.time = fixture.venue.clock.now();
  sent = [];
  lost = undefined;
  isSilent = false;
  store = new OrderTracker({
    clock: {
      now: clock.now,
      known: () => Promise.resolve(),
      steady: clock.now,
      wait: (milliseconds, signal) =>
        milliseconds > 0 ? clock.wait(milliseconds, signal) : Promise.resolve(),
    },
    storage: openIntentStorage(undefined),
    transport: { send, read },
    channel: undefined,
    acquireLock: undefined,
  });
  store.setAccount(trader.address);
});

/** As the app does it: adds the key, and passes the bytes and the signature on unchanged. */
async function send(intent: Intent): Promise<Answer> {
  sent.push(intent);
  const fate = lost;
  lost = undefined;
  const answer = fate === "request" ? NO_ANSWER : await ask(intent.path, intent);
  return fate === "answer" ? NO_ANSWER : answer;
}

async function read(url: string): Promise<Answer> {
  if (isSilent) return NO_ANSWER;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  expect(searchParams.get("account") ?? trader.address).toBe(trader.address);
  searchParams.delete("account");
  return ask(`${pathname}?${searchParams.toString()}`, { method: "GET", headers: {} });
}

const NO_ANSWER: Answer = {
  ok: false,
  status: 0,
  code: "NETWORK",
  message: "No answer came.",
  data: undefined,
};

async function ask(
  path: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
): Promise<Answer> {
  const response = await fetch(fixture.venue.url + path.replace("/api/venue", "/v1"), {
    method,
    headers: { ...headers, ...trader.authorization() },
    body: body ?? null,
  });
  const answered = (await response.json()) as Record<string, unknown>;
  if (response.ok) return { ok: true, status: response.status, body: answered };
  const { error, message, data } = answered;
  return {
    ok: false,
    status: response.status,
    code: String(error),
    message: String(message),
    data,
  };
}

async function write(draft: WriteDraft, target: Partial<WriteTarget>) {
  const timestamp = fixture.now();
  clock.time = timestamp;
  const prepared = await prepareWrite(draft, trader.address, timestamp);
  const signature = Buffer.from(trader.sign(prepared.digest), "hex");
  const whole = { kind: "place", market: "BTCUSDC", summary: "", orderIds: [], count: 1 } as const;
  const end = store.send(withSignature(prepared, signature), { ...whole, ...target });
  return { digest: prepared.digest, end };
}

/** Moves time for the page and the venue alike, and runs their timers. */
async function pass(milliseconds: number): Promise<void> {
  fixture.venue.clock.advance(milliseconds);
  await clock.advance(milliseconds);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

async function resting(size = "0.015", price = "60000"): Promise<OrderRecord> {
  return (await trader.place(limit("BUY", size, price), fixture.now())).body as OrderRecord;
}

/** A sell that waits for its trigger. */
async function waiting(
  type: "STOP_LOSS_MARKET" | "TAKE_PROFIT_MARKET",
  trigger: string,
): Promise<OrderRecord> {
  const order = {
    market: "BTCUSDC",
    side: "SELL",
    size: "0.015",
    order_type: type,
    time_in_force: "IOC",
    trigger_price: trigger,
    trigger_source: "MarkPrice",
  } as const;
  return (await trader.place(order, fixture.now())).body as OrderRecord;
}

const isUnknown = (digest: string) =>
  vi.waitFor(() =>
    expect(store.writes()).toContainEqual(expect.objectContaining({ digest, state: "unknown" })),
  );

const modifyTarget = ({ id }: OrderRecord): Partial<WriteTarget> => ({
  kind: "modify",
  orderIds: [id],
  change: { size: "0.02", price: "59000" },
});

describe("an order", () => {
  test("is settled by the venue's answer", async () => {
    const { end, digest } = await write(placeOrderDraft(ORDER), {});
    expect(await end).toMatchObject({
      state: "accepted",
      orders: [{ digest, size: "0.0150", price: "60000.0", status: "OPEN" }],
    });
  });

  test("whose answer is lost is found by its digest", async () => {
    lost = "answer";
    const { end, digest } = await write(placeOrderDraft(ORDER), {});
    expect(await end).toMatchObject({ state: "accepted", orders: [{ digest }] });
    expect(sent).toHaveLength(1);
  });

  test("whose answer is lost is found behind more than a page of newer ones", async () => {
    lost = "answer";
    isSilent = true;
    const { end, digest } = await write(placeOrderDraft(ORDER), {});
    await isUnknown(digest);
    for (let round = 0; round < 5; round += 1) {
      const batch = Array.from({ length: 50 }, () => limit("BUY", "0.001", "57700"));
      await trader.placeBatch(batch, fixture.now());
      await trader.cancelAll(null, fixture.now());
    }
    isSilent = false;
    await pass(2_000);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ digest, status: "CLOSED" }] });
  });

  test("sent again meets its own first send: 409, with the order", async () => {
    lost = "answer";
    isSilent = true;
    const { end, digest } = await write(placeOrderDraft(ORDER), {});
    await isUnknown(digest);
    await store.retry(digest);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ digest }] });
    expect(sent[1]).toEqual(sent[0]);
    const { body } = await trader.read("/v1/orders?status=ALL");
    expect(body["results"]).toHaveLength(1);
  });

  test("refused, and sent again, is refused for the same reason", async () => {
    lost = "answer";
    isSilent = true;
    const { end, digest } = await write(placeOrderDraft(TOO_SMALL), {});
    await isUnknown(digest);
    await store.retry(digest);
    expect(await end).toMatchObject({ state: "rejected", code: "MIN_NOTIONAL" });
  });

  test("that never arrived is reported after the window, when its bytes are useless", async () => {
    lost = "request";
    const { end, digest } = await write(placeOrderDraft(ORDER), {});
    await isUnknown(digest);
    for (let second = 0; second < 36; second += 1) await pass(1_000);
    expect(await end).toEqual({ state: "never-arrived" });
    const [intent] = sent as [Intent];
    expect(await send(intent)).toMatchObject({ code: "TIMESTAMP_OUT_OF_WINDOW" });
  });
});

describe.each(["with its answer", "without"])("a write %s", (which) => {
  beforeEach(() => {
    lost = which === "without" ? "answer" : undefined;
  });
  const isAnswered = which === "with its answer";

  test("settles a change by the order's new terms", async () => {
    const order = await resting();
    const draft = modifyOrderDraft(order, { size: "0.02", price: "59000" });
    const { end } = await write(draft, modifyTarget(order));
    expect(await end).toMatchObject({
      state: "accepted",
      orders: [{ id: order.id, size: "0.02", price: "59000", digest: order.digest }],
    });
  });

  describe.each([
    ["LIMIT", "60000", "59000"],
    ["STOP_LOSS_MARKET", "58000", "57000"],
    ["TAKE_PROFIT_MARKET", "70000", "71000"],
  ] as const)("changes a %s order", (type, price, other) => {
    test.each([
      ["the size", { size: "0.02" }],
      ["a smaller size", { size: "0.01" }],
      ["the price", { price: other }],
      ["both", { size: "0.02", price: other }],
    ])("%s", async (_, requested: { size?: string; price?: string }) => {
      const order = await (type === "LIMIT" ? resting("0.015", price) : waiting(type, price));
      const change = { size: requested.size ?? order.size, price: requested.price ?? null };
      const draft = modifyOrderDraft(order, requested);
      const { end } = await write(draft, { ...modifyTarget(order), change });
      const now = requested.price ?? price;
      expect(await end).toMatchObject({
        state: "accepted",
        orders: [
          {
            id: order.id,
            order_type: type,
            size: change.size,
            price: type === "LIMIT" ? now : null,
            trigger_price: type === "LIMIT" ? null : now,
            status: type === "LIMIT" ? "OPEN" : "UNTRIGGERED",
          },
        ],
      });
    });
  });

  test("settles a smaller size at the same price in another notation, which the venue does not store", async () => {
    const order = await resting();
    const change = { size: "0.010", price: "60000.0" };
    const target = { ...modifyTarget(order), change };
    const { end } = await write(modifyOrderDraft(order, change), target);
    expect(await end).toMatchObject({ state: "accepted", orders: [{ size: "0.010" }] });
  });

  test("settles a cancellation", async () => {
    const order = await resting();
    const target = { kind: "cancel", orderIds: [order.id] } as const;
    const { end } = await write(cancelOrderDraft(order), target);
    expect(await end).toMatchObject({
      state: "accepted",
      orders: [{ id: order.id, cancel_reason: "USER_CANCELED" }],
    });
  });

  test("settles several cancellations, one of them too late", async () => {
    const orders = [await resting(), await resting(), await resting()];
    await trader.cancel(orders[1]?.id ?? "", "BTCUSDC", fixture.now());
    const orderIds = orders.map(({ id }) => id);
    const target = { kind: "cancel-batch", orderIds, count: 3 } as const;
    const { end } = await write(cancelBatchDraft(orders), target);
    expect(await end).toMatchObject({
      state: "accepted",
      refusals: isAnswered ? [{ code: "ORDER_IS_CLOSED" }] : [],
    });
  });

  test.each(["BTCUSDC", null])("settles the cancellation of all orders: %s", async (market) => {
    await resting();
    await resting();
    const { end } = await write(cancelAllDraft(market), { kind: "cancel-all", market, count: 0 });
    // Without its answer nothing shows whether it arrived, until its bytes are no longer accepted.
    for (let second = 0; !isAnswered && second < 36; second += 1) await pass(1_000);
    const result = (await end) as Extract<WriteResult, { state: "accepted" }>;
    expect([result.state, result.orders.length]).toEqual(["accepted", isAnswered ? 2 : 0]);
  });

  test("settles a batch in which one order is refused", async () => {
    const orders = [ORDER, TOO_SMALL, { ...ORDER, price: "59000" }];
    const { end, digest } = await write(placeBatchDraft(orders), { kind: "batch", count: 3 });
    const result = (await end) as Extract<WriteResult, { state: "accepted" }>;
    expect(result).toMatchObject({ state: "accepted", missing: isAnswered ? 0 : 1 });
    expect(result.orders.map((order) => order.digest)).toEqual([digest, digest]);
    expect(result.refusals.map(({ code }) => code)).toEqual(isAnswered ? ["MIN_NOTIONAL"] : []);
  });
});

test("a change that is refused leaves the order as it was", async () => {
  const order = await resting();
  const draft = modifyOrderDraft(order, { size: "0.0001", price: "59000" });
  const target = { ...modifyTarget(order), change: { size: "0.0001", price: "59000" } };
  const { end } = await write(draft, target);
  expect(await end).toMatchObject({ state: "rejected", code: "MIN_NOTIONAL" });
  const { body } = await trader.read(`/v1/orders/${order.id}`);
  expect(body).toMatchObject({ size: "0.015", price: "60000", status: "OPEN" });
});
