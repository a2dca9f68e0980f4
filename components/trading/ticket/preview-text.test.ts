import { expect, test } from "vitest";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import { EMPTY_DRAFT, type OrderDraft } from "./draft.ts";
import { checkOrder } from "./preview-draft.ts";
import { isDeciding, type PreviewRow, previewRows } from "./preview-text.ts";
import { CONTEXT, wordingIn } from "./ticket.testing.ts";

const USDC = 1_000_000_000n;
const levels = {
  asks: [{ ticks: 640_010n, lots: 10_000n }],
  bids: [{ ticks: 639_990n, lots: 10_000n }],
};
const wording = wordingIn("en");

function listOf(change: Partial<OrderDraft>, known = true, held = 0n): PreviewRow[] {
  const value = held * 640_000n * CONTEXT.scale.valueOfTickLot;
  const holdings = {
    ...cashOnly(10_000n * USDC),
    position: { size: held, cost: value, wallet: null },
    initialMargin: value / 20n,
    maintenanceMargin: value / 40n,
  };
  const context = { ...CONTEXT, positionLots: held };
  const draft = { ...EMPTY_DRAFT, price: "64001", size: formatFixed(10_000n, 5), ...change };
  const judged = checkOrder(draft, { holdings, context, levels }, wording, undefined);
  const source = { ...judged, wording, market: CONTEXT.market, scale: CONTEXT.scale };
  return previewRows({ ...source, accountKnown: known }, true);
}

function rows(...of: Parameters<typeof listOf>): Record<string, string> {
  return Object.fromEntries(listOf(...of).map(({ label, value }) => [label, value]));
}

function names(change: Partial<OrderDraft>): string[] {
  return listOf(change).map(({ name }) => name);
}

test("an order that fills has its price, its distance from the mark, and no remainder", () => {
  expect(rows({})).toEqual({
    "Order value": "6,400.10 USDC",
    "Average fill": "64,001.0 (0.00%)",
    "Fee now": "2.88 USDC",
    "Margin required": "320.00 USDC",
    "Liquidation price": "none",
    Leverage: "0.64×",
    Position: "0.10000 BTC",
    "Average entry": "64,001.0",
    "Free margin after": "9,677.02 USDC",
    "Margin mode": "Cross 20×",
    "Worst price": "64,001.0",
  });
});

test("an order that can not rest is never said to rest", () => {
  const away = { price: "63000" };
  expect(rows({ ...away, timeInForce: "IOC" })["Average fill"]).toBe("nothing would fill now");
});

test("an order that rests shows the account once it has filled at its own price", () => {
  const leveraged = { price: "63000", size: "3" };
  expect(rows(leveraged)).toEqual({
    "Order value": "189,000.00 USDC",
    "Fee if filled": "28.35 USDC",
    "Margin required": "9,686.40 USDC",
    "Liquidation price if filled": "61,206.3",
    "Leverage if filled": "14.80×",
    "Position if filled": "3.00000 BTC",
    "Average entry if filled": "63,000.0",
    "Free margin after": "313.60 USDC",
    "Margin mode": "Cross 20×",
  });
});

test("without a size nothing is previewed", () => {
  expect(rows({ size: "" })).toEqual({});
});

test("a part fill names what is left and what becomes of it", () => {
  const size = "0.3";
  const dropped = rows({ size, timeInForce: "IOC" });
  expect(dropped["Fills now"]).toBe("0.10000; 0.20000 will not fill");
  expect(rows({ size })["Fills now"]).toBe("0.10000; 0.20000 rests");
});

test("margin that comes back is called freed, liquidation has a before; an unread account has neither", () => {
  const sell = { side: "SELL", price: "63999", size: "0.1" } as const;
  const closing = rows(sell, true, 20_000n);
  expect(closing["Margin freed"]).toBe("320.00 USDC");
  expect(closing["Liquidation price"]).toBe("14,359.0 → none");
  const unread = rows(sell, false, 20_000n);
  expect([unread["Margin required"], unread["Liquidation price"]]).toEqual(["—", "—"]);
});

test("an order that waits reserves nothing and says its fee at the trigger", () => {
  const stop = { type: "STOP_LOSS_MARKET", side: "SELL", triggerPrice: "60000" } as const;
  expect(rows(stop)).toMatchObject({
    "Order value": "6,000.00 USDC",
    "Fee at the trigger": "2.70 USDC",
    "Margin required": "0.00 USDC",
    "Position if filled": "-0.10000 BTC",
  });
});

test("what does not fill counts in value and margin: an order for much more than the book is not a small one", () => {
  const figures = rows({ type: "MARKET", timeInForce: "IOC", size: "1000" });
  expect(figures).toMatchObject({
    "Order value": "64,000,000.10 USDC",
    "Fills now": "0.10000; 999.90000 will not fill",
    "Margin required": "3,200,000.00 USDC",
  });
});

test("liquidation, margin and a fee stand beside the button for every order, and in no second place", () => {
  const stop = { type: "STOP_LOSS_MARKET", side: "SELL", triggerPrice: "60000" } as const;
  const kinds: Partial<OrderDraft>[] = [{}, { price: "63000" }, { size: "0.3" }, stop];
  const beside = kinds.map((change) => names(change).filter(isDeciding));
  expect(beside).toEqual([
    ["feeNow", "marginRequired", "liquidation"],
    ["feeResting", "marginRequired", "liquidation"],
    ["feeNow", "feeResting", "marginRequired", "liquidation"],
    ["feeAtTrigger", "marginRequired", "liquidation"],
  ]);
});
