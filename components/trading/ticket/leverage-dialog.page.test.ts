/** The dialog of the leverage: what is typed is checked, shown with its effect, and signed as it is shown. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import { isolatedArithmetic } from "#lib/protocol/orders/isolated-preview.ts";
import type { Holdings } from "#lib/protocol/orders/order-preview.ts";
import LeverageDialog from "./leverage-dialog.tsx";
import { BTC } from "./ticket.testing.ts";
import type { OrderCheck } from "./use-order-check.ts";

const setLeverage = vi.fn<(change: object) => Promise<undefined>>(() => Promise.resolve(undefined));
vi.mock("#components/trading/writes/use-orders.ts", () => ({ useSetLeverage: () => setLeverage }));

const USDC = 1_000_000_000n;
/** Long 0.1 BTC at 64,000 with 1,000 USDC: 320 are used. */
const LONG: Holdings = {
  ...cashOnly(1_000n * USDC),
  position: { size: 10_000n, cost: 6_400n * USDC, wallet: null },
  initialMargin: 320n * USDC,
  maintenanceMargin: 160n * USDC,
};

let root: Root;
const close = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

function open(holdings: Holdings, openHere = 0): void {
  const check = { market: BTC, scale: marketScale(BTC), markTicks: 640_000n, holdings, openHere };
  const dialog = createElement(LeverageDialog, {
    check: check as unknown as OrderCheck,
    onClose: close,
  });
  const whole = { locale: "en" as const, messages: english, children: dialog };
  act(() => root.render(createElement(I18nProvider, whole)));
}

const field = () =>
  document.querySelector<HTMLInputElement>("input:not([type=range], [type=radio])")!;
const slider = () => document.querySelector<HTMLInputElement>("input[type=range]")!;
const button = () => document.querySelector<HTMLButtonElement>("button[type=submit]")!;
const shown = () => document.body.textContent ?? "";

function type(input: HTMLInputElement, text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  act(() => {
    value.set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("it opens with the present leverage, which cannot be set again", () => {
  open({ ...LONG, leverage: 12 });
  expect(field().value).toBe("12");
  expect([slider().value, slider().max]).toEqual(["12", "20"]);
  expect(button().disabled).toBe(true);
});

test("a typed leverage shows what it changes, and is signed", () => {
  open(LONG);
  type(field(), "10");
  expect(slider().value).toBe("10");
  expect(shown()).toContain("320.00 USDC→640.00 USDC");
  expect(shown()).toContain("680.00 USDC→360.00 USDC");
  expect(shown()).toContain("13,600.00 USDC→3,600.00 USDC");
  // The liquidation price stays, so it stands alone.
  expect(shown()).toContain("Liquidation price55,384.7");
  act(() => button().click());
  expect(setLeverage).toHaveBeenCalledExactlyOnceWith({
    market: "BTCUSDC",
    leverage: 10,
    mode: "CROSS",
  });
  expect(close).toHaveBeenCalledOnce();
});

test("the slider writes into the field", () => {
  open(LONG);
  type(slider(), "7");
  expect(field().value).toBe("7");
});

test.each(["0", "21", "2.5", "-3", "x", ""])("%j is not a leverage", (typed) => {
  open(LONG);
  type(field(), typed);
  expect(shown()).toContain("A whole number from 1 to 20.");
  expect(button().disabled).toBe(true);
});

test("one that the account cannot carry says what is missing, and is not sent", () => {
  open(LONG);
  // 6,400 at a leverage of 1.
  type(field(), "1");
  expect(shown()).toContain("lacks 5,400.00 USDC");
  expect(button().disabled).toBe(true);
});

const mode = (value: string) =>
  document.querySelector<HTMLInputElement>(`input[type=radio][value=${value}]`)!;

test("without a position and orders the mode can change, and is signed with the leverage", () => {
  open(cashOnly(1_000n * USDC));
  expect(mode("CROSS").checked).toBe(true);
  expect(button().disabled).toBe(true);
  act(() => mode("ISOLATED").click());
  expect(shown()).toContain("A liquidation takes that margin and nothing else.");
  act(() => button().click());
  expect(setLeverage).toHaveBeenCalledExactlyOnceWith({
    market: "BTCUSDC",
    leverage: 20,
    mode: "ISOLATED",
  });
});

test.each<[string, Holdings, number]>([
  ["a position", LONG, 0],
  ["an open order", cashOnly(1_000n * USDC), 1],
])("with %s the mode stays, and the dialog says why", (_, holdings, openHere) => {
  open(holdings, openHere);
  expect([mode("CROSS").disabled, mode("ISOLATED").disabled]).toEqual([false, true]);
  expect(shown()).toContain("once you have no position and no open order");
});

test("an isolated position shows the margin that a lower leverage takes, and the liquidation price", () => {
  open({
    ...cashOnly(360n * USDC),
    position: { size: 10_000n, cost: 6_400n * USDC, wallet: 640n * USDC },
    isolated: isolatedArithmetic,
    leverage: 10,
  });
  expect(mode("ISOLATED").checked).toBe(true);
  type(field(), "8");
  expect(shown()).toContain("640.00 USDC→800.00 USDC");
  expect(shown()).toContain("59,077→57,435.9");
  act(() => button().click());
  expect(setLeverage).toHaveBeenCalledExactlyOnceWith({
    market: "BTCUSDC",
    leverage: 8,
    mode: "ISOLATED",
  });
});
