import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { ChartArea, ChartTooltip, TooltipRow } from "./chart-tooltip.tsx";

let root: Root;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

/** Shows a chart whose tooltip is of a day; `undefined`: none. */
function show(day: string | undefined): void {
  const amount = { name: "Earned", children: "5.00 USD" };
  const tooltip = { title: day ?? "", children: createElement(TooltipRow, amount) };
  const chart = { children: day === undefined ? null : createElement(ChartTooltip, tooltip) };
  const whole = {
    locale: "en" as const,
    messages: english,
    children: createElement(ChartArea, chart),
  };
  act(() => root.render(createElement(I18nProvider, whole)));
}

test("what a chart's tooltip shows is announced, in an element that is there before, and once", () => {
  show(undefined);
  const status = document.querySelector("output");
  expect(status?.textContent).toBe("");
  show("1 March");
  expect(document.querySelector("output")).toBe(status);
  expect(status?.textContent).toBe("1 MarchEarned5.00 USD");
  expect(document.querySelector("[aria-hidden]")?.textContent).toBe("1 MarchEarned5.00 USD");
  show("2 March");
  expect(status?.textContent).toBe("2 MarchEarned5.00 USD");
  show(undefined);
  expect(status?.textContent).toBe("");
});
