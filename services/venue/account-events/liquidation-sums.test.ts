/** What a liquidation closed, of accounts and of isolated positions. */
import { expect, test } from "vitest";
import { pubkeyOf } from "#services/venue/engine/commands.testing.ts";
import { BTC, TestEngine } from "#services/venue/engine/engine.testing.ts";
import { choose } from "#services/venue/engine/isolated.testing.ts";
import { LiquidationSums } from "./liquidation-sums.ts";

const ann = pubkeyOf("ann");

/** ann is long 10 SOL at 100, isolated with 100, and has 899.55 beside it. */
function isolated(): TestEngine {
  const engine = new TestEngine().deposit("ann", "1000").deposit("bob", "1000000");
  choose(engine, 10);
  engine.sell("bob", "10", "100");
  engine.buy("ann", "10", "100");
  return engine;
}

/** The sums of what `step` ended. */
function endedBy(engine: TestEngine, step: () => void) {
  const sums = new LiquidationSums(engine.state, new Map());
  const before = engine.fills.length;
  step();
  for (const fill of engine.fills.slice(before)) sums.fill(fill);
  return sums.ended();
}

test("the takeover of an isolated position is a liquidation, and the sum names what the account keeps", () => {
  const engine = isolated().deposit("insurance", "1000");
  const ended = endedBy(engine, () => engine.mark("92.5"));
  // 915.75 for 10, and 15.75 returned to 899.55.
  expect([...ended]).toEqual([
    [
      ann,
      {
        reason: "LIQUIDATION",
        sum: {
          positions: [
            expect.objectContaining({
              market: "SOLUSDC",
              size: "10",
              average_price: "91.575",
              realized_pnl: "-84.25",
              remaining_size: "0",
            }),
          ],
          account_value: "915.3",
        },
      },
    ],
  ]);
});

test("a slice of an isolated position is not the end while it lacks margin, however much the account has", () => {
  const engine = isolated();
  engine.buy("bob", "0.2", "94.3");
  const ended = endedBy(engine, () => engine.mark("94.3"));
  expect(engine.position("ann")).toBe("9.8");
  expect([...ended]).toEqual([]);
});

test("the isolated position of a counterparty was deleveraged, and nothing lacked margin", () => {
  const engine = new TestEngine().deposit("ann", "1000").deposit("eve", "110");
  engine.deposit("bob", "1000000");
  choose(engine, 10);
  engine.buy("bob", "0.001", "50000", { market: BTC });
  engine.sell("ann", "10", "100");
  engine.buy("eve", "10", "100");
  const ended = endedBy(engine, () => engine.mark("85"));
  const reasons = [...ended].map(([account, { reason }]) => [account, reason]);
  expect(reasons).toEqual(
    expect.arrayContaining([
      [ann, "ADL"],
      [pubkeyOf("eve"), "LIQUIDATION"],
    ]),
  );
});
