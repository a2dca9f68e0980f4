/** Formats running sums for the endpoints. */

import { formatDecimal } from "#lib/protocol/decimal.ts";
import {
  EARNING_DECIMALS,
  FEE_DECIMALS,
  PRODUCTS,
  type Product,
} from "#lib/protocol/partner/partner-levels.ts";
import type { Figures, ProductFigures } from "#lib/protocol/wire/partner.ts";
import { allProducts, type Sums, type Totals } from "./totals.ts";

export function feeText(fee: bigint): string {
  return formatDecimal(fee, FEE_DECIMALS);
}

export function earningText(earning: bigint): string {
  return formatDecimal(earning, EARNING_DECIMALS);
}

export function figures({ fees, earned, count }: Sums): Figures {
  return { fees: feeText(fees), earned: earningText(earned), count: Number(count) };
}

/** All products, or one; copy trading is part of perp. */
export function splitFigures(
  totals: Totals,
  product: Product | undefined,
): Figures & { by_product: ProductFigures[]; copy: Figures } {
  const shown = PRODUCTS.filter((one) => product === undefined || one === product);
  const nothing: Sums = { accrued: 0n, fees: 0n, earned: 0n, count: 0n };
  return {
    ...figures(product === undefined ? allProducts(totals) : totals[product]),
    by_product: shown.map((one) => ({ product: one, ...figures(totals[one]) })),
    copy: figures(shown.includes("perp") ? totals.copy : nothing),
  };
}
