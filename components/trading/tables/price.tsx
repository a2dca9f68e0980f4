"use client";

import { shownAverage } from "#components/i18n/average-price.ts";
import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { usePriceDecimals } from "#components/trading/account-state/use-market-list.ts";
import { Figure } from "./figures.tsx";

/** A price with the digits of its market, or as it is written until they are known. */
export function Price({ market, price }: { market: string; price: string | null }) {
  const { figure, grouped } = useFormat();
  const decimals = usePriceDecimals(market);
  if (price === null) return <>—</>;
  return <Figure>{decimals === undefined ? grouped(price) : figure(price, decimals)}</Figure>;
}

/** An average of prices: with two digits more than a price of its market where they say something. */
export function AveragePrice({ market, price }: { market: string; price: string | null }) {
  const { grouped } = useFormat();
  const decimals = usePriceDecimals(market);
  if (price === null) return <>—</>;
  return <Figure>{grouped(decimals === undefined ? price : shownAverage(price, decimals))}</Figure>;
}
