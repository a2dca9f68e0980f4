"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { isBelowCent, signOf } from "./amounts.ts";
import { useSnapshot } from "./snapshot-context.ts";

type MoneyProps = {
  /** The exact decimal string of a read. */
  value: string;
  /**
   * Path of the figure in its read: `balances.pending` or `by_product.perp.fees_30d` of the summary; paths of other reads
   * begin with the read's name, such as `earnings.totals.earned`.
   */
  figure: string;
  /** Without the currency, where a heading names it. */
  bare?: boolean;
  currency?: "USD" | "USDC";
  className?: string;
};

/**
 * An amount with two decimals, rounded half away from zero, or with all digits when the page shows them. The exact figure
 * is its title, and in `data-exact` for Verify.
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

/** The same as text, for names and titles. */
export function useAmount(): (exact: string, currency?: "USD" | "USDC") => string {
  const text = useText("partner");
  const { figure, grouped } = useFormat();
  const { showsAllDigits } = useSnapshot();
  const rounded = (exact: string) => {
    if (!isBelowCent(exact)) return figure(exact, 2);
    return signOf(exact) < 0 ? `>\u00a0${figure("-0.01", 2)}` : `<\u00a0${figure("0.01", 2)}`;
  };
  return (exact, currency) => {
    const amount = showsAllDigits ? grouped(exact) : rounded(exact);
    return currency === undefined ? amount : text("amount", { amount, currency });
  };
}

/**
 * A sentence with elements as parameters: `<Phrase text={text("toHold", { amount: "{amount}" })} amount={<Money …/>} />`.
 */
export function Phrase({
  text,
  ...parameters
}: { text: string } & Readonly<Record<string, ReactNode>>) {
  const parts = text.split(/\{(\w+)\}/);
  // Odd parts are the names of parameters.
  return parts.map((part, index) =>
    index % 2 === 0 ? part : <Parameter key={part} in={parameters[part]} />,
  );
}

function Parameter({ in: element }: { in: ReactNode }) {
  return element;
}
