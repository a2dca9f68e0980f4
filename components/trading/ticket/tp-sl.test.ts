import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { BTC, wordingIn } from "./ticket.testing.ts";
import {
  type AttachedKind,
  attachedAmount,
  attachedFields,
  checkAttached,
  type Entry,
  profitAfterFees,
} from "./tp-sl.ts";

const scale = marketScale(BTC);
const USDC = 1_000_000_000n;
const wording = wordingIn("en");
/** A tenth of a bitcoin at 64,001. */
const entry = (change: Partial<Entry> = {}): Entry => ({
  side: "BUY",
  lots: 10_000n,
  value: 64_001n * (USDC / 10n),
  fee: (64_001n * USDC * 45n) / 1_000_000n,
  market: BTC,
  scale,
  markTicks: 640_000n,
  feeDiscountPpm: 0n,
  liquidationTicks: undefined,
  ...change,
});

describe("a take profit or stop loss", () => {
  test("by price, with what it is worth after both fees", () => {
    const { ticks, profit, error } = checkAttached(
      "takeProfit",
      { unit: "price", text: "65000" },
      entry(),
      wording,
    );
    expect([ticks, error]).toEqual([650_000n, undefined]);
    const fees = (64_001n * USDC * 45n) / 1_000_000n + (65_000n * USDC * 45n) / 1_000_000n;
    expect(profit).toBe(999n * (USDC / 10n) - fees);
  });

  test("becomes a reduce-only order on the mark, on the other side", () => {
    expect(attachedFields("stopLoss", 620_000n, entry())).toEqual({
      market: "BTCUSDC",
      side: "SELL",
      size: "0.1",
      price: null,
      order_type: "STOP_LOSS_MARKET",
      flags: 2,
      time_in_force: "GTC",
      trigger_price: "62000",
      trigger_source: 1,
    });
  });

  test.each([
    ["takeProfit", "BUY", "64000", "above the mark"],
    ["stopLoss", "BUY", "64000", "below the mark"],
    ["takeProfit", "SELL", "64000.1", "below the mark"],
    ["stopLoss", "SELL", "63999.9", "above the mark"],
  ] as const)("a %s of a %s at %s is on the wrong side", (kind, side, text, problem) => {
    const checked = checkAttached(kind, { unit: "price", text }, entry({ side }), wording);
    expect(checked.error).toContain(problem);
  });

  test("a stop beyond the liquidation is warned of, one before it is not", () => {
    const long = entry({ liquidationTicks: 600_000n });
    const at = (text: string) => checkAttached("stopLoss", { unit: "price", text }, long, wording);
    expect(at("60000").warning).toContain("60,000.0, before this stop");
    expect(at("60000.1").warning).toBeUndefined();
  });

  test("a take profit that the fees eat is warned of", () => {
    const checked = checkAttached("takeProfit", { unit: "price", text: "64010" }, entry(), wording);
    expect(checked.warning).toContain("a loss");
  });

  test("a figure that is no price says so", () => {
    const at = (unit: "price" | "percent" | "profit", text: string) =>
      checkAttached("stopLoss", { unit, text }, entry(), wording).error;
    expect(at("price", "62000.05")).toContain("multiple of 0.1");
    expect(at("percent", "100")).toContain("no valid price");
    expect(at("profit", "99999")).toContain("no valid price");
    expect(at("percent", "1,234")).toContain("two numbers");
  });
});

const sides = fc.constantFrom<Side>("BUY", "SELL");
const kinds = fc.constantFrom<AttachedKind>("takeProfit", "stopLoss");

describe("for every entry", () => {
  test("by profit: never less profit and never more loss than typed, and the next tick to the entry would be", () => {
    fc.assert(
      fc.property(sides, kinds, fc.bigInt({ min: 1n, max: 200_000n }), (side, kind, cents) => {
        const from = entry({ side });
        const { ticks } = checkAttached(
          kind,
          { unit: "profit", text: formatDecimal(cents, 2) },
          from,
          wording,
        );
        fc.pre(ticks !== undefined);
        const target = (kind === "takeProfit" ? cents : -cents) * 10_000_000n;
        expect(profitAfterFees(ticks, from) >= target).toBe(true);
        expect(profitAfterFees(side === "BUY" ? ticks - 1n : ticks + 1n, from) < target).toBe(true);
      }),
    );
  });

  test("by percent: at least the profit's percent, at most the loss's", () => {
    fc.assert(
      fc.property(sides, kinds, fc.bigInt({ min: 1n, max: 9_000n }), (side, kind, hundredths) => {
        const from = entry({ side });
        const typed = { unit: "percent", text: formatDecimal(hundredths, 2) } as const;
        const { ticks } = checkAttached(kind, typed, from, wording);
        const value = ticks! * from.lots * scale.valueOfTickLot;
        const gain = side === "BUY" ? value - from.value : from.value - value;
        const bound = (kind === "takeProfit" ? hundredths : -hundredths) * from.value;
        expect(gain * 10_000n >= bound).toBe(true);
        expect((gain - from.lots * scale.valueOfTickLot) * 10_000n < bound).toBe(true);
      }),
    );
  });

  test("a price shown in another unit and typed there gives that price again, or one within the rounding shown", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 645_000n, max: 900_000n }), (ticks) => {
        const text = attachedAmount("price", ticks, entry());
        expect(checkAttached("takeProfit", { unit: "price", text }, entry(), wording).ticks).toBe(
          ticks,
        );
      }),
    );
  });
});
