/**
 * Checks the venue's rules that do not depend on money when an order is proposed, and values it: the proposer learns at once
 * what is wrong, and the user is not asked to approve an impossible order. The venue checks again.
 */
import { refusalError } from "#lib/kernel/errors/errors.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import {
  type CountedHolding,
  type CountedMarket,
  type CountedOrder,
  countedHolding,
  countedMarket,
} from "#lib/protocol/orders/counts.ts";
import { childPriceProblem } from "#lib/protocol/orders/groups.ts";
import {
  type AccountRecords,
  chosenLeverage,
  ownOrders,
  priceTicks,
  signedLots,
} from "#lib/protocol/orders/holdings.ts";
import { initialRequirement, tradingFee } from "#lib/protocol/orders/margin.ts";
import { marginTerms } from "#lib/protocol/orders/margin-terms.ts";
import { isReduceOnly, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  countedOrder,
  heldAgainst,
  placingProblem,
  unknownHolding,
} from "#lib/protocol/orders/rules.ts";
import type { MarketFacts } from "./_market-facts.ts";

/** In USDC, as decimals. */
export type Worth = { notional: string; fee: string; initial_margin: string };

/** What is known of the account: the signed size of its position as a decimal, and its orders of the market. */
type Known = { position: string | undefined; records: AccountRecords | undefined };

/**
 * Checks the rules and values the order. `protection` are the orders that go with it: they cost nothing until they trigger.
 * @throws the refusals of `countedOrder`, `placingProblem` and `childPriceProblem`
 */
export function worthOf(
  fields: PlaceOrderFields,
  protection: readonly PlaceOrderFields[],
  facts: MarketFacts,
  account: Known,
): Worth {
  const market = marketOf(facts);
  const order = countedOrder(fields, market);
  if ("code" in order) throw refusalError(order);
  const holding = holdingOf(order, market, account);
  const problem = placingProblem(order, market, holding, facts.time);
  if (problem !== undefined) throw refusalError(problem);
  for (const [index, child] of protection.entries()) {
    const counts = countedOrder(child, market);
    if ("code" in counts) throw refusalError(counts);
    const wrong = childPriceProblem(counts, order, { market, number: index + 2 });
    if (wrong !== undefined) throw refusalError(wrong);
  }
  return worthIn(order, market, {
    held: heldAgainst(order.side, holding),
    leverage: leverageIn(account, market),
  });
}

/** The leverage that the account chose; 0 where it chose none, or where that is unknown. */
function leverageIn({ records }: Known, { listing }: CountedMarket): number {
  return chosenLeverage(records?.account, listing.symbol);
}

/**
 * Checks and values an open order as it would be after a change. Of an order of a group only its figures are checked: the venue
 * compares it with its entry, of which this account may hold nothing yet.
 * @throws the refusals of `countedOrder`, and of `placingProblem` for an order of its own
 */
export function worthOfChange(
  fields: PlaceOrderFields,
  facts: MarketFacts,
  account: Known,
  isChild: boolean,
): Worth {
  if (!isChild) return worthOf(fields, [], facts, account);
  const market = marketOf(facts);
  const order = countedOrder(fields, market);
  if ("code" in order) throw refusalError(order);
  return worthIn(order, market, { held: order.size, leverage: leverageIn(account, market) });
}

function marketOf({ market, mark, markedAt, time, lastTrade, bid, ask }: MarketFacts) {
  const scale = marketScale(market);
  const ticks = (price: string | null) => priceTicks(price, scale);
  return countedMarket(market, {
    markTicks: ticks(mark),
    markTime: markedAt ?? time,
    lastTicks: ticks(lastTrade),
    bidTicks: ticks(bid),
    askTicks: ticks(ask),
  });
}

function holdingOf(
  order: CountedOrder,
  { listing: { symbol }, scale }: CountedMarket,
  { position, records }: Known,
): CountedHolding {
  if (position === undefined) return unknownHolding(order);
  const orders = records?.orders ?? [];
  const open = { inMarket: orders.length, all: orders.length };
  return countedHolding(signedLots(position, scale), ownOrders(orders, symbol, scale), open);
}

/** `held`: lots of the position that the order would reduce. */
function worthIn(
  order: CountedOrder,
  market: ReturnType<typeof marketOf>,
  { held, leverage }: { held: number; leverage: number },
): Worth {
  const { scale, markTicks, listing } = market;
  const reduced = Math.min(order.size, Math.max(held, 0));
  const [lots, added] = isReduceOnly(order) ? [reduced, 0] : [order.size, order.size - reduced];
  const own = order.ticks || order.triggerTicks || markTicks;
  const value = (ticks: number, of: number) => BigInt(ticks) * BigInt(of) * scale.valueOfTickLot;
  const money = (amount: bigint) => formatDecimal(amount, MONEY_DECIMALS);
  const terms = marginTerms({ market: listing, scale, markTicks: BigInt(markTicks), leverage });
  const margin = initialRequirement(value(own, added), terms);
  const dearest = value(dearestTicks(order, market), lots);
  return {
    notional: money(value(own, lots)),
    fee: money(tradingFee(dearest, BigInt(listing.taker_fee))),
    initial_margin: money(margin),
  };
}

/** The fee grows with the price, for sales too: a limit sale that crosses the book fills at its limit or above. */
function dearestTicks({ side, ticks, triggerTicks }: CountedOrder, market: CountedMarket): number {
  if (triggerTicks !== 0) return triggerTicks;
  const opposite = market.book.bestTicks(side === "BUY" ? "SELL" : "BUY");
  const isMet = ticks === 0 || (side === "SELL" && opposite >= ticks);
  return isMet ? Math.max(market.markTicks, opposite) : ticks;
}
