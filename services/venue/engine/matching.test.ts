/** Which orders trade with each other, and what an order's terms do with the rest of it. */
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, POST_ONLY, REDUCE_ONLY, TestEngine } from "./engine.testing.ts";

let venue: TestEngine;
beforeEach(() => {
  venue = new TestEngine();
  for (const name of ["ann", "bob", "cat"]) venue.deposit(name, "10000");
});

test("the best price first, then the oldest, each at the maker's price", () => {
  const worse = venue.sell("bob", "1", "101");
  const older = venue.sell("cat", "1", "100");
  const newer = venue.sell("bob", "1", "100");
  venue.buy("ann", "2.5", "101");
  const makers = venue.fills
    .filter((fill) => fill.liquidity === "MAKER")
    .map((fill) => fill.orderId);
  expect(makers).toEqual([older.id, newer.id, worse.id]);
  expect(venue.trades.map(({ ticks, lots }) => [ticks, lots])).toEqual([
    [100_000, 100],
    [100_000, 100],
    [101_000, 50],
  ]);
});

describe("nobody trades with himself", () => {
  test("the resting order is cancelled, and the next one trades", () => {
    const own = venue.sell("ann", "1", "100");
    venue.sell("bob", "1", "100");
    const order = venue.buy("ann", "1", "100");
    expect(own).toMatchObject({ status: "CLOSED", cancelReason: "SELF_TRADE", filled: 0 });
    expect(order).toMatchObject({ filled: 100, cancelReason: "" });
  });

  test("also when two signers of one account meet", () => {
    const expiresAt = venue.time + 1_000_000;
    const registered = venue
      .by("ann")
      .registerSigner("robot", { scopes: 1, expiresAt }, venue.time);
    expect(codeOf(venue.submit(registered))).toBe("signer");
    const own = venue.sell("ann", "1", "100");
    venue.buy("ann", "1", "100", { signer: "robot" });
    expect(own.cancelReason).toBe("SELF_TRADE");
    expect(venue.trades).toEqual([]);
  });

  test("own orders beyond what is wanted stay", () => {
    venue.sell("bob", "1", "100");
    const own = venue.sell("ann", "1", "100");
    venue.buy("ann", "1", "100");
    expect(own.status).toBe("OPEN");
  });
});

describe("all or nothing", () => {
  test("fills whole over several prices", () => {
    venue.sell("bob", "1", "100");
    venue.sell("cat", "1", "101");
    expect(venue.buy("ann", "2", "101", { tif: "FOK" })).toMatchObject({
      filled: 200,
      cancelReason: "",
    });
  });

  test("trades nothing and changes nothing when one lot is missing", () => {
    const maker = venue.sell("bob", "1.99", "100");
    const order = venue.buy("ann", "2", "100", { tif: "FOK" });
    expect(order).toMatchObject({ filled: 0, status: "CLOSED", cancelReason: "FOK_NOT_FILLABLE" });
    expect(maker).toMatchObject({ status: "OPEN", remaining: 199 });
  });

  test("own orders do not count, and stay", () => {
    const own = venue.sell("ann", "1", "100");
    venue.sell("bob", "1", "100");
    expect(venue.buy("ann", "2", "100", { tif: "FOK" }).cancelReason).toBe("FOK_NOT_FILLABLE");
    expect(own.status).toBe("OPEN");
  });

  test("orders of makers that cannot pay do not count", () => {
    underwater();
    venue.sell("bob", "1", "101");
    expect(venue.buy("ann", "2", "101", { tif: "FOK" }).cancelReason).toBe("FOK_NOT_FILLABLE");
  });

  test("a reduce-only order larger than its position is not fillable whole", () => {
    venue.sell("bob", "1", "100");
    venue.buy("ann", "1", "100");
    venue.buy("cat", "5", "100");
    const order = venue.sell("ann", "2", "100", { tif: "FOK", flags: REDUCE_ONLY });
    expect(order).toMatchObject({ filled: 0, cancelReason: "FOK_NOT_FILLABLE" });
  });
});

/** eve offers 1 at 100 with the last of her margin; then her position in the other market loses it. */
function underwater() {
  venue.deposit("eve", "200");
  venue.sell("bob", "0.03", "50000", { market: "BTCUSDC" });
  venue.buy("eve", "0.03", "50000", { market: "BTCUSDC" });
  const offer = venue.sell("eve", "8", "100");
  venue.mark("48000", "BTCUSDC");
  return offer;
}

describe("a maker is judged again when it would trade", () => {
  test("a maker that cannot pay is cancelled and the next one trades", () => {
    const offer = underwater();
    venue.sell("bob", "1", "100");
    const order = venue.buy("ann", "1", "100");
    expect(offer).toMatchObject({ status: "CLOSED", cancelReason: "NOT_ENOUGH_MARGIN", filled: 0 });
    expect(order.filled).toBe(100);
  });

  test("a small position on the other side does not excuse a large order without margin", () => {
    venue.deposit("eve", "200");
    venue.sell("bob", "0.03", "50000", { market: "BTCUSDC" });
    venue.buy("eve", "0.03", "50000", { market: "BTCUSDC" });
    venue.sell("bob", "0.1", "100");
    venue.buy("eve", "0.1", "100");
    const offer = venue.sell("eve", "8", "100");
    venue.mark("48000", "BTCUSDC");
    venue.buy("ann", "8", "100");
    expect(offer).toMatchObject({ filled: 0, cancelReason: "NOT_ENOUGH_MARGIN" });
    expect(venue.position("eve")).toBe("0.1");
  });

  test("who only closes needs no margin", () => {
    venue.deposit("eve", "200");
    venue.sell("bob", "0.03", "50000", { market: "BTCUSDC" });
    venue.buy("eve", "0.03", "50000", { market: "BTCUSDC" });
    venue.sell("bob", "1", "100");
    venue.buy("eve", "1", "100");
    const closing = venue.sell("eve", "1", "100");
    venue.mark("48000", "BTCUSDC");
    venue.buy("ann", "1", "100");
    expect(closing).toMatchObject({ filled: 100, cancelReason: "" });
  });
});

describe("what remains", () => {
  test.each([
    ["LIMIT GTC rests", "100", { tif: "GTC" }, { status: "OPEN", remaining: 100 }],
    ["LIMIT IOC ends", "100", { tif: "IOC" }, { status: "CLOSED", cancelReason: "IOC_UNFILLED" }],
    ["MARKET ends", null, {}, { status: "CLOSED", cancelReason: "NO_LIQUIDITY" }],
  ] as const)("%s", (_, price, terms, expected) => {
    venue.sell("bob", "1", "100");
    expect(venue.buy("ann", "2", price, terms)).toMatchObject({ filled: 100, ...expected });
  });

  test("a post-only order rests or is refused; it never takes", () => {
    venue.sell("bob", "1", "100");
    const crossing = venue.place("ann", ["BUY", "1", "100"], { flags: POST_ONLY });
    expect(crossing).toMatchObject({
      refusal: { code: "POST_ONLY_WOULD_CROSS", context: { ask: "100" } },
    });
    expect(venue.buy("ann", "1", "99.999", { flags: POST_ONLY }).status).toBe("OPEN");
  });
});
