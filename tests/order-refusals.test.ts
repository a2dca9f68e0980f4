/**
 * The refusal of an order reads the same, in code and words, from the ticket, from staging by an assistant, from the bot API
 * and from the venue: one table of orders in a real venue's markets.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorTextIn } from "#components/data/errors/error-text.ts";
import type { DraftContext } from "#components/trading/ticket/count-draft.ts";
import { EMPTY_DRAFT, type OrderDraft } from "#components/trading/ticket/draft.ts";
import { checkDraft } from "#components/trading/ticket/draft-errors.ts";
import { wordingIn } from "#components/trading/ticket/ticket.testing.ts";
import { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { ORDER_FLAG, type Side } from "#lib/protocol/enumerations.ts";
import { isReduceOnly, type PlaceOrderBody } from "#lib/protocol/orders/orders.ts";
import { openOrders } from "#services/venue/engine/resting-orders.ts";
import { limit, market } from "#services/venue/venue.testing.ts";
import { openWorld, type Person, refusal, stage, type World } from "./approvals.testing.ts";

let db: Database;
let world: World;
let ada: Person;

beforeAll(async () => {
  db = await testDatabase();
  world = await openWorld(db);
});
afterAll(async () => {
  await world.close();
  await db.$client.end();
});
beforeEach(async () => {
  await world.fixture.setMark("64000");
  ada = await world.person("ada");
});

const now = () => world.fixture.now();

/** An order in the words of staging. */
type Order = {
  market?: string;
  side: Side;
  size: string;
  order_type: PlaceOrderBody["order_type"];
  price?: string;
  time_in_force?: PlaceOrderBody["time_in_force"];
  post_only?: boolean;
  reduce_only?: boolean;
  trigger_price?: string;
  trigger_source?: "LastPrice" | "MarkPrice";
};

const BUY: Order = { side: "BUY", size: "0.0150", order_type: "LIMIT", price: "60000.0" };
const MARKET: Order = { side: "BUY", size: "0.015", order_type: "MARKET" };
const STOP: Order = { ...MARKET, order_type: "STOP_LOSS_MARKET", trigger_price: "70000" };

/** Forms that the ticket cannot make: it has no price for a market order, for instance. */
const NOT_IN_TICKET = "not in the ticket";
/** What the ticket asks for before it knows the order: a price, for instance. */
const INCOMPLETE = "incomplete in the ticket";
type InTicket = typeof NOT_IN_TICKET | typeof INCOMPLETE;

function timeInForce({ order_type, time_in_force }: Order) {
  return time_in_force ?? (order_type === "LIMIT" ? "GTC" : "IOC");
}

function asPlaced(order: Order): PlaceOrderBody {
  const { post_only, reduce_only, ...terms } = { market: "BTCUSDC", ...order };
  return {
    ...terms,
    time_in_force: timeInForce(order),
    flags: (post_only ? ORDER_FLAG.POST_ONLY : 0) | (reduce_only ? ORDER_FLAG.REDUCE_ONLY : 0),
    ...(order.trigger_price === undefined
      ? {}
      : { trigger_source: order.trigger_source ?? "MarkPrice" }),
  };
}

function asDraft(order: Order): OrderDraft {
  return {
    ...EMPTY_DRAFT,
    side: order.side,
    type: order.order_type,
    size: order.size,
    price: order.price ?? "",
    triggerPrice: order.trigger_price ?? "",
    triggerSource: order.trigger_source ?? "MarkPrice",
    timeInForce: timeInForce(order),
    postOnly: order.post_only === true,
    reduceOnly: order.reduce_only === true,
  };
}

/** What the ticket reads of the market and the account. */
function contextOf({ trader }: Person, symbol: string): DraftContext {
  const { state } = world.fixture.venue.venue;
  const { listing, scale, book, markTicks, lastTradeTicks } = state.markets.get(symbol)!;
  const known = (ticks: number) => (ticks === 0 ? undefined : BigInt(ticks));
  const account = state.accounts.get(trader.address);
  const holding = account?.holdings.get(symbol);
  const open = holding === undefined ? [] : openOrders(holding);
  return {
    market: listing,
    scale,
    markTicks: known(markTicks),
    lastTicks: known(lastTradeTicks),
    bestBidTicks: known(book.bestTicks("BUY")),
    bestAskTicks: known(book.bestTicks("SELL")),
    positionLots: BigInt(holding?.size ?? 0),
    resting: [...(holding?.orders ?? [])].map((order) => ({
      side: order.side,
      ticks: BigInt(order.ticks),
      lots: BigInt(order.remaining),
      reduceOnly: isReduceOnly(order),
    })),
    openOrders: { inMarket: open.length, all: account?.openOrders ?? 0 },
  };
}

/** The sentence in which a page shows the venue's refusal, in one of its languages. */
function sentence(locale: "en" | "de" | "ar", code: string, message: string): string {
  const { refusals, format } = wordingIn(locale);
  return errorTextIn(refusals as never, format, { code, fallback: message });
}

/** Sends the order to all of them. */
async function expectRefusal(code: string, order: Order, inTicket?: InTicket): Promise<void> {
  const context = contextOf(ada, order.market ?? "BTCUSDC");
  for (const proposer of [ada.grant, ada.key, ada.bot]) {
    const { body } = await ada.trader.place(asPlaced(order), now());
    expect(body["error"]).toBe(code);
    const { message } = body;
    const staged = stage(proposer, { market: "BTCUSDC", ...order }, now());
    await expect(staged).rejects.toEqual(refusal(code, { message }));
    if (inTicket === NOT_IN_TICKET) continue;
    for (const locale of ["en", "de", "ar"] as const) {
      const draft = locale === "de" ? german(asDraft(order)) : asDraft(order);
      const { order: fields, errors } = checkDraft(draft, context, wordingIn(locale));
      expect(fields).toBeUndefined();
      if (inTicket === INCOMPLETE) continue;
      // The ticket adds the smallest size to the sentence of a size that is too small.
      const said = sentence(locale, code, String(message));
      expect(Object.values(errors).some((error) => error.startsWith(said))).toBe(true);
    }
  }
  expect(await db.$count(stagedOrders, eq(stagedOrders.userId, ada.actor.userId))).toBe(0);
}

function german(draft: OrderDraft): OrderDraft {
  const written = (text: string) => text.replace(".", ",");
  const { size, price, triggerPrice } = draft;
  const texts = { size: written(size), price: written(price), triggerPrice: written(triggerPrice) };
  return { ...draft, ...texts };
}

describe("an order is refused by everyone with one code and one sentence", () => {
  test.each<[string, Order, InTicket?]>([
    ["INVALID_LOT", { ...BUY, size: "0.0000001" }],
    ["INVALID_LOT", { ...BUY, size: "0" }],
    ["INVALID_TICK", { ...BUY, price: "60000.001" }],
    ["INVALID_TICK", { ...BUY, price: "0" }],
    ["INVALID_TICK", { ...STOP, trigger_price: "70000.001" }],
    ["NUMBER_TOO_LARGE", { ...BUY, size: "999999999999999" }],
    ["NUMBER_TOO_LARGE", { ...BUY, price: "99999999999999999" }],
    ["NUMBER_TOO_LARGE", { ...STOP, trigger_price: "99999999999999999" }],
    ["MIN_NOTIONAL", { ...BUY, size: "0.0001", price: "60000" }],
    ["MIN_NOTIONAL", { ...MARKET, size: "0.0001" }],
    ["MIN_NOTIONAL", { ...STOP, size: "0.0001" }],
    ["PRICE_BAND", { ...BUY, price: "99000" }],
    ["PRICE_BAND", { ...BUY, side: "SELL", price: "30000" }],
    // The first broken rule is reported.
    ["MIN_NOTIONAL", { ...BUY, size: "0.0001", price: "99000" }],
    ["MIN_NOTIONAL", { ...STOP, size: "0.0001", trigger_price: "60000" }],
    ["INVALID_ORDER_TERMS", { ...MARKET, order_type: "LIMIT" }, INCOMPLETE],
    ["INVALID_ORDER_TERMS", { ...MARKET, price: "64000" }, NOT_IN_TICKET],
    ["INVALID_ORDER_TERMS", { ...MARKET, time_in_force: "GTC" }],
    ["INVALID_ORDER_TERMS", { ...MARKET, post_only: true }],
    ["INVALID_ORDER_TERMS", { ...BUY, trigger_price: "60000" }, NOT_IN_TICKET],
    ["INVALID_ORDER_TERMS", { ...MARKET, order_type: "STOP_LOSS_MARKET" }, INCOMPLETE],
    ["INVALID_ORDER_TERMS", { ...STOP, time_in_force: "FOK" }],
    ["INVALID_ORDER_TERMS", { ...BUY, post_only: true, time_in_force: "IOC" }],
    ["INVALID_TRIGGER_PRICE", { ...STOP, trigger_price: "60000" }],
    ["INVALID_TRIGGER_PRICE", { ...STOP, order_type: "TAKE_PROFIT_MARKET" }],
    ["INVALID_TRIGGER_PRICE", { ...STOP, side: "SELL" }],
    ["REDUCE_ONLY_WOULD_INCREASE", { ...BUY, reduce_only: true }],
    ["REDUCE_ONLY_WOULD_INCREASE", { ...MARKET, reduce_only: true }],
    ["REDUCE_ONLY_WOULD_INCREASE", { ...STOP, reduce_only: true }],
    ["MARK_UNAVAILABLE", { ...BUY, market: "SOLUSDC", size: "1", price: "100" }],
  ])("%s %j", (code, order, inTicket) => expectRefusal(code, order, inTicket));

  test("when a post-only order would trade at once, or a trigger follows the last trade", async () => {
    const { bob } = world.fixture;
    await bob.place(limit("SELL", "0.015", "64100"), now());
    await expectRefusal("POST_ONLY_WOULD_CROSS", { ...BUY, price: "64100", post_only: true });
    await ada.trader.place(market("BUY", "0.015"), now());
    const close = { ...MARKET, side: "SELL", order_type: "STOP_LOSS_MARKET" } as const;
    await expectRefusal("INVALID_TRIGGER_PRICE", {
      ...close,
      trigger_price: "64100",
      trigger_source: "LastPrice",
    });
  });

  test("when other orders close the position already", async () => {
    await world.fixture.bob.place(limit("SELL", "0.5", "64000"), now());
    await ada.trader.place(market("BUY", "0.5"), now());
    const close: Order = { ...BUY, side: "SELL", size: "0.5", price: "65000", reduce_only: true };
    expect((await ada.trader.place(asPlaced(close), now())).status).toBe(201);
    await expectRefusal("REDUCE_ONLY_WOULD_INCREASE", close);
    await expectRefusal("REDUCE_ONLY_WOULD_INCREASE", { ...close, side: "BUY", price: "60000" });
  });

  test("when the account has as many open orders as the market allows", async () => {
    for (let batch = 0; batch < 4; batch += 1) {
      const orders = Array.from({ length: 50 }, () => limit("BUY", "0.001", "59000"));
      expect((await ada.trader.placeBatch(orders, now())).status).toBe(200);
    }
    await expectRefusal("TOO_MANY_OPEN_ORDERS", BUY);
    await ada.trader.cancelAll(null, now());
  });

  test.each([
    ["Halted", "MARKET_HALTED", BUY],
    ["PostOnly", "MARKET_POST_ONLY", BUY],
    ["ReduceOnly", "MARKET_REDUCE_ONLY", BUY],
    ["ReduceOnly", "REDUCE_ONLY_WOULD_INCREASE", STOP],
  ] as const)("when the market is %s: %s", async (status, code, order) => {
    const path = "/v1/operator/markets/BTCUSDC/status";
    const set = (to: string) => world.fixture.venue.operator(path, { status: to });
    expect((await set(status)).status).toBe(200);
    try {
      await expectRefusal(code, order);
    } finally {
      expect((await set("Normal")).status).toBe(200);
    }
  });

  test("when the mark stands still; the ticket locks its button", async () => {
    world.fixture.venue.clock.advance(6_000);
    await expectRefusal("MARK_STALE", BUY, NOT_IN_TICKET);
    // An order that waits is checked against the mark when its price has come.
    await expect(stage(ada.grant, { market: "BTCUSDC", ...STOP }, now())).resolves.toBeDefined();
    expect((await ada.trader.place(asPlaced(STOP), now())).status).toBe(201);
  });
});
