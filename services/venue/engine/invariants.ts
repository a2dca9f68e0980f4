/** What must hold after every command. A violation is a defect of the venue: it stops rather than go on. */
import { isReduceOnly } from "./resting.ts";
import type { Account, Holding, MarketState, VenueState } from "./state.ts";

/** @throws Error that names the first violated invariant. */
export function checkInvariants(state: VenueState): void {
  conservation(state);
  for (const market of state.markets.values()) {
    positionsCancelOut(state, market);
    bookIsSound(market);
  }
  for (const account of state.accounts.values()) {
    for (const holding of account.holdings.values()) holdingIsSound(account, holding);
  }
  for (const order of state.orders.values()) {
    const open = order.status === "OPEN";
    must(
      !open || (order.remaining > 0 && order.remaining <= order.size),
      `remaining of ${order.id}`,
    );
    must(order.filled + order.remaining <= order.size, `sizes of ${order.id}`);
    must(order.timeInForce !== "FOK" || [0, order.size].includes(order.filled), `FOK ${order.id}`);
  }
}

/** The part that costs next to nothing: checked after each command in production. */
export function checkBookNotCrossed(market: MarketState): void {
  const bid = market.book.side("BUY").best();
  const ask = market.book.side("SELL").best();
  must(
    bid === undefined || ask === undefined || bid.ticks < ask.ticks,
    `the book of ${market.listing.symbol} is crossed`,
  );
}

/** Σ balances + fees − Σ cost = deposits, exactly. */
function conservation(state: VenueState): void {
  let sum = state.fees;
  for (const account of state.accounts.values()) {
    sum += account.balance;
    for (const holding of account.holdings.values()) sum -= holding.cost;
  }
  must(sum === state.deposits, `conservation: ${sum} is not ${state.deposits}`);
}

function positionsCancelOut(state: VenueState, market: MarketState): void {
  let sum = 0;
  let long = 0;
  for (const account of state.accounts.values()) {
    const size = account.holdings.get(market.listing.symbol)?.size ?? 0;
    sum += size;
    long += Math.max(0, size);
  }
  must(sum === 0, `positions of ${market.listing.symbol} sum to ${sum}`);
  must(long === market.openInterest, `open interest of ${market.listing.symbol}`);
}

function bookIsSound(market: MarketState): void {
  checkBookNotCrossed(market);
  for (const side of ["BUY", "SELL"] as const) {
    for (const level of market.book.side(side).fromBest()) {
      let lots = 0;
      let lastId = 0;
      for (let order = level.first; order !== undefined; order = order.next) {
        lots += order.remaining;
        must(order.id > lastId, `time priority at ${level.ticks}`);
        lastId = order.id;
      }
      must(lots === level.lots && lots > 0, `level ${level.ticks} of ${market.listing.symbol}`);
    }
  }
}

function holdingIsSound(account: Account, holding: Holding): void {
  let buy = 0;
  let sell = 0;
  let reduceOnly = 0;
  for (const order of holding.orders) {
    if (order.side === "BUY") buy += order.remaining;
    else sell += order.remaining;
    if (isReduceOnly(order)) reduceOnly += order.remaining;
  }
  const sums = buy === holding.openBuy && sell === holding.openSell;
  must(sums && reduceOnly === holding.openReduceOnly, `open sizes of ${account.pubkey}`);
  must(reduceOnly <= Math.abs(holding.size), `reduce-only of ${account.pubkey}`);
  must(holding.size !== 0 || holding.cost === 0n, `cost of a flat position of ${account.pubkey}`);
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`invariant violated: ${what}`);
}
