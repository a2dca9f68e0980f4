/** The ticket is filled from a signal once: what the owner changes afterwards stays. */
import { act, createElement, type ReactNode, Suspense, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import type { Locale } from "#components/i18n/locales.ts";
import { english } from "#components/messages/en.ts";
import { TicketProvider, useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { until } from "#components/ui/until.testing.ts";
import PreparedOrder from "./prepared-order.tsx";
import { SIGNAL } from "./prepared-signal.testing.ts";
import { preparedMessages } from "./prepared-texts.tsx";

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

function Ticket() {
  const now = useTicket();
  useEffect(() => {
    ticket = now;
  });
  return null;
}

async function showIn(locale: Locale): Promise<void> {
  await preparedMessages(locale);
  const order = createElement(PreparedOrder, { id: SIGNAL.id });
  const waiting: ReactNode = createElement(Suspense, null, order);
  const filled = createElement(TicketProvider, null, createElement(Ticket), waiting);
  const framed = createElement(FrameContext.Provider, { value: FRAME }, filled);
  const whole = { locale, messages: english, children: framed };
  await act(async () => root.render(createElement(I18nProvider, whole)));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(SIGNAL)));
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
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
