"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { typedText } from "#components/i18n/typed-number.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { changeDraft, EMPTY_DRAFT, type OrderDraft } from "./draft.ts";

/** Fields that can be focused; `price` is the trigger price of an order without another. */
export type TicketField = "size" | "price";

type TicketContextValue = {
  draft: OrderDraft;
  /** Numbers are text in the page's language. */
  change: (change: Partial<OrderDraft>) => void;
  /** Fills in a price of the book (a decimal of the wire), and turns a market order into a limit order. */
  fillPrice: (price: string) => void;
  /** Fills in a size in the base asset (a decimal of the wire). */
  fillSize: (size: string) => void;
  /** Focuses a field, opening the sheet on a phone. */
  focus: (field: TicketField) => void;
  /** Refs of the fields that can be focused. */
  setSizeInput: (input: HTMLInputElement | null) => void;
  setPriceInput: (input: HTMLInputElement | null) => void;
  /** On a phone the ticket is a sheet. */
  sheetOpen: boolean;
  openSheet: (side: Side) => void;
  closeSheet: () => void;
};

const TicketContext = createContext<TicketContextValue | undefined>(undefined);

export function useTicket(): TicketContextValue {
  const value = useContext(TicketContext);
  if (!value) throw new Error("This component must be inside TicketProvider.");
  return value;
}

/** The draft order of this market, shared by the ticket, the book and the phone's Buy and Sell buttons. */
export function TicketProvider({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [sheetOpen, setSheetOpen] = useState(false);
  const size = useRef<HTMLInputElement | null>(null);
  const price = useRef<HTMLInputElement | null>(null);
  const setSizeInput = useCallback((input: HTMLInputElement | null) => {
    size.current = input;
  }, []);
  const setPriceInput = useCallback((input: HTMLInputElement | null) => {
    price.current = input;
  }, []);
  const change = useCallback((next: Partial<OrderDraft>) => {
    setDraft((current) => changeDraft(current, next));
  }, []);
  const fillPrice = useCallback(
    (text: string) => change({ type: "LIMIT", price: typedText(text, locale) }),
    [change, locale],
  );
  const fillSize = useCallback(
    (text: string) => change({ size: typedText(text, locale) }),
    [change, locale],
  );
  const focus = useCallback((field: TicketField) => {
    const take = () => {
      const input = (field === "size" ? size : price).current;
      input?.focus();
      input?.select();
      return input !== null && document.activeElement === input;
    };
    if (take()) return;
    // The field is in a closed sheet, or appears with the next render.
    const hidden = size.current !== null && size.current.offsetParent === null;
    if (hidden) setSheetOpen(true);
    requestAnimationFrame(() => requestAnimationFrame(take));
  }, []);
  const openSheet = useCallback(
    (side: Side) => {
      change({ side });
      setSheetOpen(true);
    },
    [change],
  );
  const closeSheet = useCallback(() => setSheetOpen(false), []);
  const value = useMemo(() => {
    const fill = { fillPrice, fillSize, focus, setSizeInput, setPriceInput };
    return { draft, change, ...fill, sheetOpen, openSheet, closeSheet };
  }, [
    draft,
    change,
    fillPrice,
    fillSize,
    focus,
    setSizeInput,
    setPriceInput,
    sheetOpen,
    openSheet,
    closeSheet,
  ]);
  return <TicketContext value={value}>{children}</TicketContext>;
}
