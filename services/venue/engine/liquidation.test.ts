/**
 * An account below maintenance is closed in slices no worse than the fillable price, taken over by the insurance fund below
 * two thirds, and closed against the opposite side at the bankruptcy price when the fund cannot pay. The figures are
 * computed by hand beside each step.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { BTC, codeOf, REDUCE_ONLY, SOL, TestEngine, usdc } from "./engine.testing.ts";

let venue: TestEngine;
/** eve is long 10 at 100 with 110 less the fee of 0.45: worth 109.55 at 100. */
beforeEach(() => {
  venue = new TestEngine();
  for (const name of ["bob", "cat"]) venue.deposit(name, "10000");
  venue.deposit("eve", "110");
  venue.sell("bob", "10", "100");
  venue.buy("eve", "10", "100");
});

describe("between two thirds of maintenance and all of it", () => {
  // At 93.7 eve is worth 109.55 - 63 = 46.55 and must keep 937 × 5 % = 46.85: 0.30 are lost.
  // Fillable price: 93.7 × (1 - 5 % × 0.30 / 46.85) = 93.67.

  test("nothing happens down to the liquidation price: 109.55 - 10 × (100 - p) = 0.5 × p at p = 93.7315…", () => {
    venue.buy("cat", "10", "93.732");
    venue.mark("93.732");
    expect(venue.position("eve")).toBe("10");
    venue.mark("93.731");
    expect(venue.position("eve")).toBe("8");
  });

  test("a fifth is closed at the fillable price, for a fee of 1 % to the insurance fund", () => {
    venue.buy("cat", "10", "93.67");
    venue.mark("93.7");
    expect(venue.trades.at(-1)).toMatchObject({ type: "LIQUIDATION", ticks: 93_670, lots: 200 });
    expect(venue.position("eve")).toBe("8");
    // 109.55 - 2 × (100 - 93.67) - 1 % × 187.34; who is liquidated pays no trading fee.
    expect(venue.balance("eve")).toBe("95.0166");
    expect(venue.balance("insurance")).toBe("1.8734");
  });

  test("a bid one tick below the fillable price is not taken", () => {
    venue.buy("cat", "10", "93.669");
    venue.mark("93.7");
    expect(venue.position("eve")).toBe("10");
    expect(venue.fills.filter(({ kind }) => kind === "LIQUIDATION")).toEqual([]);
  });

  test("the next slice comes a second later, not with the next mark", () => {
    venue.buy("cat", "1", "93.67");
    venue.buy("cat", "10", "93.6");
    venue.mark("93.7");
    expect(venue.position("eve")).toBe("9");
    // Worth 102.2833 - 61.2 = 41.0833, maintenance 41.94.
    venue.mark("93.2");
    expect(venue.position("eve")).toBe("9");
    venue.tick();
    // A fifth of 9.
    expect(venue.position("eve")).toBe("7.2");
  });

  test("the account's orders are cancelled first, in all markets, triggers too", () => {
    const orders = [
      venue.sell("eve", "5", "120", { flags: REDUCE_ONLY }),
      venue.sell("eve", "5", null, {
        type: "TAKE_PROFIT_MARKET",
        tif: "GTC",
        trigger: "130",
        source: "mark",
        flags: REDUCE_ONLY,
      }),
      venue.buy("eve", "0.0003", "50000", { market: "BTCUSDC" }),
    ];
    venue.mark("93.6");
    expect(orders.map(({ cancelReason }) => cancelReason)).toEqual(orders.map(() => "LIQUIDATION"));
    expect(venue.account("eve").openOrders).toBe(0);
  });

  test("a position worth less than five least orders is closed at once", () => {
    // dan: 4.3 less the fee of 0.018; at 93.9 worth 1.842, maintenance 0.4 × 93.9 × 5 % = 1.878.
    venue.deposit("dan", "4.3");
    venue.sell("bob", "0.4", "100");
    venue.buy("dan", "0.4", "100");
    venue.buy("cat", "1", "93.9");
    venue.mark("93.9");
    expect(venue.position("dan")).toBe("0");
    // 4.282 - 0.4 × 6.1 - 1 % of 37.56.
    expect(venue.balance("dan")).toBe("1.4664");
  });
});

describe("below two thirds", () => {
  test("the insurance fund takes the position at the mark less 1 %, and the account keeps the rest", () => {
    // At 92: worth 29.55, maintenance 46, two thirds of it 30.67.
    venue.mark("92");
    expect(venue.position("eve")).toBe("0");
    // 10 × 92 × 99 % = 910.8 for what cost 1,000.
    expect(venue.balance("eve")).toBe("20.35");
    expect(venue.position("insurance")).toBe("10");
    expect(usdc(venue.holding("insurance").cost)).toBe("910.8");
    expect(venue.fills.at(-1)).toMatchObject({ kind: "TAKEOVER", fee: 0n, orderId: 0 });
  });

  test("what the account then lacks the fund pays: it ends at exactly nothing", () => {
    venue.deposit("insurance", "100");
    // At 80: worth 109.55 - 200 = -90.45; the fund is worth 9.55 afterwards.
    venue.mark("80");
    expect(venue.balance("eve")).toBe("0");
    // 100 - 90.45 - the 1 % of 800 that it paid less for the position.
    expect(venue.balance("insurance")).toBe("1.55");
    expect(venue.value("insurance")).toBe("9.55");
  });

  test("the fund sells what it took a fifth at a time, no worse than the price it took it at", () => {
    venue.mark("92");
    venue.buy("cat", "10", "91.079");
    venue.tick();
    expect(venue.position("insurance")).toBe("10");
    // 92 less 1 % is 91.08.
    venue.buy("cat", "10", "91.08");
    venue.tick();
    expect(venue.position("insurance")).toBe("8");
  });
});

describe("auto-deleveraging", () => {
  /** Shorts beside bob: dan earned the same with far more leverage. */
  beforeEach(() => {
    venue.deposit("dan", "100");
    venue.sell("dan", "4", "100");
    venue.buy("bob", "4", "100");
  });

  test("the account ends at exactly nothing; who earned most with most leverage is first, at the bankruptcy price", () => {
    venue.deposit("insurance", "50");
    // At 80 eve owes 90.45, more than the fund has: her 10 are closed at 80 + 9.045 = 89.045.
    venue.mark("80");
    expect(venue.position("eve")).toBe("0");
    expect(venue.balance("eve")).toBe("0");
    expect(venue.position("dan")).toBe("0");
    expect(venue.position("bob")).toBe("0");
    const adl = venue.fills.filter(({ kind, side }) => kind === "ADL" && side === "BUY");
    expect(adl.map(({ lots, value }) => [lots, usdc(value)])).toEqual([
      [400, "356.18"],
      [600, "534.27"],
    ]);
    expect(adl[0]?.account).toBe(venue.account("dan").pubkey);
    // 100 - 0.06 (0.015 % of 400 as a maker) + 400 - 356.18.
    expect(venue.balance("dan")).toBe("143.76");
    expect(venue.balance("insurance")).toBe("50");
  });

  test("funding that was not settled yet is settled once: the fund gains and loses nothing by it", () => {
    venue.deposit("insurance", "50");
    venue.tick();
    for (let second = 0; second < 100; second += 1) {
      venue.mark("100");
      venue.tick();
    }
    venue.mark("80");
    expect(venue.funding.length).toBeGreaterThan(0);
    expect(venue.balance("eve")).toBe("0");
    expect(venue.balance("insurance")).toBe("50");
  });

  test("with nothing in the fund the same happens to the last 1e-9 USDC", () => {
    venue.mark("89.01");
    // Worth -0.35: the bankruptcy price is 89.045.
    expect(venue.balance("eve")).toBe("0");
    expect(venue.balance("insurance")).toBe("0");
    expect(venue.fills.at(-1)?.kind).toBe("ADL");
  });

  test("the fund's own positions are closed the same way before it goes below nothing", () => {
    venue.mark("92");
    expect(venue.position("insurance")).toBe("10");
    // Taken at 91.08; at 90 the fund is worth -10.8.
    venue.mark("90");
    venue.tick();
    expect(venue.position("insurance")).toBe("0");
    expect(venue.balance("insurance")).toBe("0");
    // The shorts paid 910.8 for the 10, as the fund did.
    const paid = venue.fills.filter(({ kind, side }) => kind === "ADL" && side === "BUY");
    expect(usdc(paid.reduce((sum, { value }) => sum + value, 0n))).toBe("910.8");
  });

  test("nobody takes more than he can pay for while others can", () => {
    venue.deposit("fay", "600").deposit("gus", "10000");
    venue.sell("bob", "8", "100");
    venue.buy("gus", "8", "100");
    venue.sell("fay", "4", "100");
    venue.buy("bob", "4", "100");
    venue.sell("bob", "0.12", "50000", { market: BTC });
    venue.buy("fay", "0.12", "50000", { market: BTC });
    // fay lost 684 in the other market and gained 240 in this one; eve's bankruptcy price is 40 + 49.045.
    const marks = [
      { market: BTC, ticks: 443_000, confidencePpm: 0 },
      { market: SOL, ticks: 40_000, confidencePpm: 0 },
    ];
    venue.submit({ type: "set_marks", marks });
    expect(venue.position("eve")).toBe("0");
    const parts = venue.fills.filter(({ kind, side }) => kind === "ADL" && side === "BUY");
    expect(parts.length).toBeGreaterThan(1);
    expect(Number(venue.value("fay"))).toBeGreaterThanOrEqual(0);
    expect(Number(venue.value("insurance"))).toBeGreaterThanOrEqual(0);
  });

  test("several positions share the loss by their size, and no price is below nothing", () => {
    venue.deposit("fay", "80").deposit("gus", "10000");
    venue.sell("bob", "7", "100");
    venue.buy("fay", "7", "100");
    venue.buy("gus", "0.0003", "50000", { market: "BTCUSDC" });
    venue.sell("fay", "0.0003", "50000", { market: "BTCUSDC" });
    venue.mark("22");
    for (const { value } of venue.fills) expect(value >= 0n).toBe(true);
    expect(venue.balance("fay")).toBe("0");
  });
});

describe("nobody is liquidated", () => {
  test.each(["Halted", "PostOnly"] as const)(
    "in a market that is %s; once it trades again they are",
    (status) => {
      venue.status(status);
      venue.mark("80");
      venue.tick();
      expect(venue.position("eve")).toBe("10");
      venue.status("Normal");
      venue.tick();
      expect(venue.position("eve")).toBe("0");
    },
  );

  test("in the market that is halted, while the account's other positions are closed in slices", () => {
    venue.sell("bob", "0.0003", "50000", { market: BTC });
    venue.buy("eve", "0.0003", "50000", { market: BTC });
    venue.status("Halted", BTC);
    venue.buy("cat", "10", "92");
    // Far below two thirds: but what is in the halted market cannot be taken over.
    venue.mark("92");
    expect(venue.position("eve")).toBe("8");
    expect(venue.position("eve", BTC)).toBe("0.0003");
    venue.tick();
    expect(venue.position("eve")).toBe("6.4");
  });

  test("nor is the fund deleveraged where nobody may trade", () => {
    venue.mark("92");
    expect(venue.position("insurance")).toBe("10");
    venue.status("Halted");
    venue.mark("80");
    venue.tick();
    expect(venue.position("insurance")).toBe("10");
    venue.status("Normal");
    venue.tick();
    expect(venue.position("insurance")).toBe("0");
    expect(venue.balance("insurance")).toBe("0");
  });

  test("on a mark older than 60 s", () => {
    venue.status("Halted");
    venue.mark("80");
    venue.wait(60_000);
    venue.status("Normal");
    venue.tick();
    expect(venue.position("eve")).toBe("10");
    venue.mark("80");
    expect(venue.position("eve")).toBe("0");
  });

  test("who has no position, whatever is charged", () => {
    venue.buy("cat", "10", "100");
    venue.sell("eve", "10", "100");
    const before = venue.balance("eve");
    const order = venue.buy("eve", "5", "90");
    venue.mark("80");
    venue.mark("40");
    venue.mark("11");
    venue.tick();
    expect(venue.balance("eve")).toBe(before);
    expect(order.status).toBe("OPEN");
  });
});

describe("a position is not sold cheaply to a friend at the fund's cost", () => {
  // At 95 eve is worth 59.55 and must keep 47.5.
  beforeEach(() => {
    venue.mark("95");
  });

  test("as a taker: nothing that leaves a debt", () => {
    venue.buy("cat", "10", "85.5");
    const before = venue.content();
    expect(codeOf(venue.place("eve", ["SELL", "10", "85.5"], { tif: "IOC" }))).toBe(
      "INSUFFICIENT_MARGIN",
    );
    expect(codeOf(venue.place("eve", ["SELL", "10", null], { flags: REDUCE_ONLY }))).toBe(
      "INSUFFICIENT_MARGIN",
    );
    expect(venue.content()).toBe(before);
  });

  test("as a taker: nor a part that leaves the rest of the account weaker", () => {
    venue.buy("cat", "5", "85.5");
    expect(codeOf(venue.place("eve", ["SELL", "5", null], { flags: REDUCE_ONLY }))).toBe(
      "INSUFFICIENT_MARGIN",
    );
  });

  test("as a taker: closing near the mark is always possible", () => {
    venue.buy("cat", "5", "94.5");
    expect(venue.sell("eve", "5", null, { flags: REDUCE_ONLY }).filled).toBe(500);
  });

  test("as a maker: the order is cancelled when its fill would leave a debt", () => {
    const order = venue.sell("eve", "10", "85.5", { flags: REDUCE_ONLY });
    venue.buy("cat", "10", "85.5");
    expect(order).toMatchObject({ filled: 0, cancelReason: "NOT_ENOUGH_MARGIN" });
    expect(venue.position("eve")).toBe("10");
  });

  test("as a maker: nor when it is the fee that she could not pay", () => {
    // Worth 59.55 now; sold 5.955 below the mark she has nothing left, and 0.13 to pay.
    const order = venue.sell("eve", "10", "89.045", { flags: REDUCE_ONLY });
    venue.buy("cat", "10", "89.045");
    expect(order).toMatchObject({ filled: 0, cancelReason: "NOT_ENOUGH_MARGIN" });
  });

  test("as a maker: whoever is worth less than nothing when trading goes on waits for the fund", () => {
    const order = venue.sell("eve", "10", "100", { flags: REDUCE_ONLY });
    venue.status("PostOnly");
    venue.mark("89");
    venue.status("Normal");
    venue.mark("91.5", "BTCUSDC");
    venue.buy("cat", "10", "97.9");
    expect(order.filled).toBe(0);
  });
});
