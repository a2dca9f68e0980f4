import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { type Market, marketScale } from "#lib/protocol/markets.ts";
import {
  changeDraft,
  checkDraft,
  type DraftSurroundings,
  type OrderDraft,
  stepText,
  timeInForceObstacle,
} from "./validation.ts";

const decimal = (text: string) => text as Decimal;
const market: Market = {
  id: 1,
  symbol: "BTCUSDC",
  base_asset: { symbol: "BTC", decimals: 8 },
  quote_asset: { symbol: "USDC", decimals: 6 },
  kind: "Perpetual",
  flags: 0,
  status: "Normal",
  base_lot_size: decimal("0.00001"),
  price_tick: decimal("0.1"),
  min_notional: decimal("10"),
  price_band_ratio: 100_000,
  im_ratio: 50_000,
  mm_ratio: 25_000,
  liquidation_fee: 0,
  maker_fee: 150,
  taker_fee: 450,
  risk_factor: 0,
  funding_ema_half_life_seconds: 0,
  funding_period_seconds: 28_800,
  funding_interest_rate: 100,
  funding_interest_clamp: 500,
  funding_rate_cap: 40_000,
  impact_notional: decimal("10000"),
  ratio_scale: 1_000_000,
};
const around: DraftSurroundings = {
  market,
  scale: marketScale(market),
  markTicks: 640_000n,
  bestBidTicks: 639_990n,
  bestAskTicks: 640_010n,
  positionLots: 0n,
};
const draft: OrderDraft = {
  side: "BUY",
  type: "LIMIT",
  size: "0.015",
  price: "63000.5",
  timeInForce: "GTC",
  postOnly: false,
  reduceOnly: false,
};
const check = (change: Partial<OrderDraft>, position: bigint | undefined = 0n) =>
  checkDraft({ ...draft, ...change }, { ...around, positionLots: position });

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

  test("a market order has no price, whatever the hidden field holds", () => {
    const { order } = check({ type: "MARKET", timeInForce: "IOC", price: "nonsense" });
    expect(order).toMatchObject({ price: null, order_type: "MARKET", time_in_force: "IOC" });
  });

  test.each([
    ["no size", { size: "" }, "size", "Enter a size."],
    ["a size off the lot", { size: "0.000015" }, "size", "multiple of 0.00001"],
    ["a zero size", { size: "0" }, "size", "above zero"],
    ["a minus sign", { size: "-1" }, "size", "without a sign"],
    ["an exponent", { size: "1e3" }, "size", "without an exponent"],
    ["a decimal comma in the size", { size: "0,02" }, "size", "Use a point"],
    ["a decimal comma in the price", { price: "59114,5" }, "price", "Use a point"],
    ["letters", { size: "abc" }, "size", "not a number"],
    ["a size beyond reason", { size: "99999999999999999999" }, "size", "more than any order"],
    ["less than the minimum", { size: "0.0001" }, "size", "0.00016 or more"],
    ["a price off the tick", { price: "63000.55" }, "price", "multiple of 0.1"],
    ["a price above the band", { price: "70400.1" }, "price", "70,400.0 is the limit"],
  ] as const)("%s is said in words and gives nothing to sign", (_name, change, field, text) => {
    const checked = check(change);
    expect(checked.errors[field]).toContain(text);
    expect(checked.order).toBeUndefined();
  });

  test("the band binds a side only where it would harm it", () => {
    expect(check({ price: "70400.0" }).errors.price).toBeUndefined();
    expect(check({ side: "SELL", price: "57599.9" }).errors.price).toContain("below the mark");
    expect(check({ side: "SELL", price: "99999.9" }).errors.price).toBeUndefined();
  });

  test("post only refuses a price that would trade at once", () => {
    expect(check({ postOnly: true, price: "64001" }).errors.price).toContain("trade at once");
    expect(check({ postOnly: true, price: "64000.9" }).order?.flags).toBe(1);
  });

  test("reduce only needs an opposite position, is bound by it, and has no minimum", () => {
    expect(check({ side: "SELL", reduceOnly: true, price: "64000" }).errors.terms).toContain(
      "long",
    );
    const one = { side: "SELL", reduceOnly: true, price: "64000" } as const;
    expect(check({ ...one, size: "0.00001" }, 5n).order?.flags).toBe(2);
    expect(check({ ...one, size: "0.0001" }, 5n).errors.size).toContain("only 0.00005");
  });
});

test("a limit that only rests far from the mark is pointed out, and may still be sent", () => {
  const far = check({ price: "6300.5" });
  expect(far.priceNotice).toBe("90.2 % below the mark: it rests until the price comes there.");
  expect(far.order).toBeDefined();
  expect(check({ side: "SELL", price: "70000" }).priceNotice).toContain("9.4 % above the mark");
  expect(check({}).priceNotice).toBeUndefined();
});

test("while the position is unread, reduce only is neither allowed nor called wrong", () => {
  const draft = { side: "SELL", type: "LIMIT", size: "1", price: "64000" } as const;
  const unread = checkDraft(
    { ...draft, timeInForce: "GTC", postOnly: false, reduceOnly: true },
    { ...around, positionLots: undefined },
  );
  expect(unread.errors).toEqual({ terms: "Your position is still being read." });
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
    expect(timeInForceObstacle({ ...draft, type: "MARKET" }, "GTC")).toContain("can not rest");
    expect(timeInForceObstacle({ ...draft, postOnly: true }, "FOK")).toContain("must be GTC");
    expect(timeInForceObstacle(draft, "FOK")).toBeUndefined();
  });
});

test("a step moves to the next multiple and never below one step", () => {
  const step = { decimals: 1, unit: 1n, fallback: "64000" };
  expect(stepText("63000.5", { ...step, count: 1n })).toBe("63000.6");
  expect(stepText("", { ...step, count: -10n })).toBe("63999.0");
  expect(stepText("0.1", { ...step, count: -1n })).toBe("0.1");
  expect(stepText("63000.55", { ...step, count: 1n })).toBe("63000.6");
  expect(stepText("0,5", { ...step, count: 1n })).toBe("0,5");
});
