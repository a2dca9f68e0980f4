/** Checks the rungs of a scale order one after the other, each with what the ones before it leave. Without React. */
import { typedText } from "#components/i18n/typed-number.ts";
import { EMPTY_DRAFT, type OrderDraft } from "#components/trading/ticket/draft.ts";
import { checkOrder, type OrderSituation } from "#components/trading/ticket/preview-draft.ts";
import type { Wording } from "#components/trading/ticket/ticket-text.ts";
import { lotsText, type MarketScale, ticksText } from "#lib/protocol/market/markets.ts";
import { type Holdings, marginGrowth, type Preview } from "#lib/protocol/orders/order-preview.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { Rung } from "./ladder.ts";

export type LadderDraft = Pick<OrderDraft, "side" | "postOnly" | "reduceOnly">;

export type CheckedLadder = {
  /** The fields to sign; present when no rung has an error. */
  orders: PlaceOrderFields[] | undefined;
  /** Why the first rung that cannot be sent cannot. */
  error: string | undefined;
  /** Worth of all rungs at their own prices, in 1e-9 USDC. */
  value: bigint;
  /** How much the account's initial margin grows with all of them, in 1e-9 USDC. */
  margin: bigint;
  /** Free margin afterwards, in 1e-9 USDC; negative when the venue would refuse a rung. */
  free: bigint;
  /** The mean price in ticks, scaled by 10,000. */
  averageTicksE4: bigint;
};

export function checkLadder(
  draft: LadderDraft,
  rungs: readonly Rung[],
  { holdings: before, context, levels }: OrderSituation,
  wording: Wording,
): CheckedLadder {
  const { scale } = context;
  let holdings = before;
  let error: string | undefined;
  let isShort = false;
  const orders: PlaceOrderFields[] = [];
  for (const rung of rungs) {
    const typed = { ...EMPTY_DRAFT, ...draft, ...typedRung(rung, scale, wording) };
    const { errors, order, preview } = checkOrder(
      typed,
      { holdings, context, levels },
      wording,
      undefined,
    );
    error ??= Object.values(errors)[0];
    if (order) orders.push(order);
    if (preview === undefined) continue;
    isShort ||= preview.refused;
    holdings = holdingsAfter(holdings, preview, { ...rung, ...draft });
  }
  error ??= isShort ? wording.text("tooLittleMargin") : undefined;
  const lots = rungs.reduce((sum, one) => sum + one.lots, 0n);
  const tickLots = rungs.reduce((sum, one) => sum + one.lots * one.ticks, 0n);
  return {
    orders: error === undefined && orders.length === rungs.length ? orders : undefined,
    error,
    value: tickLots * scale.valueOfTickLot,
    margin: marginGrowth(before, holdings),
    free: holdings.accountValue - holdings.initialMargin,
    averageTicksE4: lots === 0n ? 0n : (tickLots * 10_000n) / lots,
  };
}

function typedRung({ ticks, lots }: Rung, scale: MarketScale, { format: { locale } }: Wording) {
  return {
    type: "LIMIT" as const,
    price: typedText(ticksText(ticks, scale), locale),
    size: lots === 0n ? "" : typedText(lotsText(lots, scale), locale),
  };
}

/** The account with the rung in the book, as the next rung finds it. */
function holdingsAfter(
  holdings: Holdings,
  { after, restLots }: Preview,
  { side, ticks, reduceOnly }: Rung & LadderDraft,
): Holdings {
  const { balance, accountValue, initialMargin, maintenanceMargin, position, fundingOwed } = after;
  const rest = { side, ticks, lots: restLots, reduceOnly };
  return {
    ...holdings,
    balance,
    accountValue,
    fundingOwed,
    initialMargin,
    maintenanceMargin,
    position,
    orders: restLots > 0n ? [...holdings.orders, rest] : holdings.orders,
  };
}
