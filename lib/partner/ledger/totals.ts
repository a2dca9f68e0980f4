/**
 * Running sums of a ledger. Each row carries the sums of all rows up to it, so that any span of time is the difference of two rows, and
 * no read adds up fees. They are stored in one array, series by series.
 */
import { type FeeSource, type Product, productOf } from "#lib/protocol/partner/partner-levels.ts";

/** Copy trading counts within perp and also separately. */
const SERIES = ["perp", "swap", "prediction", "copy"] as const;
export type Series = (typeof SERIES)[number];

/**
 * `accrued`: fees of all accruals, 1e-9 USD, without reversals, from which the window is computed. `fees`, `earned` (1e-11 USD) and
 * `count`: less reversals.
 */
export type Sums = { accrued: bigint; fees: bigint; earned: bigint; count: bigint };
export type Totals = Readonly<Record<Series, Sums>>;

const FIELDS = ["accrued", "fees", "earned", "count"] as const;
const NOTHING: Sums = { accrued: 0n, fees: 0n, earned: 0n, count: 0n };

export const ZERO: Totals = { perp: NOTHING, swap: NOTHING, prediction: NOTHING, copy: NOTHING };

/** The stored form: 16 numbers separated by commas. */
export function readTotals(text: string): Totals {
  const numbers = text.split(",").map(BigInt);
  if (numbers.length !== SERIES.length * FIELDS.length)
    throw new Error("Running sums of the partner ledger have another length.");
  const sums = (series: Series): Sums => {
    const [accrued = 0n, fees = 0n, earned = 0n, count = 0n] = numbers.slice(
      SERIES.indexOf(series) * FIELDS.length,
    );
    return { accrued, fees, earned, count };
  };
  return bySeries(sums);
}

export function writeTotals(totals: Totals): string {
  return SERIES.flatMap((series) => FIELDS.map((field) => totals[series][field])).join(",");
}

export type Booked = { source: FeeSource; fee: bigint; earned: bigint };

/** The sums with one more fee or reversal. */
export function withBooked(
  totals: Totals,
  { source, fee, earned }: Booked,
  kind: "accrual" | "reversal",
): Totals {
  const sign = kind === "accrual" ? 1n : -1n;
  const more = (sums: Sums): Sums => ({
    accrued: kind === "accrual" ? sums.accrued + fee : sums.accrued,
    fees: sums.fees + sign * fee,
    earned: sums.earned + sign * earned,
    count: sums.count + sign,
  });
  const product: Product = productOf(source);
  return {
    ...totals,
    [product]: more(totals[product]),
    ...(source === "copy" && { copy: more(totals.copy) }),
  };
}

/** Sums booked between two rows. */
export function difference(later: Totals, earlier: Totals): Totals {
  return bySeries((series) => minus(later[series], earlier[series]));
}

export function minus(a: Sums, b: Sums): Sums {
  return {
    accrued: a.accrued - b.accrued,
    fees: a.fees - b.fees,
    earned: a.earned - b.earned,
    count: a.count - b.count,
  };
}

/** Sum of the three products; copy trading is part of perp. */
export function allProducts({ perp, swap, prediction }: Totals): Sums {
  return {
    accrued: perp.accrued + swap.accrued + prediction.accrued,
    fees: perp.fees + swap.fees + prediction.fees,
    earned: perp.earned + swap.earned + prediction.earned,
    count: perp.count + swap.count + prediction.count,
  };
}

function bySeries(make: (series: Series) => Sums): Totals {
  return {
    perp: make("perp"),
    swap: make("swap"),
    prediction: make("prediction"),
    copy: make("copy"),
  };
}
