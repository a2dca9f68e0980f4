import { expect, test } from "vitest";
import { directionOf } from "#components/trading/tables/direction.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { AccountRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { distancePpm, liveAccount, liveMaintenance, livePnl, returnPpm } from "./live-account.ts";
import { marginState } from "./margin-state.ts";

const scale = marketScale({ price_tick: "0.1" as Decimal, base_lot_size: "0.00001" as Decimal });
const here = { symbol: "BTCUSDC", mark: "64100.0", scale, mmRatio: 10_000 };
const position = {
  market: "BTCUSDC",
  size: "0.1",
  cost: "6400",
  mark_price: "64050",
  unrealized_pnl: "5",
  maintenance_margin: "64.05",
  liquidation_price: "58600",
} as PositionRecord;
const elsewhere = {
  ...position,
  market: "ETHUSDC",
  unrealized_pnl: "-2.5",
  maintenance_margin: "31.925",
  mark_price: "3000",
  liquidation_price: null,
} as PositionRecord;
const account = {
  balance: "1000",
  initial_margin: "320.5",
  unrealized_pnl: "5",
  maintenance_margin: "0",
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
    maintenance: 96_025_000_000n,
    maintenancePpm: 95_357n,
    nearest: { market: "BTCUSDC", distancePpm: 85_803n },
    liquidating: false,
  });
  expect(liveAccount(account, undefined, here).unrealizedPnl).toBe(5_000_000_000n);
  expect(liveAccount({ ...account, balance: "1" as Decimal }, [], here).free).toBe(0n);
});

test("an isolated position adds its worth to equity and margin, and leaves what is free and the maintenance", () => {
  // 640 in the wallet, 10 of profit here, 0.25 of funding owed.
  const alone = {
    ...position,
    isolated_wallet: "640",
    unsettled_funding: "0.25",
  } as PositionRecord;
  const shown = liveAccount(account, [alone, elsewhere], here);
  expect(shown).toMatchObject({
    equity: 1_646_750_000_000n,
    margin: 970_250_000_000n,
    unrealizedPnl: 7_500_000_000n,
    free: 676_500_000_000n,
    maintenance: 31_925_000_000n,
    nearest: { market: "BTCUSDC", distancePpm: 85_803n },
  });
  expect(shown.equity - shown.margin).toBe(shown.free);
  const isolated = [{ value: "649.75" }] as AccountRecord["isolated"];
  expect(liveAccount({ ...account, isolated }, undefined, here).equity).toBe(1_654_250_000_000n);
});

test("a profit of less than half a cent has no direction", () => {
  expect([directionOf(4_999_999n), directionOf(5_000_000n), directionOf(-5_000_000n)]).toEqual([
    0, 1, -1,
  ]);
});

test("the way to the liquidation price is a share of the mark, and none is left at or beyond it", () => {
  const at = (size: string, liquidation: string | null, mark: string) =>
    distancePpm({ size: size as Decimal, liquidation_price: liquidation as Decimal | null }, mark);
  expect(at("1", "90", "100")).toBe(100_000n);
  expect(at("-1", "125", "100.0")).toBe(250_000n);
  expect(at("1", "100", "100")).toBe(0n);
  expect(at("1", "101", "100")).toBe(0n);
  expect(at("-1", "99", "100")).toBe(0n);
  expect(at("1", null, "100")).toBeUndefined();
});

test("maintenance follows the live mark here, rounded up as the venue does", () => {
  expect(liveMaintenance(position, here)).toBe(64_100_000_000n);
  expect(liveMaintenance(position, { ...here, mark: undefined })).toBe(64_050_000_000n);
  expect(liveMaintenance({ ...position, size: "-0.00001" as Decimal }, here)).toBe(6_410_000n);
  expect(liveMaintenance(elsewhere, here)).toBe(31_925_000_000n);
});

test("the return is the move of the price times the leverage of the margin", () => {
  const entered = { size: "-0.5", average_entry_price: "60000" } as PositionRecord;
  // Against a short, 0.4 % up: 120 of the 30,000 that it was worth, and of its margin 20 times as much.
  expect(returnPpm(-120_000_000_000n, entered, 50_000)).toBe(-80_000n);
  expect(
    returnPpm(5n, { size: "0", average_entry_price: "0" } as PositionRecord, 50_000),
  ).toBeUndefined();
});

test("an account worth nothing with positions is in danger, one without positions is in no state", () => {
  const at = (maintenancePpm: bigint | undefined, maintenance = 1n) =>
    marginState({ maintenance, maintenancePpm, liquidating: false });
  expect([at(499_999n), at(500_000n), at(800_000n), at(undefined), at(undefined, 0n)]).toEqual([
    "safe",
    "caution",
    "danger",
    "danger",
    undefined,
  ]);
});
