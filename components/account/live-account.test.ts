import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import type { AccountRecord, PositionRecord } from "#lib/protocol/orders.ts";
import { directionOf, liveAccount, livePnl } from "./live-account.ts";

const scale = marketScale({ price_tick: "0.1" as Decimal, base_lot_size: "0.00001" as Decimal });
const here = { symbol: "BTCUSDC", mark: "64100.0", scale };
const position = {
  market: "BTCUSDC",
  size: "0.1",
  cost: "6400",
  mark_price: "64050",
  unrealized_pnl: "5",
} as PositionRecord;
const elsewhere = { ...position, market: "ETHUSDC", unrealized_pnl: "-2.5" } as PositionRecord;
const account = {
  balance: "1000",
  initial_margin: "320.5",
  unrealized_pnl: "5",
  unsettled_funding: "0.5",
  status: "ACTIVE",
} as AccountRecord;

test("here the live mark counts, elsewhere the venue's word", () => {
  expect(livePnl(position, here)).toBe(10_000_000_000n);
  expect(livePnl(position, { ...here, mark: undefined })).toBe(5_000_000_000n);
  expect(livePnl(elsewhere, here)).toBe(-2_500_000_000n);
});

test("the account's profit is the sum of the rows, and equity and free collateral follow it and the funding", () => {
  expect(liveAccount(account, [position, elsewhere], here)).toEqual({
    equity: 1_007_000_000_000n,
    margin: 320_500_000_000n,
    unrealizedPnl: 7_500_000_000n,
    free: 686_500_000_000n,
    liquidating: false,
  });
  expect(liveAccount(account, undefined, here).unrealizedPnl).toBe(5_000_000_000n);
  expect(liveAccount({ ...account, balance: "1" as Decimal }, [], here).free).toBe(0n);
});

test("a profit of less than half a cent has no direction", () => {
  expect([directionOf(4_999_999n), directionOf(5_000_000n), directionOf(-5_000_000n)]).toEqual([
    0, 1, -1,
  ]);
});
