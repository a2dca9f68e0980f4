import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { changeOf, requestedTerms } from "./order-change.ts";

const market = { price_tick: "0.5", base_lot_size: "0.01" } as Market;
const order = {
  id: "7",
  size: "2.00" as Decimal,
  price: "64000" as Decimal,
  trigger_price: null,
} as OrderRecord;

describe("a change of an open order", () => {
  test("contains only what was typed: a size that changed elsewhere meanwhile stays", () => {
    const live = { ...order, size: "1.5" as Decimal };
    expect(changeOf(live, { price: "63000.5" }, market, "en")).toEqual({ price: "63000.5" });
  });

  test("is parsed by the rules of the page's language, and signed in the market's form", () => {
    expect(changeOf(order, { price: "63.000,5", size: "1,50" }, market, "de")).toEqual({
      price: "63000.5",
      size: "1.5",
    });
    expect(changeOf(order, { price: "63.000" }, market, "de")).toBeUndefined();
    expect(changeOf(order, { size: "1,500" }, market, "en")).toBeUndefined();
  });

  test("is empty when the same value is written in another way", () => {
    expect(changeOf(order, { price: "64000.0", size: "2" }, market, "en")).toEqual({});
    expect(changeOf(order, {}, market, "en")).toEqual({});
  });

  test("of a trigger must fit the tick as well, and waits for the market's rules", () => {
    const waiting = { ...order, price: null, trigger_price: "60000" as Decimal };
    expect(changeOf(waiting, { price: "59000" }, market, "en")).toEqual({ price: "59000" });
    expect(changeOf(waiting, { price: "59000.3" }, market, "en")).toBeUndefined();
    expect(changeOf(waiting, { price: "59000" }, undefined, "en")).toBeUndefined();
  });
});

describe("the pending change of an open order", () => {
  const change = { price: "63000", size: "2.00" };

  test.each(["signing", "sending", "unknown"] as const)("is shown while it is %s", (state) => {
    expect(requestedTerms(order, { state, change })).toEqual({ price: "63000" });
    expect(requestedTerms(order, { state, change: { price: null, size: "1" } })).toEqual({
      size: "1",
    });
  });

  test.each(["rejected", "never-arrived", "accepted"] as const)(
    "is no longer shown when it is %s",
    (state) => {
      expect(requestedTerms(order, { state, change })).toEqual({});
    },
  );

  test("is not shown where it equals the order's terms, or where there is none", () => {
    const same = { price: "64000.0", size: "2" };
    expect(requestedTerms(order, { state: "sending", change: same })).toEqual({});
    expect(requestedTerms(order, { state: "sending" })).toEqual({});
    expect(requestedTerms(order, undefined)).toEqual({});
  });
});
