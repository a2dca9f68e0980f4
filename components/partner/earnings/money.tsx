"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { amountDigits } from "./amount-digits.ts";

type MoneyProps = {
  /** Exact, as a read answers it: a decimal string. */
  value: string;
  /**
   * Where the figure stands in its answer: `balances.pending`, `by_product.perp.fees_30d` of the summary; those of another read begin
   * with its name, such as `earnings.totals.earned`.
   */
  figure: string;
  /** Without the name of the currency, where a heading has it. */
  bare?: boolean;
  currency?: "USD" | "USDC";
  className?: string;
};

/**
 * An amount as a person reads it: a total is rounded for display, a half away from zero, and rounded parts are never added. The exact figure
 * is its title, and in `data-exact`.
 */
export function Money({ value, figure, bare = false, currency = "USD", className }: MoneyProps) {
  const amount = useAmount();
  const { grouped } = useFormat();
  return (
    <bdi
      data-figure={figure}
      data-exact={value}
      title={`${grouped(value)} ${currency}`}
      className={cn("whitespace-nowrap", className)}
    >
      {amount(value, bare ? undefined : currency)}
    </bdi>
  );
}

/** The same as text, for names and titles. Without a currency it is the bare figure. */
export function useAmount(): (exact: string, currency?: "USD" | "USDC") => string {
  const text = useText("partner");
  const { figure } = useFormat();
  return (exact, currency) => {
    const amount = figure(exact, amountDigits(exact));
    return currency === undefined ? amount : text("amount", { amount, currency });
  };
}

/**
 * A sentence with elements in the place of its holes: `<Phrase text={text("toHold", { amount: "{amount}" })} amount={<Money …/>} />`.
 */
export function Phrase({ text, ...holes }: { text: string } & Readonly<Record<string, ReactNode>>) {
  const parts = text.split(/\{(\w+)\}/);
  // Odd ones are the names of holes; a sentence has few, in an order that does not change.
  return parts.map((part, place) =>
    place % 2 === 0 ? part : <HoleOf key={part} in={holes[part]} />,
  );
}

function HoleOf({ in: element }: { in: ReactNode }) {
  return element;
}
