/** The dialog of price alerts: what it lists, sets, changes and deletes, and what it says without any. */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import { everyPage as english } from "#components/messages/en.ts";
import { notificationCount, raisedAfter } from "#components/ui/notify.ts";
import { until } from "#components/ui/until.testing.ts";
import type { PriceAlert } from "#lib/protocol/wire/price-alerts.ts";
import { testMarket } from "#lib/trading/market-data/market-data.testing.ts";
import AlertDialog from "./alert-dialog.tsx";
import { forgetAlerts } from "./alert-list.ts";

vi.mock("#components/trading/live/market-stream.tsx", () => ({
  useMarket: () => testMarket("BTCUSDC", 1),
}));

const alert = (id: string, price: string, more: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  market: "BTCUSDC",
  price,
  direction: "above",
  mode: "once",
  note: null,
  armed: true,
  created_at: "2026-05-12T12:00:00.000Z",
  last_fired_at: null,
  ...more,
});

let root: Root;
let stored: PriceAlert[];
let requests: { method: string; path: string; body: unknown }[];
let refusal: { error: string; message: string } | undefined;
let raised: number;

/** The service, from memory. */
function answer(path: string, { method = "GET", body }: RequestInit = {}): Response {
  const sent = typeof body === "string" ? (JSON.parse(body) as Partial<PriceAlert>) : {};
  requests.push({ method, path, body: sent });
  const id = path.split("/").at(-1);
  if (method === "GET") return Response.json({ results: stored, most: 50 });
  if (refusal !== undefined) return Response.json(refusal, { status: 422 });
  if (method === "POST") {
    const made = alert(`pal_${stored.length + 10}`, "1", sent);
    stored = [made, ...stored];
    return Response.json(made, { status: 201 });
  }
  if (method === "DELETE") {
    stored = stored.filter((one) => one.id !== id);
    return new Response(null, { status: 204 });
  }
  stored = stored.map((one) => (one.id === id ? { ...one, ...sent } : one));
  return Response.json(stored.find((one) => one.id === id));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => Promise.resolve(answer(path, init)));
  requests = [];
  stored = [];
  refusal = undefined;
  raised = notificationCount();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  forgetAlerts();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  const dialog = createElement(AlertDialog, { onClose: () => {} });
  const page = { locale: "en" as const, messages: english, children: dialog };
  await act(async () => root.render(createElement(I18nProvider, page)));
  await until(() => expect(requests).not.toEqual([]));
}
const rows = () => [...document.querySelectorAll("[role=dialog] li")].map((row) => row.textContent);
const shown = () => document.querySelector("[role=dialog]")?.textContent ?? "";
const named = (name: string) =>
  document.querySelector<HTMLElement>(`[aria-label="${name}"]`) ??
  [...document.querySelectorAll<HTMLElement>("button")].find((one) => one.textContent === name);
const press = (element: HTMLElement | null | undefined) => act(() => element?.click());
function fill(index: number, value: string): void {
  const input = document.querySelectorAll<HTMLInputElement>("form input")[index]!;
  act(() => {
    // React sees only what the prototype's setter writes.
    Reflect.set(HTMLInputElement.prototype, "value", value, input);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
const toasts = () => raisedAfter(raised);
const undo = () => act(() => toasts().at(-1)?.action?.run());

test("without an alert it says how one is set", async () => {
  await open();
  await until(() => expect(shown()).toContain("No price alerts yet"));
  expect(shown()).toContain("open the menu of a price with a right click, a long press");
});

test("alerts of this market come first, from the highest price down, with what each waits for", async () => {
  stored = [
    alert("pal_1", "3000", { market: "ETHUSDC", direction: "below" }),
    alert("pal_2", "60000", { mode: "again", armed: false }),
    alert("pal_3", "61000.5", { note: "take profit" }),
  ];
  await open();
  await until(() => expect(rows()).toHaveLength(3));
  expect(rows()[0]).toMatch(/^BTCUSDC 61,000\.5when the mark rises to ittake profit/);
  expect(rows()[1]).toMatch(/^BTCUSDC 60,000Waits until the mark has gone back by 0\.2%/);
  expect(rows()[2]).toMatch(/^ETHUSDC 3,000when the mark falls to it/);
  expect(shown()).toContain("3 of 50");
});

test("a price that is typed becomes an alert, which can be undone", async () => {
  await open();
  fill(0, "61000.5");
  fill(1, " take profit ");
  press(document.querySelector<HTMLElement>("form [type=checkbox]"));
  press(named("Set alert"));
  await until(() => expect(rows()).toHaveLength(1));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    market: "BTCUSDC",
    price: "61000.5",
    mode: "again",
    note: "take profit",
  });
  await until(() => expect(toasts().at(-1)?.text).toBe("Alert set: BTCUSDC at 61,000.5"));
  undo();
  await until(() => expect(rows()).toEqual([]));
  expect(stored).toEqual([]);
});

test("an empty price, and one that the service refuses, say why and set nothing", async () => {
  await open();
  press(named("Set alert"));
  expect(document.querySelector("form [aria-invalid]")).not.toBeNull();
  refusal = { error: "ALERT_AT_MARK", message: "The mark price is 61000 now." };
  fill(0, "61000");
  press(named("Set alert"));
  await until(() => expect(toasts().at(-1)?.text).toMatch(/^The mark price is exactly there now/));
  expect(rows()).toEqual([]);
});

test("an alert fires again when that is chosen, and is deleted, which can be undone", async () => {
  stored = [alert("pal_1", "60000", { note: "mine" })];
  await open();
  await until(() => expect(rows()).toHaveLength(1));
  press(document.querySelectorAll<HTMLElement>("li input[type=radio]")[1]);
  await until(() => expect(stored[0]?.mode).toBe("again"));
  press(named("Delete the alert at 60,000 on BTCUSDC"));
  await until(() => expect(rows()).toEqual([]));
  await until(() => expect(shown()).toContain("Alert deleted: BTCUSDC at 60,000"));
  expect(toasts()).toEqual([]);
  press(named("Undo"));
  await until(() => expect(rows()).toHaveLength(1));
  expect(shown()).not.toContain("Alert deleted");
  expect(stored[0]).toMatchObject({ price: "60000", mode: "again", note: "mine" });
});

test("a list that cannot be read says so, and is read again when asked", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 503 })));
  const dialog = createElement(AlertDialog, { onClose: () => {} });
  const page = { locale: "en" as const, messages: english, children: dialog };
  await act(async () => root.render(createElement(I18nProvider, page)));
  await until(() => expect(shown()).toContain("The price alerts could not be loaded."));
  stored = [alert("pal_1", "60000")];
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(answer(path)));
  press(named("Refresh"));
  await until(() => expect(rows()).toHaveLength(1));
  expect(shown()).not.toContain("could not be loaded");
});
