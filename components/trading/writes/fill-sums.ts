/** What fills add up to: of one order, and of a position that the venue closed. Pure. */
import { type Decimal, divideHalfUp, formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import type { Side } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { FillRecord, OrderRecord } from "#lib/protocol/wire/account.ts";

/** What the venue closed of one position without its owner. */
export type Forced = {
  /** `reduced`: against the profit of this account, because another could not pay its loss. */
  kind: "liquidated" | "reduced";
  market: string;
  side: Side;
  size: Decimal;
  /** On average, rounded to nine decimals. */
  price: Decimal;
  /** In 1e-9 USDC. */
  pnl: bigint;
  fee: bigint;
  /** The id of its first part. */
  firstFill: number;
};

/** Forced fills by what they closed, each position once. */
export function forcedByPosition(fills: readonly FillRecord[]): Forced[] {
  const kindOf = ({ trade_type }: FillRecord) => (trade_type === "ADL" ? "reduced" : "liquidated");
  const groups = new Map<string, FillRecord[]>();
  for (const fill of fills) {
    const name = `${kindOf(fill)} ${fill.market} ${fill.side}`;
    groups.set(name, [...(groups.get(name) ?? []), fill]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const size = sumOf(group, (fill) => units(fill.size));
    const value = sumOf(group, (fill) => units(fill.size) * units(fill.price));
    return {
      kind: kindOf(first),
      market: first.market,
      side: first.side,
      size: formatDecimal(size, MONEY_DECIMALS),
      price: formatDecimal(size === 0n ? 0n : divideHalfUp(value, size), MONEY_DECIMALS),
      pnl: sumOf(group, (fill) => units(fill.realized_pnl)),
      fee: sumOf(group, (fill) => units(fill.fee)),
      firstFill: Math.min(...group.map(({ id }) => id)),
    };
  });
}

/** An order as it was read: it may have filled further since. */
export type FilledOrder = Pick<OrderRecord, "id" | "filled_size">;

/**
 * What the fills of an order earned or lost up to its `filled_size`, in 1e-9 USDC; 0 while it only opened a position.
 * `undefined` when `fills` lack some of them.
 */
export function resultOf(
  { id, filled_size }: FilledOrder,
  fills: readonly FillRecord[],
): bigint | undefined {
  const own = fills.filter(({ order_id }) => order_id === id).toSorted((a, b) => a.id - b.id);
  let left = units(filled_size);
  let result = 0n;
  for (const fill of own) {
    if (left <= 0n) break;
    left -= units(fill.size);
    result += units(fill.realized_pnl);
  }
  return left === 0n ? result : undefined;
}

function units(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}

function sumOf(fills: readonly FillRecord[], part: (fill: FillRecord) => bigint): bigint {
  return fills.reduce((sum, fill) => sum + part(fill), 0n);
}
