/** A size in four units: conversions never buy more than the figure says, and never lose a lot. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import { previewOrder } from "#lib/protocol/orders/order-preview.ts";
import { EMPTY_DRAFT, type OrderDraft, type SizeUnit } from "./draft.ts";
import { checkOrder } from "./preview-draft.ts";
import { amountOfLots, lotsOfAmount, type SizeTerms } from "./size.ts";
import { sizeAtPrice, sizeChange, unitChange } from "./size-change.ts";
import { BTC, CONTEXT, wordingIn } from "./ticket.testing.ts";

const scale = marketScale(BTC);
const USDC = 1_000_000_000n;
const wording = wordingIn("en");
const terms = (change: Partial<SizeTerms> = {}): SizeTerms => ({
  scale,
  ticks: 640_000n,
  markTicks: 640_000n,
  largest: () => 300_000n,
  held: 0n,
  equity: 10_000n * USDC,
  ...change,
});
const lots = fc.bigInt({ min: 1n, max: 10n ** 9n });
const ticks = fc.bigInt({ min: 1n, max: 10n ** 7n });
const cents = fc.bigInt({ min: 0n, max: 10n ** 10n });

describe("an amount of USDC", () => {
  test("never buys more than it says, and not a lot less", () => {
    fc.assert(
      fc.property(cents, ticks, (amount, price) => {
        const bought = lotsOfAmount("quote", formatDecimal(amount, 2), terms({ ticks: price }));
        const lotValue = price * scale.valueOfTickLot;
        expect(bought! * lotValue <= amount * 10_000_000n).toBe(true);
        expect((bought! + 1n) * lotValue > amount * 10_000_000n).toBe(true);
      }),
    );
  });

  test("that is shown for some lots gives the same lots when it is typed", () => {
    fc.assert(
      fc.property(lots, ticks, (size, price) => {
        const at = terms({ ticks: price });
        expect(lotsOfAmount("quote", amountOfLots("quote", size, at), at)).toBe(size);
      }),
    );
  });
});

describe("a share", () => {
  test("is never more than the whole, grows with its figure, and 100 % is all of it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000n }), lots, (share, largest) => {
        const at = terms({ largest: () => largest });
        const taken = lotsOfAmount("share", formatDecimal(share, 2), at)!;
        expect(taken <= largest).toBe(true);
        expect(taken * 10_000n > largest * share - 10_000n).toBe(true);
        expect(lotsOfAmount("share", "100", at)).toBe(largest);
      }),
    );
    expect(lotsOfAmount("share", "100.01", terms())).toBeUndefined();
  });

  test("of free margin always fits the free margin, whatever the book", () => {
    const level = fc.record({
      ticks: fc.bigInt({ min: 640_000n, max: 703_000n }),
      lots: fc.bigInt({ min: 1n, max: 400_000n }),
    });
    const book = fc.array(level, { maxLength: 8 });
    fc.assert(
      fc.property(cents, book, fc.nat(100), fc.boolean(), (money, asks, share, limit) => {
        const levels = { asks: asks.toSorted((a, b) => (a.ticks < b.ticks ? -1 : 1)), bids: [] };
        const draft: OrderDraft = limit
          ? { ...EMPTY_DRAFT, price: "64000" }
          : { ...EMPTY_DRAFT, type: "MARKET", timeInForce: "IOC" };
        const holdings = cashOnly(money * 10_000_000n);
        const { sizeTerms, edgeTicks } = checkOrder(
          draft,
          { holdings, context: CONTEXT, levels },
          wording,
          undefined,
        );
        const taken = lotsOfAmount("share", String(share), sizeTerms!)!;
        if (taken === 0n) return;
        const order = {
          side: "BUY" as const,
          lots: taken,
          limitTicks: limit ? 640_000n : edgeTicks!,
          rests: limit,
          allOrNothing: false,
        };
        const at = { market: BTC, scale, markTicks: 640_000n, opposite: levels.asks };
        const { freeAfter, entire } = previewOrder(order, holdings, at);
        expect([freeAfter >= 0n, entire.free >= 0n]).toEqual([true, true]);
        expect(taken * 640_000n * scale.valueOfTickLot <= money * 10_000_000n * 20n).toBe(true);
      }),
    );
  });
});

describe("a leverage", () => {
  test("is the position after the order over the account's value, never more", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2_000n }),
        fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        (figure, held) => {
          const at = terms({ held });
          const bought = lotsOfAmount("leverage", formatDecimal(figure, 2), at)!;
          const worth = (held + bought) * 640_000n * scale.valueOfTickLot * 100n;
          expect(bought === 0n || worth <= figure * at.equity).toBe(true);
          expect(worth + 640_000n * scale.valueOfTickLot * 100n > figure * at.equity).toBe(true);
        },
      ),
    );
  });

  test("without an account there is none", () => {
    expect(lotsOfAmount("leverage", "2", terms({ equity: 0n }))).toBeUndefined();
    expect(amountOfLots("leverage", 5n, terms({ equity: 0n }))).toBe("");
  });
});

describe("in the draft", () => {
  const context = (change: Partial<SizeTerms> = {}) => ({
    market: BTC,
    scale,
    sizeTerms: terms(change),
    wording,
    lots: 12_345n,
  });

  test("changing the unit, any number of times, leaves what is signed as it is", () => {
    const unit = fc.constantFrom<SizeUnit>("base", "quote", "share", "leverage");
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        let draft: OrderDraft = { ...EMPTY_DRAFT, size: "0.12345" };
        for (const next of units) draft = { ...draft, ...unitChange(next, draft, context()) };
        expect(draft.size).toBe("0.12345");
      }),
    );
  });

  test("an amount becomes a size; nonsense becomes none, and keeps its text", () => {
    expect(sizeChange("quote", "1 000", context())).toEqual({
      size: "0.01562",
      amount: { unit: "quote", text: "1 000" },
    });
    expect(sizeChange("quote", "1,000", context()).size).toBe("");
    expect(sizeChange("share", "250", context()).size).toBe("");
  });

  test("a price that a person changes moves the size of an amount, and of nothing else", () => {
    const amount = { unit: "quote", text: "1000" } as const;
    const draft: OrderDraft = { ...EMPTY_DRAFT, size: "0.01562", amount };
    expect(sizeAtPrice("50000", draft, context()).size).toBe("0.02");
    expect(sizeAtPrice("50,000", draft, context())).toEqual({});
    expect(
      sizeAtPrice("50000", { ...draft, amount: { unit: "base", text: "" } }, context()),
    ).toEqual({});
  });
});
