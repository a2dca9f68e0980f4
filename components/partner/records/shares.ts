/** The shares of products in an amount. */
import { parseSigned } from "#lib/protocol/decimal.ts";
import { EARNING_DECIMALS, type Product } from "#lib/protocol/partner/partner-levels.ts";
import type { ProductFigures } from "#lib/protocol/wire/partner.ts";

export type Share = {
  product: Product;
  /** Share of the earnings, a whole percent. */
  percent: number;
};

/**
 * Products with positive earnings and their shares; amounts that reversals made negative are left out. The shares are
 * rounded so that they add up to 100.
 */
export function sharesOf(figures: readonly ProductFigures[]): Share[] {
  const earned = figures
    .map(({ product, earned: text }) => ({
      product,
      amount: parseSigned(text, EARNING_DECIMALS) ?? 0n,
    }))
    .filter(({ amount }) => amount > 0n);
  const total = earned.reduce((sum, { amount }) => sum + amount, 0n);
  let [done, before] = [0n, 0n];
  return earned.map(({ product, amount }) => {
    done += amount;
    const until = (done * 200n + total) / (total * 2n);
    const share = { product, percent: Number(until - before) };
    before = until;
    return share;
  });
}
