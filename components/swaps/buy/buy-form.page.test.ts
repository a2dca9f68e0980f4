/** The form that leads to the checkout, in a page: one press begins one purchase. */

import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import buy from "#components/swaps/messages/en/buy.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { BuyForm } from "./buy-form.tsx";
import type { Onramp } from "./use-purchases.ts";

const CHECKOUT = "https://buy.example/?signature=1";
const ONRAMP: Onramp = {
  provider: "moonpay",
  name: "MoonPay",
  host: "buy.example",
  simulated: false,
  currencies: ["USD", "EUR", "GBP"],
  least: "20" as Decimal,
  most: "10000" as Decimal,
};

let root: Root;
let begun: number;
let answer: () => Response;
const assign = vi.fn<(url: string) => void>();

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  begun = 0;
  answer = () => Response.json({ checkout_url: CHECKOUT }, { status: 201 });
  assign.mockClear();
  vi.stubGlobal("fetch", () => {
    begun += 1;
    return Promise.resolve(answer());
  });
  vi.spyOn(window.location, "assign").mockImplementation((url) => assign(String(url)));
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
  const form = createElement(BuyForm, { onramp: ONRAMP });
  const texts = { messages: { buy }, children: form };
  const page = {
    locale: "en" as const,
    messages: english,
    children: createElement(PageTexts, texts),
  };
  act(() => root.render(createElement(I18nProvider, page)));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function type(amount: string): void {
  const input = document.querySelector<HTMLInputElement>("input[inputmode=decimal]");
  if (input === null) throw new Error("no field");
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  act(() => {
    value?.set?.call(input, amount);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const press = () =>
  act(() => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
/** React renders when an `act` ends. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(() => Promise.resolve());
    check();
  });
const refusal = () => document.querySelector("[role=alert]")?.textContent;

test("a second press while the page is being left begins nothing", async () => {
  type("100");
  press();
  press();
  await until(() => expect(assign).toHaveBeenCalledWith(CHECKOUT));
  press();
  expect([begun, assign.mock.calls.length]).toEqual([1, 1]);
});

test("a page that the browser shows again as it was left can begin another purchase", async () => {
  type("100");
  press();
  await until(() => expect(assign).toHaveBeenCalledTimes(1));
  act(() => {
    window.dispatchEvent(new Event("pageshow"));
  });
  press();
  await until(() => expect(assign).toHaveBeenCalledTimes(2));
  expect(begun).toBe(2);
});

test("after a refusal the button works again", async () => {
  answer = () => Response.json({ error: "RATE_LIMITED", message: "Later." }, { status: 429 });
  type("100");
  press();
  await until(() => expect(refusal()).toBeTruthy());
  answer = () => Response.json({ checkout_url: CHECKOUT }, { status: 201 });
  press();
  await until(() => expect(assign).toHaveBeenCalledWith(CHECKOUT));
  expect([begun, refusal()]).toEqual([2, undefined]);
});
