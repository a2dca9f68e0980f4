"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { Side } from "#lib/protocol/orders.ts";
import { changeDraft, type OrderDraft } from "./validation.ts";

type TicketContextValue = {
  draft: OrderDraft;
  change: (change: Partial<OrderDraft>) => void;
  /** Takes a price from the book; turns the ticket into a limit order. */
  fillPrice: (price: string) => void;
  /** On a phone the ticket is a sheet over the page. */
  sheetOpen: boolean;
  openSheet: (side: Side) => void;
  closeSheet: () => void;
};

const TicketContext = createContext<TicketContextValue | undefined>(undefined);

const EMPTY: OrderDraft = {
  side: "BUY",
  type: "LIMIT",
  size: "",
  price: "",
  timeInForce: "GTC",
  postOnly: false,
  reduceOnly: false,
};

export function useTicket(): TicketContextValue {
  const value = useContext(TicketContext);
  if (!value) throw new Error("This component must be inside TicketProvider.");
  return value;
}

/** The draft order of this market, shared by the ticket, the book and the phone's Buy and Sell buttons. */
export function TicketProvider({ children }: { children: ReactNode }) {
  const [draft, setDraft] = useState(EMPTY);
  const [sheetOpen, setSheetOpen] = useState(false);
  const change = useCallback((next: Partial<OrderDraft>) => {
    setDraft((current) => changeDraft(current, next));
  }, []);
  const fillPrice = useCallback((price: string) => change({ type: "LIMIT", price }), [change]);
  const openSheet = useCallback(
    (side: Side) => {
      change({ side });
      setSheetOpen(true);
    },
    [change],
  );
  const closeSheet = useCallback(() => setSheetOpen(false), []);
  const value = useMemo(
    () => ({ draft, change, fillPrice, sheetOpen, openSheet, closeSheet }),
    [draft, change, fillPrice, sheetOpen, openSheet, closeSheet],
  );
  return <TicketContext value={value}>{children}</TicketContext>;
}
