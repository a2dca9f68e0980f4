"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { Words } from "#components/trading/ticket/ticket-text.ts";
import { typedText } from "#components/trading/ticket/typed-figure.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { PositionRecord } from "#lib/protocol/orders.ts";
import { exceeds, sizeTerm, termError } from "./close-terms.ts";
import { heldSize } from "./position-orders.ts";

type ClosingSize = {
  /** In the page's language. Until somebody types, all that is held now. */
  typed: string;
  set: (typed: string) => void;
  /** As it is signed; `undefined` while something is wrong with it. */
  text: Decimal | undefined;
  error: string | undefined;
};

/** The part of a position that is to be closed. */
export function useClosingSize(
  position: PositionRecord,
  market: Market,
  words: Words,
): ClosingSize {
  const text = useText("account");
  const { locale } = words.format;
  const [own, set] = useState<string>();
  const typed = own ?? typedText(heldSize(position), locale);
  const term = sizeTerm(typed, market, locale);
  if (term.text === undefined)
    return { typed, set, text: undefined, error: termError("size", term, market, words) };
  return exceeds(term.text, position)
    ? { typed, set, text: undefined, error: text("sizeTooLarge") }
    : { typed, set, text: term.text, error: undefined };
}
