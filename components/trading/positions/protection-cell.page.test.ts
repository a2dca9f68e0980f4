/** The TP/SL of a row: a stop for a part of the position does not look like one for all of it. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { ProtectionCell } from "./position-cells.tsx";

let orders: OrderRecord[];
vi.mock("#components/trading/account-reads/use-account.ts", () => ({
  useOpenOrders: () => ({ data: orders }),
}));
vi.mock("#components/trading/account-reads/use-market-list.ts", () => ({
  useTerms: () => undefined,
  usePriceDecimals: () => 1,
}));

const position = { market: "BTCUSDC", size: "0.15" } as PositionRecord;
const stop = (remaining: string) =>
  ({
    market: "BTCUSDC",
    side: "SELL",
    order_type: "STOP_LOSS_MARKET",
    flags: ORDER_FLAG.REDUCE_ONLY,
    trigger_price: "56493",
    remaining_size: remaining,
  }) as OrderRecord;
let root: Root;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function shown(...stops: OrderRecord[]): string {
  orders = stops;
  const cell = createElement(ProtectionCell, { position });
  const whole = { locale: "en" as const, messages: english, children: cell };
  act(() => root.render(createElement(I18nProvider, whole)));
  return document.body.textContent ?? "";
}

test("a stop for a third says so, in the colour of a warning and in words", () => {
  expect(shown(stop("0.05"))).toContain("33% ·56,493.0");
  const warning = document.querySelector(".text-warn");
  expect(warning?.getAttribute("title")).toBe("The stop closes 33% of the position");
});

test("one for all of it, and none, are without a share", () => {
  expect(shown(stop("0.1"), stop("0.05"))).not.toContain("%");
  expect(document.querySelector(".text-warn")).toBeNull();
  expect(shown()).toBe("— / —");
});
