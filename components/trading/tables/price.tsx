"use client";

import { shownAverage } from "#components/i18n/average-price.ts";
import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { usePriceDecimals } from "#components/trading/account-reads/use-market-list.ts";
import { Figure } from "./figures.tsx";

/** A price with the decimals of its market; as written until they are known. */
export function Price({ market, price }: { market: string; price: string | null }) {
  const { figure, grouped } = useFormat();
  const decimals = usePriceDecimals(market);
  if (price === null) return <>—</>;
  return <Figure>{decimals === undefined ? grouped(price) : figure(price, decimals)}</Figure>;
}

/** An average price, with up to two more decimals than its market's prices. */
export function AveragePrice({ market, price }: { market: string; price: string | null }) {
  const { grouped } = useFormat();
  const decimals = usePriceDecimals(market);
  if (price === null) return <>—</>;
  return <Figure>{grouped(decimals === undefined ? price : shownAverage(price, decimals))}</Figure>;
}
