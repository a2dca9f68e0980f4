/** What an isolated position may and may not touch; the figures are computed by hand beside each step. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { accountMargin } from "./account-margin.ts";
import {
  BTC,
  codeOf,
  orderFields,
  ordersIn,
  protection,
  REDUCE_ONLY,
  SOL,
  TestEngine,
  usdc,
} from "./engine.testing.ts";
import { changeMargin, choose, marginView } from "./isolated.testing.ts";
import { liquidationTicks } from "./isolated.ts";
import { stateHash } from "./state-hash.ts";

let venue: TestEngine;
/** ann has 1,000 and SOL isolated at 10×. */
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "1000").deposit("bob", "1000000");
  choose(venue, 10);
});

/** ann buys 10 at 100: 899.55 are left of her balance, and 100 are in the wallet. */
function long(): void {
  venue.sell("bob", "10", "100");
  venue.buy("ann", "10", "100");
}

/** A position that shares the balance: 0.1 at 50,000 needs 250 of margin, and paid 2.25 of fee. */
function crossLong(): void {
  venue.sell("bob", "0.1", "50000", { market: BTC });
  venue.buy("ann", "0.1", "50000", { market: BTC });
}

describe("the mode of a market", () => {
  test("is that of its positions only", () => {
    long();
    crossLong();
    expect(venue.holding("ann", BTC).isolated).toBeNull();
    // 899.55 - 2.25, of which 250 are margin.
    expect(marginView(venue)).toMatchObject({ balance: "897.3", free: "647.3", wallet: "100" });
  });

  test.each<[string, () => void]>([
    ["a position", long],
    ["a resting order", () => venue.buy("ann", "1", "95")],
    [
      "an order that waits for its trigger",
      () => {
        const terms = { type: "STOP_LOSS_MARKET", trigger: "95", source: "mark" } as const;
        venue.sell("ann", "1", null, terms);
      },
    ],
    [
      "a group whose children sleep",
      () => {
        const entry = orderFields("BUY", "1", "95");
        venue.group("ann", entry, protection("STOP_LOSS_MARKET", "SELL", "90", "1"));
      },
    ],
  ])("stays while there is %s", (_, use) => {
    use();
    const before = venue.content();
    expect(choose(venue, 10, { mode: "CROSS" })).toBe("MARGIN_MODE_IN_USE");
    expect(venue.content()).toBe(before);
    // The leverage may change.
    expect(choose(venue, 5)).toBe("leverage");
  });

  test("may change back and forth while there is nothing", () => {
    long();
    venue.buy("bob", "10", "100");
    venue.sell("ann", "10", "100");
    expect(choose(venue, 10, { mode: "CROSS" })).toBe("leverage");
    expect(venue.holding("ann").isolated).toBeNull();
    long();
    expect(marginView(venue).wallet).toBeNull();
    expect(choose(venue, 10)).toBe("MARGIN_MODE_IN_USE");
  });

  test("leaves the hash of an account that never used it as it was", () => {
    const [plain, back] = [new TestEngine(), new TestEngine()];
    for (const one of [plain, back]) one.deposit("ann", "1000").holding("ann");
    choose(plain, 10, { mode: "CROSS" });
    choose(back, 10);
    expect(back.content()).not.toBe(plain.content());
    choose(back, 10, { mode: "CROSS" });
    choose(plain, 10, { mode: "CROSS" });
    expect(back.content()).toBe(plain.content());
  });
});

describe("a change of its margin is refused", () => {
  test.each(["0", "-0", "", "+1", "--1", "1.0000001", "1e2", "one"])("as %j", (amount) => {
    long();
    expect(changeMargin(venue, amount)).toBe("INVALID_FIELD");
  });

  test("without an isolated position, or in a market that does not exist", () => {
    expect(changeMargin(venue, "1")).toBe("POSITION_NOT_ISOLATED");
    crossLong();
    expect(changeMargin(venue, "1", "ann", BTC)).toBe("POSITION_NOT_ISOLATED");
    expect(changeMargin(venue, "1", "nobody")).toBe("POSITION_NOT_ISOLATED");
    expect(changeMargin(venue, "1", "ann", "NONE")).toBe("MARKET_NOT_FOUND");
  });

  test("beyond what orders and other positions leave free", () => {
    long();
    crossLong();
    const before = venue.content();
    expect(changeMargin(venue, "647.300001")).toBe("ISOLATED_MARGIN_NOT_FREE");
    expect(venue.content()).toBe(before);
    expect(changeMargin(venue, "647.3")).toBe("isolated_margin");
    expect(marginView(venue)).toMatchObject({ balance: "250", free: "0", wallet: "747.3" });
  });

  test("when it would take profit that is not realised", () => {
    long();
    // Worth 300, needs 120: but only 100 are money.
    venue.mark("120");
    expect(changeMargin(venue, "-100.000001")).toBe("ISOLATED_MARGIN_NEEDED");
    expect(changeMargin(venue, "-100")).toBe("isolated_margin");
    expect(marginView(venue)).toMatchObject({ balance: "999.55", wallet: "0", position: "10" });
  });

  test("when the leverage needs more than there is", () => {
    venue.deposit("eve", "150");
    choose(venue, 10, { name: "eve" });
    venue.sell("bob", "10", "100");
    venue.buy("eve", "10", "100");
    // 49.55 are free, and 5× needs 100 more.
    const before = venue.content();
    expect(choose(venue, 5, { name: "eve" })).toBe("LEVERAGE_NEEDS_MARGIN");
    expect(venue.content()).toBe(before);
  });
});

describe("the balance", () => {
  test("is all that orders and withdrawals see", () => {
    long();
    // 300 of profit in the position open nothing.
    venue.mark("130");
    expect(codeOf(venue.place("ann", ["BUY", "0.4", "49000"], { market: BTC }))).toBe(
      "INSUFFICIENT_MARGIN",
    );
    expect(codeOf(venue.submit(venue.by("ann").withdraw("899.550001", venue.time)))).toBe(
      "WITHDRAWAL_EXCEEDS_AVAILABLE",
    );
    expect(codeOf(venue.submit(venue.by("ann").withdraw("899.55", venue.time)))).toBe("transfer");
    expect(marginView(venue)).toMatchObject({ balance: "0", wallet: "100", position: "10" });
  });

  test("keeps the position when cross positions are liquidated, with the orders that close it", () => {
    venue.deposit("insurance", "10000");
    long();
    crossLong();
    venue.submit(venue.by("ann").withdraw("500", venue.time));
    const closing = venue.sell("ann", "10", "120", { flags: REDUCE_ONLY });
    const opening = venue.buy("ann", "1", "95");
    // 397.3 - 0.1 × 5,000 < 0.
    venue.mark("45000", BTC);
    expect(venue.position("ann", BTC)).toBe("0");
    expect(marginView(venue)).toMatchObject({ balance: "0", wallet: "100", position: "10" });
    expect([closing.status, opening.cancelReason]).toEqual(["OPEN", "LIQUIDATION"]);
  });

  test("pays for no order whose loss the wallet cannot pay", () => {
    long();
    venue.status("Halted");
    venue.mark("88");
    // Worth -20, and the market trades again before the next mark.
    venue.status("Normal");
    venue.buy("bob", "30", "88");
    for (const size of ["10", "5", "20"]) {
      expect(codeOf(venue.place("ann", ["SELL", size, "88"]))).toBe("INSUFFICIENT_MARGIN");
    }
    expect(venue.balance("ann")).toBe("899.55");
  });
});

describe("its funding", () => {
  test("is paid from the wallet", () => {
    long();
    // Bids far above the mark make longs pay.
    for (let second = 0; second < 20; second += 1) {
      venue.mark("100");
      if (second === 0) venue.buy("bob", "1000", "104");
      venue.tick();
    }
    venue.sell("bob", "1", "104.5");
    venue.buy("ann", "1", "104.5");
    const paid = venue.funding.filter(({ account }) => account === venue.account("ann").pubkey);
    expect(paid.length).toBeGreaterThan(0);
    const sum = paid.reduce((total, { amount }) => total + amount, 0n);
    expect(sum).toBeGreaterThan(0n);
    // 100, and 10 + 4.5 for the lot at 104.5.
    expect(venue.holding("ann").isolated?.wallet).toBe(114_500_000_000n - sum);
  });
});

describe("its liquidation", () => {
  test("leaves the balance, other positions and their orders alone", () => {
    venue.deposit("insurance", "1000");
    long();
    crossLong();
    const resting = venue.sell("ann", "0.05", "52000", { market: BTC });
    const own = venue.buy("ann", "1", "80");
    const before = marginView(venue, "ann", BTC);
    venue.mark("85");
    expect(own.cancelReason).toBe("LIQUIDATION");
    expect(resting.status).toBe("OPEN");
    expect(marginView(venue, "ann", BTC)).toEqual({ ...before, free: expect.anything() });
    expect(venue.position("ann")).toBe("0");
  });

  test("does not delay that of the account", () => {
    long();
    crossLong();
    venue.submit(venue.by("ann").withdraw("647.3", venue.time));
    venue.buy("bob", "1", "94.7");
    venue.buy("bob", "0.1", "48705", { market: BTC });
    venue.mark("94.7");
    expect(venue.position("ann")).toBe("9");
    // 250 - 0.1 × 1,290 = 121 < 121.775: a slice in the same second.
    venue.mark("48710", BTC);
    expect(venue.position("ann", BTC)).toBe("0.08");
  });

  test("of two positions is each its own", () => {
    choose(venue, 20, { market: BTC });
    venue.deposit("insurance", "1000");
    long();
    crossLong();
    venue.mark("48000", BTC);
    expect([venue.position("ann"), venue.position("ann", BTC)]).toEqual(["10", "0"]);
    venue.mark("90");
    expect(venue.position("ann")).toBe("0");
  });

  test("ends the orders that protect the position", () => {
    venue.deposit("insurance", "1000");
    long();
    const outcome = venue.protect("ann", protection("TAKE_PROFIT_MARKET", "SELL", "120"));
    venue.mark("85");
    expect(ordersIn(outcome).map(({ cancelReason }) => cancelReason)).toEqual(["POSITION_CLOSED"]);
  });

  test("waits while the market is halted, and comes with the next mark", () => {
    venue.deposit("insurance", "1000");
    long();
    venue.status("Halted");
    venue.mark("85");
    expect(venue.position("ann")).toBe("10");
    venue.status("Normal");
    venue.mark("85");
    expect(venue.position("ann")).toBe("0");
  });
});

test("a stop of a group closes the position from its wallet, and the rest returns", () => {
  const entry = orderFields("BUY", "10", "100");
  venue.sell("bob", "10", "100");
  venue.group("ann", entry, protection("STOP_LOSS_MARKET", "SELL", "97", "10"));
  venue.buy("bob", "10", "96.9");
  venue.mark("97");
  // 100 - 31 - 969 × 0.045 %.
  expect(marginView(venue)).toMatchObject({ balance: "968.11395", wallet: "0", position: "0" });
});

test("an isolated position that is deleveraged returns its part of the wallet", () => {
  // ann is short 10 at 100, eve long on the balance with 110.
  venue.deposit("eve", "110");
  venue.sell("ann", "10", "100");
  venue.buy("eve", "10", "100");
  // eve is worth 109.55 - 150 = -40.45: closed at 1,000 - 109.55 = 890.45.
  venue.mark("85");
  expect(venue.position("eve")).toBe("0");
  // 1,000 less the maker's 0.15, and 109.55 of profit.
  expect(marginView(venue)).toMatchObject({ balance: "1109.4", wallet: "0", position: "0" });
});

test("a maker that reduces cannot sell its margin to a friend at the fund's cost", () => {
  venue.deposit("insurance", "10000");
  long();
  // Worth 47.4 at 94.74: half of the position may lose 23.7, and would lose 23.65 and a fee of 0.0675.
  venue.mark("94.74");
  const cheap = venue.sell("ann", "5", "90.01", { flags: REDUCE_ONLY });
  venue.buy("bob", "5", "90.01", { tif: "IOC" });
  expect(cheap).toMatchObject({ filled: 0, cancelReason: "NOT_ENOUGH_MARGIN" });
  expect(venue.balance("insurance")).toBe("10000");
});

test("a snapshot keeps wallet and mode: the hash covers them", () => {
  long();
  const before = stateHash(venue.state);
  const { isolated } = venue.holding("ann");
  if (isolated === null) throw new Error("ann's position is isolated");
  isolated.wallet += 1n;
  expect(stateHash(venue.state)).not.toBe(before);
  isolated.wallet -= 1n;
});

test("an isolated liquidation changes no other position's liquidation price", () => {
  let liquidated = 0;
  const moves = fc.array(fc.integer({ min: 85, max: 118 }), { minLength: 1, maxLength: 6 });
  const sizes = fc.record({
    isolated: fc.integer({ min: -40, max: 40 }),
    cross: fc.integer({ min: -30, max: 30 }),
    bids: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(sizes, moves, ({ isolated, cross, bids }, marks) => {
      const one = new TestEngine().deposit("ann", "1000").deposit("bob", "1000000");
      one.deposit("eve", "500").deposit("insurance", "100000");
      choose(one, 10);
      trade(one, "ann", isolated, SOL);
      trade(one, "ann", cross / 100, BTC);
      trade(one, "eve", cross / 200, BTC);
      if (bids > 0) one.buy("cat", "1", "90", { tif: "IOC", type: "LIMIT" });
      for (const mark of marks) {
        const before = pricesOf(one);
        const balance = one.account("ann").balance;
        const wasOpen = one.position("ann") !== "0";
        const fills = one.fills.length;
        one.mark(String(mark));
        if (one.fills.slice(fills).some(({ kind }) => kind !== "FILL")) liquidated += 1;
        const returned = one.account("ann").balance - balance;
        expect(returned).toBeGreaterThanOrEqual(0n);
        // What is left returns when it is closed, and can only move the owner's own prices away.
        const closed = wasOpen && one.position("ann") === "0";
        if (closed && returned > 0n) delete before["ann"];
        expect(pricesOf(one)).toMatchObject(before);
      }
    }),
    { numRuns: 200 },
  );
  expect(liquidated).toBeGreaterThan(20);

  function trade(one: TestEngine, name: string, size: number, market: string): void {
    if (size === 0) return;
    const lots = String(Math.abs(size));
    const price = market === SOL ? "100" : "50000";
    const [maker, taker] = size > 0 ? (["sell", "buy"] as const) : (["buy", "sell"] as const);
    one[maker]("bob", lots, price, { market });
    one.place(name, [taker === "buy" ? "BUY" : "SELL", lots, price], { market, tif: "IOC" });
    one.submit(one.by("bob").cancelAll(null, one.wait(1).time));
  }

  function pricesOf(one: TestEngine): Record<string, string | undefined> {
    const text = (name: string) => String(liquidationTicks(one.holding(name, BTC)));
    return { ann: text("ann"), eve: text("eve") };
  }
});

test("margins of balance and wallet are computed apart", () => {
  long();
  crossLong();
  const margin = accountMargin(venue.account("ann"));
  expect([margin.accountValue, margin.initialMargin, margin.maintenanceMargin].map(usdc)).toEqual([
    "897.3",
    "250",
    "125",
  ]);
});
