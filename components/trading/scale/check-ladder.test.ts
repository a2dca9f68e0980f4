import { expect, test } from "vitest";
import { CONTEXT, wordingIn } from "#components/trading/ticket/ticket.testing.ts";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import { checkLadder } from "./check-ladder.ts";
import { ladderOf } from "./ladder.ts";

const USDC = 1_000_000_000n;
const wording = wordingIn("en");
const draft = { side: "BUY", postOnly: true, reduceOnly: false } as const;
/** 0.01 BTC in five rungs from 63,000 to 62,000. */
const rungs = ladderOf({
  lots: 1_000n,
  fromTicks: 630_000n,
  toTicks: 620_000n,
  count: 5,
  shape: "even",
});
const situation = (balance: bigint) => ({
  holdings: cashOnly(balance * USDC),
  context: CONTEXT,
  levels: { asks: [], bids: [] },
});

test("every rung is an order of its own, and the margin is that of all of them", () => {
  const checked = checkLadder(draft, rungs, situation(1_000n), wording);
  expect(checked.error).toBeUndefined();
  expect(checked.orders).toHaveLength(5);
  expect(checked.orders?.[0]).toMatchObject({
    market: "BTCUSDC",
    side: "BUY",
    size: "0.002",
    price: "63000",
    order_type: "LIMIT",
    time_in_force: "GTC",
    flags: 1,
  });
  expect(checked.averageTicksE4).toBe(6_250_000_000n);
  expect(checked.value).toBe(625n * USDC);
  // A twentieth of 640 USDC at the mark, and the taker's fee of it that the venue reserves.
  expect(checked.margin).toBe(32_288_000_000n);
  expect(checked.free).toBe(967_712_000_000n);
});

test("what the rungs before it leave decides about the last one", () => {
  const checked = checkLadder(draft, rungs, situation(31n), wording);
  expect(checked.orders).toBeUndefined();
  expect(checked.error).toBe("Not enough free margin for this order.");
});

test("a rung that the venue would refuse is named in its words", () => {
  const small = ladderOf({
    lots: 10n,
    fromTicks: 630_000n,
    toTicks: 620_000n,
    count: 5,
    shape: "even",
  });
  const checked = checkLadder(draft, small, situation(1_000n), wording);
  expect(checked.orders).toBeUndefined();
  expect(checked.error).toContain("10 USDC");
  const crossing = [{ ticks: 650_000n, lots: 200n }];
  expect(checkLadder(draft, crossing, situation(1_000n), wording).error).toBeDefined();
});
