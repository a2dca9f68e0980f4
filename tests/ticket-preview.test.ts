/**
 * The ticket's preview before an order equals the engine's state after it, to the last unit: fees, balance, margins, position
 * and liquidation price, for random accounts in two markets, random books and random orders. The public book does not show how
 * many orders are at a price, and fees round up for each: the preview is exact when every price has one order, and elsewhere
 * the difference is bounded.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EMPTY_DRAFT, type OrderDraft } from "#components/trading/ticket/draft.ts";
import { checkOrder } from "#components/trading/ticket/preview-draft.ts";
import { wordingIn } from "#components/trading/ticket/ticket.testing.ts";
import * as attached from "#components/trading/ticket/tp-sl.ts";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import type { OrderType, Side, TimeInForce } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { bookLevels, holdingsOf, priceTicks } from "#lib/protocol/orders/holdings.ts";
import { isolatedArithmetic } from "#lib/protocol/orders/isolated-preview.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { accountMargin, unsettledFunding } from "#services/venue/engine/account-margin.ts";
import {
  BTC,
  codeOf,
  REDUCE_ONLY,
  SOL,
  TestEngine,
} from "#services/venue/engine/engine.testing.ts";
import { liquidationTicks } from "#services/venue/engine/isolated.ts";
import type { Outcome } from "#services/venue/engine/outcome.ts";
import { openOrders } from "#services/venue/engine/resting-orders.ts";
import { accountRecord, orderRecord, positionRecord } from "#services/venue/records/records.ts";

const wording = wordingIn("en");
const ANN = "ann";
/** Thousands of commands with every invariant checked after each: seconds, or a minute on a busy machine. */
const LONG_MS = 120_000;

/** An order of the past: a price of its own for each, so that no two orders share one. */
type Past = {
  person: string;
  market: typeof SOL | typeof BTC;
  side: Side;
  size: number;
  offset: number;
  flags: number;
};
type Last = {
  side: Side;
  type: OrderType;
  tif: TimeInForce;
  size: number;
  offset: number;
  postOnly: boolean;
  reduceOnly: boolean;
};
type Story = {
  /** SOL's position has a wallet of its own, with this leverage; 0 while it shares the balance. */
  isolated: number;
  deposit: number;
  discount: number;
  past: Past[];
  seconds: number;
  mark: number;
  thenMark: number;
  last: Last;
};

const side = fc.constantFrom<Side>("BUY", "SELL");
const past: fc.Arbitrary<Past> = fc.record({
  person: fc.constantFrom(ANN, ANN, "bob", "cat"),
  market: fc.constantFrom(SOL, SOL, SOL, BTC),
  side,
  size: fc.integer({ min: 20, max: 2_000 }),
  offset: fc.integer({ min: -30, max: 30 }),
  flags: fc.constantFrom(0, 0, 0, REDUCE_ONLY),
});
const story: fc.Arbitrary<Story> = fc.record({
  isolated: fc.constantFrom(0, 0, 0, 3, 10),
  deposit: fc.integer({ min: 50, max: 3_000 }),
  discount: fc.constantFrom(0, 0, 100_000, 333_333, 1_000_000),
  past: fc.array(past, { minLength: 4, maxLength: 30 }),
  seconds: fc.constantFrom(0, 0, 1, 7),
  mark: fc.integer({ min: -900, max: 900 }),
  thenMark: fc.integer({ min: -300, max: 300 }),
  last: fc.record({
    side,
    type: fc.constantFrom<OrderType>("LIMIT", "LIMIT", "MARKET"),
    tif: fc.constantFrom<TimeInForce>("GTC", "GTC", "IOC", "FOK"),
    size: fc.integer({ min: 1, max: 6_000 }),
    offset: fc.integer({ min: -40, max: 40 }),
    postOnly: fc.boolean(),
    reduceOnly: fc.boolean(),
  }),
});

/** Prices around 100, in steps of 0.05 and a step of 0.001 of their own. */
const priceAround = (offset: number, index: number) =>
  formatDecimal(BigInt(100_000 + offset * 50 + index), 3);

function play(
  { isolated, deposit, discount, past: steps, seconds, mark }: Story,
  apart: (index: number) => number = (index) => index,
): TestEngine {
  const venue = new TestEngine().deposit("insurance", "100000");
  for (const maker of ["bob", "cat"]) venue.deposit(maker, "10000000");
  venue.deposit(ANN, String(deposit));
  const { pubkey } = venue.account(ANN);
  venue.submit({ type: "set_fee_discount", account: pubkey, discountPpm: discount });
  if (isolated > 0) {
    const change = venue.by(ANN).updateLeverage(SOL, isolated, venue.time, "ISOLATED");
    expect(venue.submit(change).kind).toBe("leverage");
  }
  for (const [index, one] of steps.entries()) {
    const { person, market, flags } = one;
    const price =
      market === SOL
        ? priceAround(one.offset, apart(index))
        : formatDecimal(BigInt(500_000 + one.offset * 40 + apart(index)), 1);
    const decimals = market === SOL ? 2 : 5;
    const size = formatDecimal(BigInt(one.size), decimals);
    // Only the venue knows how much of another account's reduce-only order is still valid.
    const own = person === ANN ? flags : 0;
    venue.place(person, [one.side, size, price], { market, flags: own });
  }
  if (seconds > 0) venue.tick(seconds);
  venue.mark(formatDecimal(BigInt(100_000 + mark), 3));
  return venue;
}

function readRecords(venue: TestEngine) {
  const account = venue.account(ANN);
  const holdings = [...account.holdings.values()];
  return {
    account: accountRecord(account),
    positions: holdings
      .filter(({ size }) => size !== 0)
      .map((holding) => positionRecord(account, holding)),
    orders: holdings.flatMap(openOrders).map(orderRecord),
  };
}

function bookOf(venue: TestEngine) {
  const { book, scale } = venue.market();
  const levels = (of: Side) => {
    const rows = [...book.side(of).fromBest()].map(({ ticks, lots }) => [
      formatDecimal(BigInt(ticks) * scale.tickUnits, scale.priceDecimals),
      formatDecimal(BigInt(lots) * scale.lotUnits, scale.sizeDecimals),
    ]);
    return Object.fromEntries(rows) as Record<string, Decimal>;
  };
  return { asks: levels("SELL"), bids: levels("BUY") };
}

function draftOf(last: Last): OrderDraft {
  return {
    ...EMPTY_DRAFT,
    side: last.side,
    type: last.type,
    size: formatDecimal(BigInt(last.size), 2),
    price: priceAround(last.offset, 49),
    timeInForce: last.type === "MARKET" && last.tif === "GTC" ? "IOC" : last.tif,
    postOnly: last.postOnly && last.type === "LIMIT" && last.tif === "GTC",
    reduceOnly: last.reduceOnly,
  };
}

/** The ticket with the venue's records of the moment before and the present mark. */
function ticketOf(venue: TestEngine, records: ReturnType<typeof readRecords>, draft: OrderDraft) {
  const { listing, scale, markTicks, lastTradeTicks } = venue.market();
  const book = bookOf(venue);
  const levels = { asks: bookLevels(book, "asks", scale), bids: bookLevels(book, "bids", scale) };
  const holdings = holdingsOf(records, listing, BigInt(markTicks), isolatedArithmetic);
  const inMarket = records.orders.filter(({ market }) => market === SOL).length;
  const context = {
    market: listing,
    scale,
    markTicks: BigInt(markTicks),
    lastTicks: lastTradeTicks === 0 ? undefined : BigInt(lastTradeTicks),
    bestBidTicks: levels.bids[0]?.ticks,
    bestAskTicks: levels.asks[0]?.ticks,
    positionLots: holdings.position.size,
    resting: holdings.orders,
    openOrders: { inMarket, all: records.orders.length },
  };
  return checkOrder(draft, { holdings, context, levels }, wording, attached);
}

function send(venue: TestEngine, order: PlaceOrderFields): Outcome {
  return venue.submit(venue.by(ANN).place(order, null, venue.time));
}

/** The venue's own figures of the account, as integers. */
function figuresOf(venue: TestEngine) {
  const account = venue.account(ANN);
  const holding = venue.holding(ANN);
  const margin = accountMargin(account);
  return {
    balance: account.balance,
    accountValue: margin.accountValue,
    initialMargin: margin.initialMargin,
    maintenanceMargin: margin.maintenanceMargin,
    free: margin.accountValue - margin.initialMargin,
    position: {
      size: BigInt(holding.size),
      cost: holding.cost,
      wallet: holding.isolated?.wallet ?? null,
    },
    fundingOwed: unsettledFunding(holding),
    isUnpaid: false,
    liquidationTicks: liquidationTicks(holding),
  };
}

describe("the venue accepts what the ticket allows", () => {
  const trigger = fc.record({
    side,
    type: fc.constantFrom<OrderType>("TAKE_PROFIT_MARKET", "STOP_LOSS_MARKET"),
    source: fc.constantFrom("MarkPrice" as const, "LastPrice" as const),
    tif: fc.constantFrom<TimeInForce>("GTC", "IOC"),
    size: fc.integer({ min: 1, max: 400 }),
    offset: fc.integer({ min: -40, max: 40 }),
    reduceOnly: fc.boolean(),
  });

  test(
    "orders that wait for a trigger: accepted when the ticket finds no error, refused when it does",
    () => {
      const seen = { taken: 0, refused: 0 };
      fc.assert(
        fc.property(story, trigger, (one, wanted) => {
          const venue = play({ ...one, deposit: 3_000 });
          const draft: OrderDraft = {
            ...EMPTY_DRAFT,
            side: wanted.side,
            type: wanted.type,
            size: formatDecimal(BigInt(wanted.size), 2),
            triggerPrice: priceAround(wanted.offset, 0),
            triggerSource: wanted.source,
            timeInForce: wanted.tif,
            reduceOnly: wanted.reduceOnly,
          };
          const { order, errors } = ticketOf(venue, readRecords(venue), draft);
          if (order !== undefined) {
            expect(send(venue, order).kind).toBe("order");
            seen.taken += 1;
            return;
          }
          // The venue accepts a reduce-only trigger larger than the position and cuts it when it fires; the ticket refuses it.
          fc.pre(
            !(wanted.reduceOnly && errors.size !== undefined && !errors.trigger && !errors.terms),
          );
          const flags = wanted.reduceOnly ? REDUCE_ONLY : 0;
          const refused = venue.place(ANN, [wanted.side, draft.size, null], {
            type: wanted.type,
            tif: wanted.tif,
            trigger: draft.triggerPrice,
            source: wanted.source === "LastPrice" ? "last" : "mark",
            flags,
          });
          expect(refused.kind).toBe("refused");
          seen.refused += 1;
        }),
        { numRuns: 300 },
      );
      expect([seen.taken > 20, seen.refused > 20]).toEqual([true, true]);
    },
    LONG_MS,
  );

  const distances = fc.record({
    profit: fc.integer({ min: 1, max: 99 }),
    loss: fc.integer({ min: 1, max: 99 }),
  });

  test(
    "take profit and stop loss with an order: the venue accepts the group, or the ticket says why not",
    () => {
      const seen = { taken: 0, withheld: 0 };
      fc.assert(
        fc.property(story, distances, (one, { profit, loss }) => {
          const venue = play({ ...one, deposit: 100_000 });
          const draft: OrderDraft = {
            ...draftOf(one.last),
            takeProfit: { unit: "percent", text: `${profit}.5` },
            stopLoss: { unit: "percent", text: `${loss}.5` },
          };
          const ticket = ticketOf(venue, readRecords(venue), draft);
          const { order, preview, attachedOrders } = ticket;
          fc.pre(order !== undefined && preview?.refused === false);
          if (attachedOrders === undefined) {
            seen.withheld += 1;
            return;
          }
          expect(attachedOrders.length).toBe(2);
          expect(codeOf(venue.group(ANN, order, ...attachedOrders))).toBe("group");
          seen.taken += 1;
        }),
        { numRuns: 300 },
      );
      expect([seen.taken > 20, seen.withheld > 20]).toEqual([true, true]);
    },
    LONG_MS,
  );
});

describe("the ticket's preview and the venue's engine", () => {
  test(
    "agree to the last unit, and on whether the margin covers the order",
    () => {
      const seen = {
        filled: 0,
        flipped: 0,
        rested: 0,
        refused: 0,
        part: 0,
        own: 0,
        reduced: 0,
        isolated: 0,
      };
      fc.assert(
        fc.property(story, (one) => {
          const venue = play(one);
          const records = readRecords(venue);
          const before = venue.account(ANN).seq;
          venue.mark(formatDecimal(BigInt(100_000 + one.mark + one.thenMark), 3));
          // The ticket reads the effect of the move itself on the account with the next poll; without a position the
          // record has no mark.
          const held = venue.holding(ANN).size;
          const moved = venue.account(ANN).seq !== before || held === 0;
          const known = moved ? readRecords(venue) : records;
          const ticket = ticketOf(venue, known, draftOf(one.last));
          const { order, preview, lots } = ticket;
          fc.pre(order !== undefined && preview !== undefined && lots !== undefined);
          const outcome = send(venue, order);
          if (outcome.kind === "refused") {
            // All or nothing, and nothing filled: only the venue can tell whether the book or the margin was short first.
            if (order.time_in_force === "FOK" && preview.filledLots === 0n) return;
            expect([outcome.refusal.code, preview.refused]).toEqual(["INSUFFICIENT_MARGIN", true]);
            seen.refused += 1;
            return;
          }
          expect(preview.refused).toBe(false);
          if (outcome.kind !== "order") throw new Error(outcome.kind);
          const fees = outcome.fills.reduce((sum, { fee }) => sum + fee, 0n);
          const filled = outcome.fills.reduce((sum, fill) => sum + fill.lots, 0);
          expect({ fees, filled, ...preview.after }).toEqual({
            fees: preview.fee,
            filled: Number(preview.filledLots),
            ...figuresOf(venue),
          });
          expect(preview.restLots).toBe(BigInt(outcome.order.remaining));
          const wallets =
            (figuresOf(venue).position.wallet ?? 0n) - (ticket.holdings.position.wallet ?? 0n);
          expect(ticket.holdings.initialMargin + preview.marginRequired).toBe(
            figuresOf(venue).initialMargin + wallets,
          );
          seen.isolated += one.isolated > 0 ? 1 : 0;
          seen.filled += filled > 0 ? 1 : 0;
          seen.part += filled > 0 && BigInt(filled) < lots ? 1 : 0;
          seen.rested += outcome.order.status === "OPEN" ? 1 : 0;
          seen.own += preview.ownCancelled > 0n ? 1 : 0;
          const size = venue.holding(ANN).size;
          seen.flipped += held !== 0 && size !== 0 && held > 0 !== size > 0 ? 1 : 0;
          seen.reduced += filled > 0 && Math.abs(size) < Math.abs(held) ? 1 : 0;
        }),
        { numRuns: 400 },
      );
      // The random stories reach every claimed case.
      for (const [what, count] of Object.entries(seen))
        expect([what, count > 0]).toEqual([what, true]);
    },
    LONG_MS,
  );

  test(
    "agree on the account once the resting part has filled at its own price",
    () => {
      const seen = { opened: 0, reduced: 0, flipped: 0, added: 0 };
      fc.assert(
        fc.property(story, (one) => {
          const venue = play(one);
          const held = venue.holding(ANN).size;
          const draft = draftOf({ ...one.last, type: "LIMIT", tif: "GTC" });
          const { order, preview } = ticketOf(venue, readRecords(venue), draft);
          fc.pre(order !== undefined && preview?.refused === false && preview.restLots > 0n);
          const outcome = send(venue, order);
          if (outcome.kind !== "order") throw new Error(outcome.kind);
          for (const maker of ["bob", "cat"]) {
            for (const open of openOrders(venue.holding(maker))) venue.cancel(maker, open);
          }
          // The order is the best of its side, so that it alone fills.
          const best = venue.market().book.side(draft.side).fromBest().next().value;
          fc.pre(best?.ticks === outcome.order.ticks);
          const other = draft.side === "BUY" ? "SELL" : "BUY";
          // More than rests, because a small order is refused; no other order rests at this price.
          venue.place("bob", [other, "1000", order.price], { tif: "IOC" });
          expect(outcome.order.remaining).toBe(0);
          expect(preview.filled).toEqual(figuresOf(venue));
          const size = venue.holding(ANN).size;
          const flipped = held !== 0 && size !== 0 && held > 0 !== size > 0;
          seen.opened += held === 0 ? 1 : 0;
          seen.flipped += flipped ? 1 : 0;
          seen.reduced += !flipped && Math.abs(size) < Math.abs(held) ? 1 : 0;
          seen.added += !flipped && held !== 0 && Math.abs(size) > Math.abs(held) ? 1 : 0;
        }),
        { numRuns: 400 },
      );
      for (const [what, count] of Object.entries(seen))
        expect([what, count > 0]).toEqual([what, true]);
    },
    LONG_MS,
  );

  test(
    "where several orders share a price, only the rounding of each differs: a unit of 1e-9 USDC per order",
    () => {
      let several = 0;
      fc.assert(
        fc.property(story, (one) => {
          // Few prices, and of the account's own orders only the first.
          const steps = one.past
            .filter(({ person }, index) => person !== ANN || index < 3)
            .map((step) => ({ ...step, offset: step.offset - (step.offset % 10), flags: 0 }));
          const venue = play({ ...one, past: steps }, () => 0);
          const { order, preview } = ticketOf(venue, readRecords(venue), draftOf(one.last));
          fc.pre(order !== undefined && preview?.refused === false && preview.ownCancelled === 0n);
          const own = openOrders(venue.holding(ANN)).length;
          fc.pre(own === 0);
          const outcome = send(venue, order);
          if (outcome.kind !== "order") return;
          const prices = new Set(outcome.fills.map(({ ticks }) => ticks));
          const more = BigInt(outcome.fills.length - prices.size);
          several += more > 0n ? 1 : 0;
          const fees = outcome.fills.reduce((sum, { fee }) => sum + fee, 0n);
          const extra = fees - preview.fee;
          expect(extra >= 0n && extra <= more).toBe(true);
          const figures = figuresOf(venue);
          expect(figures.accountValue).toBe(preview.after.accountValue - extra);
          expect(figures.position.size).toBe(preview.after.position.size);
          expect(figures.initialMargin).toBe(preview.after.initialMargin);
          const cost = figures.position.cost - preview.after.position.cost;
          expect(cost <= more && cost >= -more).toBe(true);
        }),
        // About one story in twenty is such a case, so fewer stories would have too few of them by chance.
        { numRuns: 400 },
      );
      expect(several).toBeGreaterThan(5);
    },
    LONG_MS,
  );

  test("the records after the fill match the ticket's rows", () => {
    const venue = new TestEngine().deposit(ANN, "1000").deposit("bob", "100000");
    venue.sell("bob", "3", "100.2");
    venue.sell("bob", "3", "100.7");
    const records = readRecords(venue);
    const draft = {
      ...draftOf({
        side: "BUY",
        type: "MARKET",
        tif: "IOC",
        size: 500,
        offset: 0,
        postOnly: false,
        reduceOnly: false,
      }),
    };
    const { preview, order, scale } = {
      ...ticketOf(venue, records, draft),
      scale: venue.market().scale,
    };
    send(venue, order!);
    const { account, positions } = readRecords(venue);
    const money = (amount: bigint) => formatDecimal(amount, MONEY_DECIMALS);
    const { after } = preview!;
    expect(account).toMatchObject({
      balance: money(after.balance),
      account_value: money(after.accountValue),
      initial_margin: money(after.initialMargin),
      maintenance_margin: money(after.maintenanceMargin),
      free_collateral: money(after.free),
    });
    expect(positions[0]).toMatchObject({ cost: money(after.position.cost), size: "5" });
    expect(priceTicks(positions[0]!.liquidation_price, scale)).toBe(after.liquidationTicks);
  });
});
