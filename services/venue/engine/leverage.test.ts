/** An account's own leverage raises its initial margin; the figures are computed by hand beside each step. */
import { beforeEach, describe, expect, test } from "vitest";
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import { accountMargin } from "./account-margin.ts";
import { BTC, codeOf, orderFields, SOL, TestEngine, usdc } from "./engine.testing.ts";
import { leverageRecord } from "./update-leverage.ts";

let venue: TestEngine;
/** ann is long 10 at 100: worth 999.55 (1,000 less the fee of 0.45), with 100 of initial margin (10 %). */
beforeEach(() => {
  venue = new TestEngine().deposit("ann", "1000").deposit("bob", "1000000");
  venue.sell("bob", "10", "100");
  venue.buy("ann", "10", "100");
});

function lever(leverage: number, market = SOL, name = "ann", signer = name): string {
  // Equal bytes count once: each change has a millisecond of its own.
  venue.wait(1);
  return codeOf(venue.submit(venue.by(name, signer).updateLeverage(market, leverage, venue.time)));
}

function register(name: string, scopes: number): void {
  const expiresAt = venue.time + 1_000_000;
  venue.submit(venue.by("ann").registerSigner(name, { scopes, expiresAt }, venue.time));
}

function initial(name = "ann"): string {
  return usdc(accountMargin(venue.account(name)).initialMargin);
}

describe("a leverage", () => {
  test("below the market's is the account's initial margin, and only that", () => {
    const before = accountMargin(venue.account("ann"));
    expect(lever(5)).toBe("leverage");
    // 1,000 at 20 %.
    expect(initial()).toBe("200");
    expect(accountMargin(venue.account("ann"))).toEqual({
      ...before,
      initialMargin: 2n * before.initialMargin,
    });
  });

  test("that does not divide a million is rounded up to a part per million", () => {
    expect(lever(3)).toBe("leverage");
    // 1,000 × 0.333334.
    expect(initial()).toBe("333.334");
  });

  test("is of one market", () => {
    venue.buy("ann", "0.002", "49000", { market: BTC });
    // 0.002 × 50,000 × (5 % + 0.045 %) beside the 100 of SOL.
    expect(initial()).toBe("105.045");
    lever(1, BTC);
    expect(initial()).toBe("200.045");
    lever(2, SOL);
    expect(initial()).toBe("600.045");
  });

  test("counts for open orders as well", () => {
    venue.buy("ann", "10", "90");
    // 20 × 100 × 10 % + 1,000 × 0.045 %.
    expect(initial()).toBe("200.45");
    lever(4);
    expect(initial()).toBe("500.45");
  });

  test("may be chosen before there is anything in the market", () => {
    venue.deposit("eve", "1000");
    expect(lever(2, SOL, "eve")).toBe("leverage");
    expect(initial("eve")).toBe("0");
    venue.sell("bob", "20", "100");
    const order = orderFields("BUY", "20", "100");
    expect(codeOf(venue.submit(venue.by("eve").place(order, null, venue.time)))).toBe(
      "INSUFFICIENT_MARGIN",
    );
    venue.buy("eve", "19", "100");
    expect(initial("eve")).toBe("950");
  });

  test("stays when the position is closed", () => {
    lever(5);
    venue.buy("bob", "10", "100");
    venue.sell("ann", "10", "100");
    expect(venue.holding("ann").leverage).toBe(5);
  });

  test("does not move the liquidation price", () => {
    const before = accountMargin(venue.account("ann")).maintenanceMargin;
    lever(2);
    expect(accountMargin(venue.account("ann")).maintenanceMargin).toBe(before);
  });

  test("at the market's highest needs what the market needs", () => {
    lever(5);
    expect(lever(10)).toBe("leverage");
    expect(initial()).toBe("100");
  });
});

describe("a change is refused", () => {
  test.each([0, 11, 65_535])("to %i, where the market allows 1 to 10", (leverage) => {
    expect(lever(leverage)).toBe("LEVERAGE_OUT_OF_RANGE");
    expect(venue.holding("ann").leverage).toBe(0);
  });

  test("in a market that does not exist", () => {
    expect(lever(5, "NONE")).toBe("MARKET_NOT_FOUND");
  });

  test("when the account is not worth the margin that it needs, to the last unit", () => {
    // Worth 999.55: a leverage of 1 needs 1,000.
    const before = venue.content();
    expect(lever(1)).toBe("LEVERAGE_NEEDS_MARGIN");
    expect(venue.content()).toBe(before);
    expect(initial()).toBe("100");
    venue.deposit("ann", "0.449999999");
    expect(lever(1)).toBe("LEVERAGE_NEEDS_MARGIN");
    venue.deposit("ann", "0.000000001");
    expect(lever(1)).toBe("leverage");
  });

  test("but never one that needs less, however short the account is", () => {
    lever(2);
    // At 50.1 ann is worth 999.55 - 499 = 500.55 and needs 250.5; at 1 % above maintenance she is far below 50 %.
    venue.mark("50.1");
    venue.submit(venue.by("ann").withdraw("200", venue.time));
    venue.mark("33");
    const { accountValue, initialMargin } = accountMargin(venue.account("ann"));
    expect(accountValue).toBeLessThan(initialMargin);
    expect(lever(1)).toBe("LEVERAGE_NEEDS_MARGIN");
    expect(lever(3)).toBe("leverage");
    expect(lever(10)).toBe("leverage");
  });

  test("for a signer without the scope to trade", () => {
    register("key", SIGNER_SCOPE.CANCEL);
    expect(lever(5, SOL, "ann", "key")).toBe("SIGNER_NOT_AUTHORIZED");
    register("other", SIGNER_SCOPE.TRADE);
    expect(lever(5, SOL, "ann", "other")).toBe("leverage");
  });
});

describe("with a leverage", () => {
  const withdraw = (amount: string) =>
    codeOf(venue.submit(venue.by("ann").withdraw(amount, venue.time)));

  test("a withdrawal takes only what it leaves free", () => {
    lever(2);
    // 999.55 - 500.
    expect(withdraw("499.550001")).toBe("WITHDRAWAL_EXCEEDS_AVAILABLE");
    expect(withdraw("499.55")).toBe("transfer");
  });

  test("a resting order that its maker can no longer carry is cancelled instead of traded", () => {
    venue.deposit("eve", "1000").deposit("dan", "1000");
    lever(2, SOL, "eve");
    const [short, funded] = [venue.buy("eve", "19", "100"), venue.buy("dan", "19", "100")];
    // 19 × 94 × 50 % + 19 × 6 of open loss are more than eve's 1,000; without a leverage of his own dan needs 10 %.
    venue.mark("94");
    venue.sell("bob", "19", "100");
    expect([short.status, short.cancelReason]).toEqual(["CLOSED", "NOT_ENOUGH_MARGIN"]);
    expect(funded.filled).toBe(1_900);
  });
});

describe("tiers", () => {
  beforeEach(() => {
    venue = new TestEngine({
      margin_tiers: [
        { above: "1000", im_ratio: 200_000 },
        { above: "3000", im_ratio: 500_000 },
      ] as never,
    });
    venue.deposit("ann", "100000").deposit("bob", "1000000");
    venue.sell("bob", "100", "100");
  });

  test.each([
    // Up to 1,000 at 10 %.
    ["5", "50"],
    ["10", "100"],
    // What is above at 20 %.
    ["10.01", "100.2"],
    ["20", "300"],
    // And above 3,000 at 50 %: 100 + 400 + 1,000.
    ["50", "1500"],
  ])("a position of %s at 100 needs %s", (size, margin) => {
    venue.buy("ann", size, "100");
    expect(initial()).toBe(margin);
  });

  test("ask for their own ratio or that of the leverage, whichever is higher", () => {
    venue.buy("ann", "50", "100");
    lever(4);
    // 3,000 at 25 %, 2,000 at 50 %.
    expect(initial()).toBe("1750");
    lever(1);
    expect(initial()).toBe("5000");
  });

  test("leave the maintenance margin as it is", () => {
    venue.buy("ann", "50", "100");
    expect(usdc(accountMargin(venue.account("ann")).maintenanceMargin)).toBe("250");
  });
});

test("the record says what the account chose, and what the market allows", () => {
  const record = () => leverageRecord(venue.holding("ann").market, venue.holding("ann"));
  expect(record()).toEqual({
    market: SOL,
    mode: "CROSS",
    leverage: 10,
    max_leverage: 10,
    im_ratio: 100_000,
    chosen: false,
  });
  lever(3);
  expect(record()).toMatchObject({ leverage: 3, im_ratio: 333_334, chosen: true });
});
