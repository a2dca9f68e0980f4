import { describe, expect, test } from "vitest";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import {
  changeDraft,
  EMPTY_DRAFT,
  type OrderDraft,
  postOnlyObstacle,
  timeInForceObstacle,
} from "./draft.ts";
import { checkDraft } from "./draft-errors.ts";
import { checkOrder } from "./preview-draft.ts";
import { CONTEXT as context, wordingIn } from "./ticket.testing.ts";
import * as attaching from "./tp-sl.ts";
import { stepText } from "./typed-figure.ts";

const wording = wordingIn("en");

const draft: OrderDraft = { ...EMPTY_DRAFT, size: "0.015", price: "63000.5" };
const check = (change: Partial<OrderDraft>, position: bigint | undefined = 0n) =>
  checkDraft({ ...draft, ...change }, { ...context, positionLots: position }, wording);

describe("what may be sent", () => {
  test("a sound limit order becomes the fields to sign, formatted once", () => {
    expect(check({ size: "0.0150", price: "63000.50" }).order).toEqual({
      market: "BTCUSDC",
      side: "BUY",
      size: "0.015",
      price: "63000.5",
      order_type: "LIMIT",
      flags: 0,
      time_in_force: "GTC",
      trigger_price: null,
      trigger_source: null,
    });
  });

  test("a market order with a bound becomes a limit order at the bound that never rests", () => {
    const bounded = { ...context, positionLots: 0n, boundPpm: 10_000n };
    const market = { ...draft, type: "MARKET", timeInForce: "IOC" } as const;
    const terms = { order_type: "LIMIT", time_in_force: "IOC" };
    expect(checkDraft(market, bounded, wording).order).toMatchObject({ ...terms, price: "64640" });
    const sell = { ...market, side: "SELL" } as const;
    expect(checkDraft(sell, bounded, wording).order).toMatchObject({ ...terms, price: "63360" });
  });

  test("a market order that only closes has the venue's limit", () => {
    const bounded = { ...context, positionLots: -5_000n, boundPpm: 10_000n };
    const closing = { ...draft, type: "MARKET", timeInForce: "IOC", reduceOnly: true } as const;
    const { order } = checkDraft(closing, bounded, wording);
    expect(order).toMatchObject({ price: null, order_type: "MARKET" });
  });

  test("a bound beyond the venue's own changes nothing", () => {
    const wide = { ...context, positionLots: 0n, boundPpm: 500_000n };
    const { order } = checkDraft({ ...draft, type: "MARKET", timeInForce: "IOC" }, wide, wording);
    expect(order).toMatchObject({ price: null, order_type: "MARKET" });
  });

  test("a market order has no price, whatever the hidden field holds", () => {
    const { order } = check({ type: "MARKET", timeInForce: "IOC", price: "nonsense" });
    expect(order).toMatchObject({ price: null, order_type: "MARKET", time_in_force: "IOC" });
  });

  test.each([
    ["no size", { size: "" }, "size", "Enter a size."],
    ["a size off the lot", { size: "0.000015" }, "size", "multiple of 0.00001"],
    ["a zero size", { size: "0" }, "size", "more than zero"],
    ["a minus sign", { size: "-1" }, "size", "without a sign"],
    ["an exponent", { size: "1e3" }, "size", "without an exponent"],
    ["a comma before three digits in the size", { size: "1,234" }, "size", "Write 1234 or 1.234"],
    ["a comma before three digits in the price", { price: "59,114" }, "price", "Write 1234"],
    ["letters", { size: "abc" }, "size", "not a number"],
    [
      "a size beyond reason",
      { size: "99999999999999999999" },
      "size",
      "larger than the venue supports",
    ],
    ["less than the minimum", { size: "0.0001" }, "size", "Minimum at this price: 0.00016."],
    ["a price off the tick", { price: "63000.55" }, "price", "multiple of 0.1."],
    ["a price above the band", { price: "70400.1" }, "price", "and 70,400."],
  ] as const)(
    "the ticket explains %s and offers no draft to sign",
    (_name, change, field, text) => {
      const checked = check(change);
      expect(checked.errors[field]).toContain(text);
      expect(checked.order).toBeUndefined();
    },
  );

  test("the band binds a side only where it would harm it", () => {
    expect(check({ price: "70400.0" }).errors.price).toBeUndefined();
    expect(check({ side: "SELL", price: "57599.9" }).errors.price).toContain("between 57,600 and");
    expect(check({ side: "SELL", price: "99999.9" }).errors.price).toBeUndefined();
  });

  test("post only refuses a price that would trade at once", () => {
    expect(check({ postOnly: true, price: "64001" }).errors.price).toContain("best ask 64,001.");
    expect(check({ postOnly: true, price: "64000.9" }).order?.flags).toBe(1);
  });

  test("reduce only needs an opposite position, is bound by it, and has no minimum", () => {
    expect(check({ side: "SELL", reduceOnly: true, price: "64000" }).errors.terms).toContain(
      "needs a position",
    );
    const one = { side: "SELL", reduceOnly: true, price: "64000" } as const;
    expect(check({ ...one, size: "0.00001" }, 5n).order?.flags).toBe(2);
    expect(check({ ...one, size: "0.0001" }, 5n).errors.size).toContain("only 0.00005");
  });
});

describe("an order that waits for a price", () => {
  const stop = { side: "SELL", type: "STOP_LOSS_MARKET", triggerPrice: "62000" } as const;

  test("is signed with its trigger and what it watches, and without a price", () => {
    expect(check(stop).order).toMatchObject({
      order_type: "STOP_LOSS_MARKET",
      price: null,
      trigger_price: "62000",
      trigger_source: 1,
      time_in_force: "GTC",
    });
    const last = check({ ...stop, triggerSource: "LastPrice" });
    expect(last.order?.trigger_source).toBe(0);
  });

  test.each([
    ["SELL", "STOP_LOSS_MARKET", "64000", "below the mark, 64,000."],
    ["SELL", "TAKE_PROFIT_MARKET", "64000", "above the mark, 64,000."],
    ["BUY", "STOP_LOSS_MARKET", "63999.9", "above the mark, 64,000."],
    ["BUY", "TAKE_PROFIT_MARKET", "64000.1", "below the mark, 64,000."],
  ] as const)("%s %s at %s would trigger at once", (side, type, triggerPrice, problem) => {
    const checked = check({ side, type, triggerPrice });
    expect(checked.errors.trigger).toContain(problem);
    expect(checked.order).toBeUndefined();
  });

  test("its minimum is counted at its trigger", () => {
    const small = { ...stop, triggerPrice: "6000", size: "0.001" };
    expect(check(small).errors.size).toContain("Minimum at this price: 0.00167.");
  });
});

test.each([
  ["Halted", {}, "halted"],
  ["PostOnly", {}, "only post-only"],
  ["ReduceOnly", {}, "that reduce a position"],
] as const)("in a market that is %s the ticket says so", (status, change, problem) => {
  const market = { ...context.market, status };
  const { errors } = checkDraft({ ...draft, ...change }, { ...context, market }, wording);
  expect(errors.terms).toContain(problem);
});

test("no more orders than the venue keeps open", () => {
  const full = { ...context, openOrders: { inMarket: 200, all: 200 } };
  expect(checkDraft(draft, full, wording).errors.terms).toContain("limit is 200");
  const taker = changeDraft(draft, { timeInForce: "IOC" });
  expect(checkDraft(taker, full, wording).errors.terms).toBeUndefined();
});

test("a reduce-only order in the book comes after those that are there; one that takes does not", () => {
  const resting = [{ side: "SELL", ticks: 650_000n, lots: 1_500n, reduceOnly: true }] as const;
  const held = { ...context, positionLots: 1_500n, resting };
  const close = { ...draft, side: "SELL", reduceOnly: true, price: "64500" } as const;
  expect(checkDraft(close, held, wording).errors.terms).toContain("already closes");
  const now = changeDraft(close, { type: "MARKET" });
  expect(checkDraft(now, held, wording).order?.flags).toBe(2);
});

test("a limit that only rests far from the mark is pointed out, and may still be sent", () => {
  const far = check({ price: "6300.5" });
  expect(far.priceNotice).toBe("90.2% below the mark: it rests until then.");
  expect(far.order).toBeDefined();
  expect(check({ side: "SELL", price: "70000" }).priceNotice).toContain("9.4% above the mark");
  expect(check({}).priceNotice).toBeUndefined();
});

test("while the position is unread, reduce only is neither allowed nor called wrong", () => {
  const draft = { side: "SELL", type: "LIMIT", size: "1", price: "64000" } as const;
  const unread = checkDraft(
    { ...EMPTY_DRAFT, ...draft, reduceOnly: true },
    { ...context, positionLots: undefined },
    wording,
  );
  expect(unread.errors).toEqual({ terms: "Your position is still loading." });
  expect(unread.order).toBeUndefined();
});

describe("combinations that do not exist", () => {
  test("a market order loses post only and GTC; a limit order gets GTC back", () => {
    const asMarket = changeDraft({ ...draft, postOnly: true }, { type: "MARKET" });
    expect(asMarket).toMatchObject({ postOnly: false, timeInForce: "IOC" });
    expect(changeDraft(asMarket, { type: "LIMIT" }).timeInForce).toBe("GTC");
  });

  test("IOC takes post only away, and each obstacle has its reason", () => {
    const changed = changeDraft({ ...draft, postOnly: true }, { timeInForce: "IOC" });
    expect(changed.postOnly).toBe(false);
    expect(timeInForceObstacle({ ...draft, type: "MARKET" }, "GTC")).toBe("marketRests");
    expect(timeInForceObstacle({ ...draft, postOnly: true }, "FOK")).toBe("postOnlyTakes");
    expect(timeInForceObstacle(draft, "FOK")).toBeUndefined();
  });

  test("an order that waits for a trigger has no FOK and no post only", () => {
    const stop = changeDraft(
      { ...draft, timeInForce: "FOK" },
      { type: "STOP_LOSS_MARKET", postOnly: true },
    );
    expect(stop).toMatchObject({ timeInForce: "GTC", postOnly: false });
    expect(timeInForceObstacle(stop, "FOK")).toBe("triggerFok");
    expect(postOnlyObstacle(stop)).toBe("postOnlyTakes");
  });

  test("a size from elsewhere is in the base asset, whatever unit was typed before", () => {
    const typed = changeDraft(draft, { size: "0.01", amount: { unit: "quote", text: "640" } });
    expect(changeDraft(typed, { size: "0.5" }).amount.unit).toBe("base");
    expect(changeDraft(typed, { price: "1" }).amount).toEqual({ unit: "quote", text: "640" });
  });
});

test("a step moves to the next multiple and never below one step", () => {
  const step = { decimals: 1, unit: 1n, fallback: "64000", locale: "en" } as const;
  expect(stepText("63000.5", { ...step, count: 1n })).toBe("63000.6");
  expect(stepText("", { ...step, count: -10n })).toBe("63999.0");
  expect(stepText("0.1", { ...step, count: -1n })).toBe("0.1");
  expect(stepText("63000.55", { ...step, count: 1n })).toBe("63000.6");
  expect(stepText("1,500", { ...step, count: 1n })).toBe("1,500");
});

const plain: OrderDraft = { ...EMPTY_DRAFT, size: "0.01", price: "64001" };
const stopped: OrderDraft = { ...plain, stopLoss: { unit: "price", text: "60000" } };
const LEVELS = { asks: [{ ticks: 640_010n, lots: 100_000n }], bids: [] };
const holdings = cashOnly(10_000_000_000_000n);

const judged = (draft: OrderDraft, markTicks: bigint | undefined, loaded = true) =>
  checkOrder(
    draft,
    { holdings, context: { ...context, markTicks }, levels: LEVELS },
    wording,
    loaded ? attaching : undefined,
  ).attachedOrders;

describe("an order with a stop loss", () => {
  test("goes with it", () => {
    expect(judged(stopped, 640_000n)).toMatchObject([
      { order_type: "STOP_LOSS_MARKET", side: "SELL", trigger_price: "60000" },
    ]);
  });

  test("goes with every order that opens a position, also with one that rests, and with none that only closes", () => {
    const ask = (change: Partial<OrderDraft>, size: bigint) => {
      const cost = size * 640_000n * context.scale.valueOfTickLot;
      const account = { ...holdings, position: { size, cost, wallet: null } };
      const situation = {
        holdings: account,
        context: { ...context, positionLots: size },
        levels: LEVELS,
      };
      const { attachedObstacle, attachedOrders } = checkOrder(
        { ...stopped, ...change },
        situation,
        wording,
        attaching,
      );
      return [attachedObstacle, attachedOrders?.length];
    };
    const rests: Partial<OrderDraft> = { price: "63000" };
    const ends: Partial<OrderDraft> = { price: "63000", timeInForce: "IOC" };
    for (const size of [0n, 10_000n]) {
      for (const change of [{}, rests, ends, { size: "2" }]) {
        expect(ask(change, size)).toEqual([undefined, 1]);
      }
    }
    expect(ask({ size: "2" }, -10_000n)).toEqual([undefined, 1]);
    expect(ask({ ...ends, size: "0.1" }, -10_000n)).toEqual(["attachedCloses", undefined]);
  });

  test("of an order that rests lies on its side of the order's own price, whatever the mark is", () => {
    const errorOf = (price: string, trigger: string) => {
      const draft = { ...stopped, price, stopLoss: { unit: "price" as const, text: trigger } };
      return checkOrder(draft, { holdings, context, levels: LEVELS }, wording, attaching).stopLoss
        .error;
    };
    expect(errorOf("63000", "63500")).toContain("below the entry price, 63,000");
    expect(errorOf("63000", "62999")).toBeUndefined();
    expect(errorOf("65000", "64500")).toContain("below the entry price, 64,000");
  });

  test("does not go without it where it cannot be computed", () => {
    expect(judged(stopped, undefined)).toBeUndefined();
    expect(judged(stopped, 640_000n, false)).toBeUndefined();
    expect(judged({ ...stopped, size: "" }, 640_000n)).toBeUndefined();
  });

  test("which is not wanted, goes alone", () => {
    expect(judged(plain, undefined)).toEqual([]);
    expect(judged(plain, 640_000n, false)).toEqual([]);
  });
});
