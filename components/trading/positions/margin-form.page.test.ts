/** The form that adds margin to an isolated position or removes it: its limits, its effect, and what is signed. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { BTC } from "#components/trading/ticket/ticket.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { AccountRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { MarginFields } from "./margin-form.tsx";

/** Long 0.1 BTC at 64,000, isolated at 10×: 640 in the wallet, 360 free. */
const position = {
  market: "BTCUSDC",
  size: "0.1",
  cost: "6400",
  mark_price: "64000",
  unsettled_funding: "0",
  isolated_wallet: "640",
} as PositionRecord;
const account = {
  balance: "360",
  account_value: "360",
  initial_margin: "0",
  maintenance_margin: "0",
  fee_discount_ppm: 0,
  leverage: [{ market: "BTCUSDC", mode: "ISOLATED", leverage: 10 }],
} as unknown as AccountRecord;

let mark: Decimal;
vi.mock("#components/trading/account-reads/use-account.ts", () => ({
  useAccount: () => ({ data: account }),
  usePositions: () => ({ data: [position] }),
  useOpenOrders: () => ({ data: [] }),
}));
vi.mock("./use-position-figures.ts", () => ({ usePositionFigures: () => ({ mark }) }));
vi.mock("./sending-lock.ts", () => ({
  useSendingLock: () => ({ locked: false, reason: undefined }),
}));
vi.mock("./position-form.tsx", () => ({
  Confirm: (props: { button: string; locked: boolean; onConfirm: () => void; children: unknown }) =>
    createElement(
      "form",
      null,
      props.children as never,
      createElement(
        "button",
        { type: "button", "data-send": "", disabled: props.locked, onClick: props.onConfirm },
        props.button,
      ),
    ),
}));

let root: Root;
const change = vi.fn<(amount: string) => Promise<void>>(() => Promise.resolve());

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  mark = "64000" as Decimal;
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

function open(): void {
  const fields = createElement(MarginFields, { position, market: BTC, onMargin: change });
  const whole = { locale: "en" as const, messages: english, children: fields };
  act(() => root.render(createElement(I18nProvider, whole)));
}

const field = () => document.querySelector<HTMLInputElement>("input:not([type=radio])")!;
const send = () => document.querySelector<HTMLButtonElement>("button[data-send]")!;
const remove = () => document.querySelector<HTMLInputElement>("input[value=remove]")!;
const most = () => document.querySelector<HTMLButtonElement>("button:not([data-send])")!;
const shown = () => document.body.textContent ?? "";

function type(text: string): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  act(() => {
    value.set!.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("an amount shows margin and liquidation price before and after, and is signed", () => {
  open();
  expect(send().disabled).toBe(true);
  type("100");
  expect(shown()).toContain("640.00→740.00");
  // 640 + 0.1 × (p - 64,000) = 0.0025 × p, and with 740.
  expect(shown()).toContain("59,077→58,051.3");
  act(() => send().click());
  expect(change).toHaveBeenCalledExactlyOnceWith("100");
});

test("no more is added than is free", () => {
  open();
  type("360.01");
  expect(shown()).toContain("360.00 USDC of the balance are free.");
  expect(send().disabled).toBe(true);
  act(() => most().click());
  expect(field().value).toBe("360");
  act(() => send().click());
  expect(change).toHaveBeenCalledExactlyOnceWith("360");
});

test("what the position needs stays; the rest is removed with a minus", () => {
  open();
  act(() => remove().click());
  expect(most().disabled).toBe(true);
  // Worth 840 at 66,000, of which 660 are needed.
  mark = "66000" as Decimal;
  open();
  type("200");
  expect(shown()).toContain("180.00 USDC can be removed.");
  type("180");
  act(() => send().click());
  expect(change).toHaveBeenCalledExactlyOnceWith("-180");
});

test.each(["0.0000001", "x", "-5"])("%j is no amount", (typed) => {
  open();
  type(typed);
  expect(send().disabled).toBe(true);
});
