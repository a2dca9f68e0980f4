/** The ticket is filled from a signal once: what the owner changes afterwards stays. */
import { act, createElement, type ReactNode, Suspense, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import type { Locale } from "#components/i18n/locales.ts";
import { everyPage as english } from "#components/messages/en.ts";
import { TicketProvider, useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { until } from "#components/ui/until.testing.ts";
import PreparedOrder from "./prepared-order.tsx";
import { SIGNAL } from "./prepared-signal.testing.ts";
import { loadPreparedTexts } from "./prepared-texts.ts";

vi.mock("#components/trading/live/market-stream.tsx", () => ({
  useMarket: () => ({ symbol: "BTCUSDC" }),
}));

const FRAME: Frame = {
  person: undefined,
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};

let root: Root;
let ticket: ReturnType<typeof useTicket>;
/** Method and path of every request. */
let requests: string[];

function Ticket() {
  const now = useTicket();
  useEffect(() => {
    ticket = now;
  });
  return null;
}

async function showIn(locale: Locale): Promise<void> {
  await loadPreparedTexts(locale);
  const order = createElement(PreparedOrder, { id: SIGNAL.id });
  const waiting: ReactNode = createElement(Suspense, null, order);
  const filled = createElement(TicketProvider, null, createElement(Ticket), waiting);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, filled);
  const whole = { locale, messages: english, children: framed };
  await act(async () => root.render(createElement(I18nProvider, whole)));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  requests = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
    requests.push(`${method} ${new URL(url, "http://localhost:3000").pathname}`);
    return Promise.resolve(Response.json(SIGNAL));
  });
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("a signal fills the ticket, says that nothing was sent, sends nothing, and its notice can be closed", async () => {
  await showIn("en");
  await until(() => expect(ticket.draft.stopLoss?.text).toBe("65000.5"));
  expect(ticket.draft).toMatchObject({ side: "SELL", takeProfit: { text: "63000.5" } });
  const notice = () => document.querySelector(`[data-prepared=${SIGNAL.id}]`);
  expect(notice()?.querySelector("output")?.textContent).toContain("Nothing was sent");
  act(() => notice()?.querySelector<HTMLButtonElement>("button[aria-label=Close]")?.click());
  expect(notice()).toBeNull();
  expect(ticket.draft.stopLoss?.text).toBe("65000.5");
  expect([...new Set(requests)]).toEqual([`GET /api/public/signals/${SIGNAL.id}`]);
});

test("another language fills nothing again", async () => {
  await showIn("en");
  await until(() => expect(ticket.draft.stopLoss?.text).toBe("65000.5"));
  expect(ticket.draft).toMatchObject({ side: "SELL", takeProfit: { text: "63000.5" } });
  act(() => ticket.change({ side: "BUY", takeProfit: { unit: "price", text: "62000" } }));
  await showIn("de");
  await until(() => expect(document.body.textContent).toContain("Stop-Loss"));
  expect(ticket.draft).toMatchObject({ side: "BUY", takeProfit: { text: "62000" } });
});
