/** A panel that fails says so in its place, and the panels beside it keep working. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { Panel } from "./panel.tsx";

let root: Root;
let isBroken: boolean;
let reported: string[];

function Trades() {
  if (isBroken) throw new RangeError("Invalid time value");
  return createElement("p", null, "60,000");
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  reported = [];
  vi.stubGlobal("reportError", (error: Error) => reported.push(error.message));
  // React reports every error that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  isBroken = true;
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const panel = (name: string) => document.querySelector(`section[aria-label="${name}"]`)!;

test("it shows an id that is reported and can be copied, takes nothing else with it, and is shown again at a press", () => {
  const trades = { key: "trades", label: "Trades", children: createElement(Trades) };
  const ticket = { key: "ticket", label: "Ticket", children: createElement("input") };
  const panels = [createElement(Panel, trades), createElement(Panel, ticket)];
  const whole = { locale: "en" as const, messages: english, children: panels };
  act(() => root.render(createElement(I18nProvider, whole)));

  const alert = panel("Trades").querySelector("[role=alert]");
  expect(alert?.textContent).toContain("Trades could not be shown.");
  const names = [...panel("Trades").querySelectorAll("button")].map(
    (button) => button.getAttribute("aria-label") ?? "",
  );
  const copy = names.find((name) => /^Copy error [0-9a-f]{8}$/.test(name)) ?? "none";
  const id = copy.slice("Copy error ".length);
  expect(reported).toEqual([`Trades [${id}]: Invalid time value`]);

  const size = panel("Ticket").querySelector("input")!;
  size.value = "0.05";
  isBroken = false;
  act(() => panel("Trades").querySelector("button")?.click());
  expect(panel("Trades").textContent).toBe("60,000");
  // A panel that is made anew loses what a person has typed.
  expect(panel("Ticket").querySelector("input")?.value).toBe("0.05");
});
